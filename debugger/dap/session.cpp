#include "debugger/dap/session.h"

#include <fmt/format.h>

#include "core/protocol/token.h"
#include "debugger/dap/requests.h"
#include "debugger/dap/thread_ids.h"

namespace ts::dap {

using protocol::JsonDocument;
using protocol::JsonView;
using session::engineOf;
using session::Peer;
using session::StopJob;
using session::StoppedProgram;

namespace {

constexpr protocol::FrameLimits kLimits{.messageBytes = size_t{16} << 20};

void send(Client& client, int64_t seq, const std::string& command, const Answer& answer) {
  if (answer.problem.empty())
    client.response(seq, command, answer.body);
  else
    client.failure(seq, command, answer.problem);
  if (answer.then) answer.then();
}

// The number of a tensor's memory, or the address of a node. Both tell the engine.
std::optional<int64_t> memoryIdIn(JsonView reference) {
  if (const auto address = addressIn(reference)) return static_cast<int64_t>(*address & INT64_MAX);
  const auto text = reference.string();
  return text ? std::optional<int64_t>(std::abs(std::atoll(text->c_str()))) : std::nullopt;
}

}  // namespace

Answer problem(std::string text) {
  Answer answer;
  answer.problem = std::move(text);
  return answer;
}

Session::Session(Client& client, std::string token, AttachableProgram* running)
    : client(client),
      running(running),
      sources(running ? running->sources : std::make_shared<Sources>()),
      breakpoints(*sources),
      events(client, *sources),
      token_(std::move(token)),
      reader_(kLimits) {}

void Session::receive(std::string_view bytes) {
  reader_.feed(bytes);
  while (!isOver_) {
    const auto raw = reader_.next();
    if (!raw) return;
    handle(*raw);
  }
}

void Session::handle(const protocol::RawMessage& raw) {
  if (!raw.error.empty()) return malformed(raw.error);
  std::string problem;
  auto json = JsonDocument::parse(raw.body, &problem);
  if (!json) {
    reader_.reject(raw.body);
    return malformed(problem);
  }
  request(std::move(*json));
}

void Session::malformed(const std::string& problem) {
  if (!token_.empty()) return refuse(problem);
  JsonWriter body;
  body.beginObject().member("category", "important");
  body.member("output",
              "the debug adapter has received bytes that are not a message: " + problem + "\n");
  client.event("output", body.endObject().text());
}

bool Session::isTrusted(const std::string& token) const {
  return token_.empty() || protocol::isSameToken(token, token_);
}

void Session::refuse(const std::string& reason) {
  refusal_ = reason;
  isOver_ = true;
}

void Session::updateBreakpoints() {
  if (debuggee) debuggee->setBreakpoints(breakpoints.snapshot());
}

void Session::attach() {
  debuggee = running->debuggee;
  running->client.connect(&client);
  debuggee->attach();
}

void Session::detach() {
  if (!running || !debuggee) return;
  debuggee->detach();
  running->client.connect(nullptr);
  while (const int open = unanswered_->load()) unanswered_->wait(open);
  debuggee.reset();
}

// Runs the job when the frame's peers are known.
StopJob Session::withPeers(StopJob job, std::optional<int64_t> frameId) {
  StopJob asking;
  asking.refuse = job.refuse;
  asking.run = [this, job, frameId](StoppedProgram& program) {
    stepping::StackFrame* frame = frameId ? program.findFrame(frameId) : nullptr;
    if (!frame) return job.run(program);
    const size_t engine = program.engine;
    debuggee->collectPeers(engine, placeOf(program, *frame), [=, this](std::vector<Peer> peers) {
      StopJob last;
      last.refuse = job.refuse;
      last.run = [job, frameId, peers](StoppedProgram& stopped) {
        if (const auto* same = stopped.findFrame(frameId)) stopped.peers[same] = peers;
        job.run(stopped);
      };
      debuggee->post(engine, std::move(last));
    });
  };
  return asking;
}

void Session::request(JsonDocument document) {
  auto shared = std::make_shared<JsonDocument>(std::move(document));
  const JsonView root = shared->root();
  if (root["type"].string() != "request") return;  // the adapter asks the editor nothing
  const int64_t seq = root["seq"].integer().value_or(0);
  if (seq < 1) return malformed("a request needs a number `seq` from 1 on");
  const std::string command = root["command"].string().value_or("");
  const RequestHandler* handler = findRequest(command);
  const auto fail = [&](std::string text) { client.failure(seq, command, text); };
  if (!handler) return fail(fmt::format("the request `{}` is not supported", command));
  if (!isInitialized && command != "initialize")
    return fail("the first request must be `initialize`");
  if (handler->handle) return send(client, seq, command, handler->handle(*this, root["arguments"]));
  if (!debuggee) return fail("no program was launched");
  const JsonView arguments = root["arguments"];
  const size_t engines = debuggee->engineCount();
  std::optional<size_t> engine;
  if (const JsonView thread = arguments["threadId"]; thread.exists()) {
    engine = engineOfThread(thread, engines);
    if (!engine) return fail(kWrongThread);
  }
  for (const char* key : {"frameId", "variablesReference"})
    if (const auto id = arguments[key].integer(); id && engineOf(*id) < engines)
      engine = engineOf(*id);
  if (const auto id = memoryIdIn(arguments["memoryReference"]); id && engineOf(*id) < engines)
    engine = engineOf(*id);
  // The session may end as soon as the last answer is counted.
  const auto answered = [open = unanswered_] {
    --*open;
    open->notify_all();
  };
  StopJob job;
  job.run = [this, handler, shared, seq, command, answered](StoppedProgram& program) {
    send(client, seq, command, handler->stopped(program, *sources, shared->root()["arguments"]));
    answered();
  };
  job.refuse = [this, seq, command, answered] {
    client.failure(seq, command, "the program is not stopped");
    answered();
  };
  if (handler->wantsPeers) job = withPeers(std::move(job), arguments["frameId"].integer());
  ++*unanswered_;
  debuggee->post(engine, std::move(job));
}

}  // namespace ts::dap
