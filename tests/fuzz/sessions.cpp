// Input: bytes that describe a session with the language server: documents are opened, edited and
// closed, and every request is asked at any place. The server's compiler is the real one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "lsp/app/compiler_analysis.h"
#include "lsp/features/message_tables.h"
#include "lsp/server.h"

namespace ts::lsp {
namespace {

constexpr std::string_view kTexts[] = {
    "import torch\nfrom torch import Tensor, nn\n",
    "@torch.jit.script\ndef f(x: Tensor) -> Tensor:\n    return x + 1\n",
    "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = "
    "1\n"
    "    def forward(self, x):\n        return x.relu() + self.b\n",
    "s = torch.jit.script(Net())\n",
    "from b import *\n",
    "import a\n",
    "\xF0\x9F\x8C\xB0 = '\xC3\xA9'\n",
    "(((",
    "    ",
    "\n",
    "",
    "graph(%x : Tensor):\n  %y : int = prim::Constant[value=1]()\n  return (%y)\n",
};
constexpr std::string_view kUris[] = {"file:///w/a.py", "file:///w/b.py", "file:///w/c.ir",
                                      "untitled:d"};

class Jobs final : public Executor {
 public:
  void run(std::function<void()> work, std::function<void()> done) override {
    jobs_.emplace_back([work = std::move(work), done = std::move(done)] {
      work();
      done();
    });
  }
  void post(std::function<void()> message) override { jobs_.push_back(std::move(message)); }
  void runAll() {
    while (runOne()) continue;
  }
  bool runOne() {
    if (jobs_.empty()) return false;
    const auto job = std::move(jobs_.front());
    jobs_.pop_front();
    job();
    return true;
  }

 private:
  std::deque<std::function<void()>> jobs_;
};

class NoTransport final : public Transport {
 public:
  void send(std::string) override {}
  void finish(int) override {}
  void refuse(const std::string&) override {}
  void watchProcess(int64_t) override {}
};

// Reads the choices of an input. At its end every choice is 0.
class Choices {
 public:
  Choices(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  size_t below(size_t limit) { return empty() ? 0 : *at_++ % limit; }

 private:
  const uint8_t *at_, *end_;
};

std::string quoted(std::string_view text) {
  JsonWriter out;
  out.value(text);
  return out.take();
}

std::string position(Choices& choices) {
  return fmt::format(R"({{"line":{},"character":{}}})", choices.below(12), choices.below(40));
}
std::string range(Choices& choices) {
  const std::string start = position(choices);
  return fmt::format(R"({{"start":{},"end":{}}})", start, position(choices));
}

std::string notification(std::string_view method, const std::string& params) {
  return frame(fmt::format(R"({{"jsonrpc":"2.0","method":"{}","params":{}}})", method, params));
}

std::string textOf(Choices& choices) {
  std::string text;
  for (size_t i = choices.below(5); i > 0; --i) text += kTexts[choices.below(std::size(kTexts))];
  return text;
}

std::string messageOf(Choices& choices, int id) {
  const std::span<const RequestKind> kinds = requestKinds();
  const std::string_view uri = kUris[choices.below(std::size(kUris))];
  const std::string document = fmt::format(R"({{"uri":"{}","version":{}}})", uri, id);
  switch (choices.below(8)) {
    case 0:
      return notification(
          "textDocument/didOpen",
          fmt::format(
              R"({{"textDocument":{{"uri":"{}","languageId":"python","version":1,"text":{}}}}})",
              uri, quoted(textOf(choices))));
    case 1:
      return notification("textDocument/didClose",
                          fmt::format(R"({{"textDocument":{}}})", document));
    case 2:
    case 3: {
      const std::string place = range(choices);
      return notification(
          "textDocument/didChange",
          fmt::format(R"({{"textDocument":{},"contentChanges":[{{"range":{},"text":{}}}]}})",
                      document, place, quoted(textOf(choices))));
    }
    default: {
      const std::string_view method = kinds[choices.below(kinds.size())].method;
      const std::string at = position(choices);
      return frame(fmt::format(
          R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{{"textDocument":{},"position":{},"range":{},)"
          R"("positions":[{}],"newName":"g","query":"f","context":{{"diagnostics":[],"includeDeclaration":true}},)"
          R"("options":{{}},"files":[{{"oldUri":"file:///w/b.py","newUri":"file:///w/e.py"}}]}}}})",
          id, method, document, at, range(choices), at));
    }
  }
}

}  // namespace
}  // namespace ts::lsp

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts::lsp;
  Jobs jobs;
  NoTransport transport;
  auto files = std::make_shared<WorkspaceFiles>();
  Server server(transport, jobs, makeCompilerAnalysis(files), {.files = files});
  server.receive(
      frame(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})"));
  Choices choices(data, std::min<size_t>(size, 400));
  for (int id = 1; !choices.empty(); ++id) {
    server.receive(messageOf(choices, id));
    if (choices.below(2)) jobs.runOne();
  }
  jobs.runAll();
  server.disconnected();
  jobs.runAll();
  return 0;
}
