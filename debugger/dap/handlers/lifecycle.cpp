#include <fmt/format.h>
#include <unistd.h>

#include "debugger/dap/breakpoint_table.h"
#include "debugger/dap/handlers.h"
#include "debugger/dap/launch_config.h"
#include "debugger/dap/thread_ids.h"

namespace ts::dap {

using protocol::JsonView;

namespace {

// The time that a program has to end by itself.
constexpr int kGraceMilliseconds = 1000;

constexpr const char* kCapabilities[] = {
    "supportTerminateDebuggee",
    "supportsBreakpointLocationsRequest",
    "supportsClipboardContext",
    "supportsCompletionsRequest",
    "supportsConditionalBreakpoints",
    "supportsConfigurationDoneRequest",
    "supportsDataBreakpoints",
    "supportsDelayedStackTraceLoading",
    "supportsDisassembleRequest",
    "supportsEvaluateForHovers",
    "supportsExceptionInfoRequest",
    "supportsFunctionBreakpoints",
    "supportsGotoTargetsRequest",
    "supportsHitConditionalBreakpoints",
    "supportsInstructionBreakpoints",
    "supportsLoadedSourcesRequest",
    "supportsLogPoints",
    "supportsModulesRequest",
    "supportsReadMemoryRequest",
    "supportsRestartFrame",
    "supportsSetExpression",
    "supportsSetVariable",
    "supportsStepBack",
    "supportsStepInTargetsRequest",
    "supportsSteppingGranularity",
    "supportsTerminateRequest",
};

struct ExceptionFilter {
  const char* name;
  const char* label;
  bool isDefault;
};
constexpr ExceptionFilter kFilters[] = {
    {"raised", "Raised Exceptions", false},
    {"uncaught", "Uncaught Exceptions", true},
    {"divergence", "Divergence of Engines", true},
    {"nan", "NaN or Inf, Where an Operator or a Gradient Makes It", false},
    {"tracer", "Warnings of torch.jit.trace", false}};

}  // namespace

Answer initialize(Session& session, JsonView arguments) {
  if (session.isInitialized) return problem("the session is initialized already");
  session.isInitialized = true;
  session.firstLine = arguments["linesStartAt1"].boolean().value_or(true) ? 1 : 0;
  if (session.firstLine == 0) return problem("lines must start at 1: send `linesStartAt1` as true");
  JsonWriter body;
  body.beginObject();
  for (const char* capability : kCapabilities) body.member(capability, true);
  body.key("exceptionBreakpointFilters").beginArray();
  for (const ExceptionFilter& filter : kFilters)
    body.beginObject()
        .member("filter", filter.name)
        .member("label", filter.label)
        .member("default", filter.isDefault)
        .endObject();
  body.endArray().key("breakpointModes").beginArray();
  body.beginObject().member("mode", kGradientMode).member("label", "Gradient of This Line");
  body.key("appliesTo").beginArray().value("source").endArray().endObject();
  body.endArray().endObject();
  return {.body = body.take(), .then = [&session] { session.client.event("initialized", ""); }};
}

namespace {

// Ends a session whose client does not have the token.
Answer distrust(Session& session) {
  static constexpr const char* kProblem =
      "`token` is not the token that tsdbg printed when it started";
  return {.problem = kProblem, .then = [&session] { session.refuse(kProblem); }};
}

void sayProcess(Session& session, const char* startMethod) {
  JsonWriter body;
  body.beginObject().member("name", session.debuggee->config().name());
  body.member("systemProcessId", static_cast<int64_t>(::getpid()));
  body.member("isLocalProcess", true).member("startMethod", startMethod).endObject();
  session.client.event("process", body.text());
}

}  // namespace

Answer launch(Session& session, JsonView arguments) {
  if (!session.isTrusted(arguments["token"].string().value_or(""))) return distrust(session);
  if (session.running) return problem("the program of this port runs already: send `attach`");
  if (session.debuggee) return problem("a program was launched already");
  session::ProgramConfig config;
  if (std::string wrong = readLaunchConfig(arguments, config); !wrong.empty())
    return problem(std::move(wrong));
  if (session.hasLoaded) return problem("a process can load only one program; start another one");
  if (std::string wrong = session.sources->nameCells(config.program, config.cells); !wrong.empty())
    return problem(std::move(wrong));
  session.hasLoaded = true;
  auto debuggee = std::make_unique<session::Debuggee>(session.events, std::move(config));
  if (std::string wrong = debuggee->load(); !wrong.empty()) return problem(std::move(wrong));
  session.debuggee = std::move(debuggee);
  return {.then = [&session] {
    sayProcess(session, "launch");
    if (session.isConfigured) session.debuggee->run(session.breakpoints.snapshot());
  }};
}

Answer attach(Session& session, JsonView arguments) {
  if (!session.isTrusted(arguments["token"].string().value_or(""))) return distrust(session);
  if (!session.running)
    return problem(
        "no program runs here: start it with `tsdbg run --debug PORT FILE.py` and connect to the "
        "port");
  if (session.debuggee) return problem("the session is attached already");
  if (!session.running->debuggee->isRunning()) return problem("the program has ended");
  session.attach();
  return {.then = [&session] {
    sayProcess(session, "attach");
    session.updateBreakpoints();
  }};
}

// Editors send it before or after `launch`.
Answer configurationDone(Session& session, JsonView) {
  if (session.isConfigured) return problem("the configuration is done already");
  session.isConfigured = true;
  return {.then = [&session] {
    if (session.debuggee && !session.running) session.debuggee->run(session.breakpoints.snapshot());
  }};
}

Answer threads(Session& session, JsonView) {
  JsonWriter body;
  body.beginObject().key("threads").beginArray();
  if (session.debuggee)
    for (const size_t engine : session.debuggee->runningEngines())
      body.beginObject()
          .member("id", threadIdOf(engine))
          .member("name", debugger::nameOf(session.debuggee->config().engines[engine]))
          .endObject();
  return {.body = body.endArray().endObject().take()};
}

Answer pause(Session& session, JsonView arguments) {
  if (!session.debuggee || !session.debuggee->isRunning())
    return problem("the program is not running");
  const auto engine = engineOfThread(arguments["threadId"], session.debuggee->engineCount());
  if (!engine) return problem(kWrongThread);
  session.debuggee->pause(*engine);
  return {};
}

Answer terminate(Session& session, JsonView) {
  if (!session.debuggee) return problem("no program was launched");
  return {.then = [&session] { session.debuggee->end(0); }};
}

// Leaves a program running that the session has attached to, unless the editor wants it to end.
Answer disconnect(Session& session, JsonView arguments) {
  const bool ends = arguments["terminateDebuggee"].boolean().value_or(!session.running);
  if (session.debuggee && ends) session.debuggee->end(kGraceMilliseconds);
  return {.then = [&session] { session.end(); }};
}

}  // namespace ts::dap
