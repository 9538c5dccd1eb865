// Input: bytes that describe a session with the debug adapter: a small program, its launch, and
// requests with arguments that mostly fit. Each request gets one answer, in time, that is JSON.
#include <fmt/format.h>
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/heap.h"
#include "debugger/dap/requests.h"
#include "debugger/dap/session.h"

namespace ts::dap {
namespace {

constexpr auto kPatience = std::chrono::seconds(8);        // of an answer
constexpr auto kQuiet = std::chrono::milliseconds(20);     // of a program, before it is paused
constexpr auto kPausing = std::chrono::milliseconds(200);  // of a program that is paused
constexpr size_t kMaxMemory = size_t{600} << 20;           // of the process
constexpr size_t kMaxInput = 300;

constexpr std::string_view kStatements[] = {
    "total = total + self.factor",
    "total.add_(1)",
    "total = self.helper(total)",
    "total = self.linear(total)",
    "for i in range(3):\n            total = total * i",
    "if total.sum() > 0:\n            total = -total\n        else:\n            total = total + 1",
    "total = torch.log(total - total)",
    "assert total.sum() < 100, 'large'",
    "total = total.view(7)",
    "while total.sum() > 0:\n            total = total - 1",
    "while True:\n            total = total * 1",
    "items = [total, total + 1]",
    "try:\n            total = total.view(7)\n        except RuntimeError:\n            total = "
    "total + 1",
    "with torch.no_grad():\n            total = total * 2",
    "n = int(total.sum())",
    "print(total)",
};

// A model with the chosen statements.
std::string programOf(const std::vector<size_t>& chosen) {
  std::string text =
      "import torch\n\n\nclass Net(torch.nn.Module):\n    def __init__(self):\n"
      "        super().__init__()\n        self.linear = torch.nn.Linear(3, 3)\n"
      "        self.factor = 2\n\n    def helper(self, x):\n        y = x * 2\n        return y\n\n"
      "    def forward(self, x):\n        total = x\n";
  for (const size_t one : chosen) text += fmt::format("        {}\n", kStatements[one]);
  return text +
         "        return total\n\n\nif __name__ == '__main__':\n    net = Net()\n"
         "    net(torch.ones(2, 3))\n    torch.jit.trace(net, (torch.ones(2, 3),))\n";
}

// Reads the choices of an input. At its end every choice is 0.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  size_t below(size_t limit) { return empty() ? 0 : *at_++ % limit; }
  template <typename T>
  const T& of(const std::vector<T>& items) {
    return items[below(items.size())];
  }

 private:
  const uint8_t *at_, *end_;
};

[[noreturn]] void fail(const std::string& problem) {
  const std::string text = "the session is wrong: " + problem + "\n";
  __sanitizer_report_error_summary(text.c_str());
  std::abort();
}

// Keeps what an editor knows: the ids of the last answers.
class Editor final : public Client {
 public:
  void event(std::string_view name, std::string_view body) override {
    std::lock_guard lock(mutex_);
    read(name, body);
    if (name == "stopped") {
      if (hasEnded_) fail("it stops after its end");
      ++stops_;
    }
    hasEnded_ |= name == "terminated";
    changed_.notify_all();
  }
  void response(int64_t request, std::string_view command, std::string_view body) override {
    answer(request, command, body, false);
  }
  void failure(int64_t request, std::string_view command, std::string_view problem) override {
    if (problem.empty()) fail(fmt::format("`{}` has failed without a reason", command));
    answer(request, command, {}, true);
  }
  // Returns whether the request has succeeded.
  bool awaitAnswer(int64_t request, const std::string& message) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kPatience, [&] { return answers_[request] > 0; }))
      fail("no answer to " + message);
    return !hasFailed_;
  }
  size_t stops() {
    std::lock_guard lock(mutex_);
    return stops_;
  }
  // Waits for a stop behind the given number of them. Returns false when the program runs on.
  template <typename Time>
  bool awaitStop(size_t before, Time time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return stops_ > before || hasEnded_; });
  }
  std::vector<std::string> idsOf(const std::string& key) {
    std::lock_guard lock(mutex_);
    std::vector<std::string> ids = ids_[key];
    ids.emplace_back("-1");
    return ids;
  }

 private:
  void answer(int64_t request, std::string_view command, std::string_view body, bool hasFailed) {
    std::lock_guard lock(mutex_);
    hasFailed_ = hasFailed;
    if (++answers_[request] > 1) fail(fmt::format("`{}` has two answers", command));
    read(command, body);
    changed_.notify_all();
  }
  void read(std::string_view command, std::string_view body) {
    if (body.empty()) return;
    const auto json = protocol::JsonDocument::parse(std::string(body));
    if (!json) fail(fmt::format("`{}` is not JSON: {}", command, body));
    collect(json->root());
  }
  // The ids in an answer are arguments of later requests.
  void collect(protocol::JsonView value) {
    static constexpr std::string_view kIds[] = {
        "id",     "variablesReference", "memoryReference", "instructionPointerReference",
        "dataId", "sourceReference"};
    constexpr size_t kMost = 20;
    for (const protocol::JsonView element : value.elements()) collect(element);
    for (const std::string& key : value.keys()) {
      const protocol::JsonView part = value[key];
      std::vector<std::string>& ids = ids_[key];
      if (std::ranges::find(kIds, key) != std::end(kIds) && !part.isNull()) {
        if (ids.size() >= kMost) ids.erase(ids.begin());
        ids.emplace_back(part.text());
      }
      collect(part);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int64_t, int> answers_;
  std::map<std::string, std::vector<std::string>> ids_;
  size_t stops_ = 0;
  bool hasEnded_ = false;
  bool hasFailed_ = false;  // the last request
};

const std::vector<std::string> kCommands = {
    "continue",
    "next",
    "stepIn",
    "stepOut",
    "stepBack",
    "reverseContinue",
    "pause",
    "stackTrace",
    "stackTrace",
    "scopes",
    "scopes",
    "variables",
    "variables",
    "evaluate",
    "setVariable",
    "setExpression",
    "setBreakpoints",
    "setFunctionBreakpoints",
    "setExceptionBreakpoints",
    "exceptionInfo",
    "threads",
    "completions",
    "loadedSources",
    "source",
    "breakpointLocations",
    "dataBreakpointInfo",
    "setDataBreakpoints",
    "setInstructionBreakpoints",
    "disassemble",
    "readMemory",
    "restartFrame",
    "continueInEager",
    "graphState",
    "compareFrames",
    "stepInTargets",
    "gotoTargets",
    "goto",
    "modules",
    "terminate",
    "unknown",
};
const std::vector<std::string> kResuming = {
    "continue",        "next",         "stepIn",          "stepOut", "stepBack",
    "reverseContinue", "restartFrame", "continueInEager", "goto"};
const std::vector<std::string> kExpressions = {
    "x",     "total.sum()", "self.factor", "self",         "(",     "x = 5",         "del total",
    "1 / 0", "'a' * 10**9", "[0] * 999",   "self.missing", "total", "while 1: pass", "total = 2"};
const std::vector<std::string> kNumbers = {
    "1", "0", "2", "3", "-1", "5", "1000000000000", "2.5", "null", "\"1\"", "true"};
const std::vector<std::string> kHits = {"\"\"", "\"2\"", "\"% 2\"", "\">= 1\"", "\"x\""};

class FuzzedSession {
 public:
  FuzzedSession(Choices& choices, const std::string& folder)
      : choices_(choices), path_(folder + "/model.py"), session_(editor_, {}) {}

  void run() {
    std::vector<size_t> chosen;
    for (size_t i = choices_.below(5); i > 0; --i)
      chosen.push_back(choices_.below(std::size(kStatements)));
    std::ofstream(path_) << programOf(chosen);
    ask("initialize", R"({"adapterID":"fuzz"})");
    ask("launch", launch());
    ask("setExceptionBreakpoints", filters());
    if (choices_.below(2)) ask("setBreakpoints", lineBreakpoints());
    const size_t before = editor_.stops();
    if (ask("configurationDone", "{}")) settle(before);
    while (!choices_.empty() && !isStuck_) step();
    ask("disconnect", "{}");
  }

 private:
  // Returns whether the request has succeeded.
  bool ask(const std::string& command, const std::string& arguments) {
    const std::string message =
        fmt::format(R"({{"seq":{},"type":"request","command":"{}","arguments":{}}})", ++seq_,
                    command, arguments);
    session_.receive(protocol::frame(message));
    return editor_.awaitAnswer(seq_, message);
  }
  // Waits until the program has stopped or ended; pauses a program that runs on.
  void settle(size_t before) {
    if (editor_.awaitStop(before, kQuiet)) return;
    // An engine that is still being made, such as an endless trace, does not stop.
    isStuck_ = ask("pause", R"({"threadId":1})") && !editor_.awaitStop(before, kPausing);
  }

  std::string launch() {
    const std::string flags = fmt::format(R"("stopOnEntry":{},"justMyCode":{})",
                                          choices_.below(4) != 1 ? "true" : "false",
                                          choices_.below(3) != 1 ? "true" : "false");
    if (choices_.below(4) == 1)
      return fmt::format(R"({{{},"program":"{}","jit":"{}"}})", flags, path_,
                         choices_.below(2) ? "off" : "on");
    return fmt::format(
        R"j({{{},"target":"{}:Net","inputs":"torch.ones(2, 3)","engines":{},)j"
        R"j("lockStep":{},"example":"{}"}})j",
        flags, path_,
        choices_.of<std::string>({R"(["eager"])", R"(["script"])", R"(["trace"])",
                                  R"(["eager","script"])", R"(["eager","script","trace"])"}),
        choices_.below(3) != 1 ? "true" : "false",
        choices_.of<std::string>({"torch.ones(2, 3)", "-9 * torch.ones(2, 3)"}));
  }
  std::string filters() {
    return choices_.of<std::string>({R"({"filters":["uncaught"]})", R"({"filters":[]})",
                                     R"({"filters":["raised","divergence"]})",
                                     R"({"filters":["nan","tracer"]})", R"({"filters":["x",1]})"});
  }
  std::string rules() {
    return fmt::format(R"("condition":{},"hitCondition":{}{})",
                       choices_.of<std::string>({"\"\"", "\"total.sum() > 1\"", "\"(\"", "\"x\"",
                                                 "\"shape\"", "\"nan\""}),
                       choices_.of(kHits), choices_.below(4) == 1 ? R"(,"logMessage":"{x}")" : "");
  }
  std::string lineBreakpoints() {
    std::string list;
    for (size_t i = choices_.below(4); i > 0; --i)
      list +=
          fmt::format("{}{{\"line\":{},{}}}", list.empty() ? "" : ",", choices_.below(40), rules());
    return fmt::format(R"({{"source":{{"path":"{}"}},"breakpoints":[{}]}})", path_, list);
  }
  // Arguments for any request: each reads those that it knows.
  std::string arguments() {
    const auto id = [&](const char* key) { return choices_.of(editor_.idsOf(key)); };
    std::string out =
        fmt::format(R"("threadId":{})", choices_.below(6) ? "1" : choices_.of(kNumbers));
    for (const char* key : {"start", "count", "levels", "offset", "instructionOffset", "column"})
      if (choices_.below(3) == 1) out += fmt::format(R"(,"{}":{})", key, choices_.of(kNumbers));
    out += fmt::format(R"(,"frameId":{},"variablesReference":{},"memoryReference":{})", id("id"),
                       id("variablesReference"), id("memoryReference"));
    out += fmt::format(
        R"(,"expression":"{}","value":"{}","name":{},"targetId":{})", choices_.of(kExpressions),
        choices_.of(kExpressions),
        choices_.of<std::string>({"\"x\"", "\"factor\"", "\"total\"", "\"[0]\"", "3"}), id("id"));
    out += fmt::format(
        R"(,"context":"{}","granularity":"{}","text":"total.s","source":{{"path":"{}"}},"line":{})",
        choices_.of<std::string>({"repl", "watch", "hover", "clipboard"}),
        choices_.of<std::string>({"line", "instruction"}), path_, choices_.below(40));
    out += fmt::format(R"(,"instructionCount":{})", choices_.of(kNumbers));
    return "{" + out + "}";
  }
  std::string argumentsOf(const std::string& command) {
    if (command == "setBreakpoints") return lineBreakpoints();
    if (command == "setExceptionBreakpoints") return filters();
    const std::string wanted =
        command == "setFunctionBreakpoints"
            ? choices_.of<std::string>({"\"name\":\"helper\"", "\"name\":\"aten::add\""})
        : command == "setDataBreakpoints" ? "\"dataId\":" + choices_.of(editor_.idsOf("dataId"))
        : command == "setInstructionBreakpoints"
            ? "\"instructionReference\":" +
                  choices_.of(editor_.idsOf("instructionPointerReference"))
            : "";
    if (wanted.empty()) return arguments();
    return fmt::format(R"({{"breakpoints":[{{{},{}}}]}})", wanted, rules());
  }
  void step() {
    const std::string command = choices_.of(kCommands);
    const size_t before = editor_.stops();
    const bool isDone = ask(command, choices_.below(20) == 1 ? "[]" : argumentsOf(command));
    // A request that has failed resumes nothing.
    if (isDone && std::ranges::find(kResuming, command) != kResuming.end()) settle(before);
  }

  Choices& choices_;
  const std::string path_;
  Editor editor_;
  Session session_;
  int64_t seq_ = 0;
  bool isStuck_ = false;  // only the end of the session ends the program
};

// The programs' files, in a folder of this process.
const std::string& folder() {
  static const std::string script = [] {
    std::string name = "/tmp/fuzz_dap_XXXXXX";
    if (!::mkdtemp(name.data())) fail("no folder can be created");
    return name;
  }();
  return script;
}

}  // namespace
}  // namespace ts::dap

// The adapter redirects standard error; reports go to a copy.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<intptr_t>(::dup(STDERR_FILENO))));
  ts::heap::setLimit(ts::dap::kMaxMemory);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts::dap;
  Choices choices(data, std::min(size, kMaxInput));
  FuzzedSession(choices, folder()).run();
  return 0;
}
