#include <fmt/format.h>

#include <algorithm>

#include "debugger/dap/handlers.h"
#include "debugger/dap/thread_ids.h"

namespace ts::dap {

using protocol::JsonView;
using session::StoppedProgram;
using stepping::Resume;

namespace {

constexpr int64_t kMaxLine = UINT32_MAX;

bool isByNode(JsonView arguments) { return arguments["granularity"].string() == "instruction"; }

Answer resume(StoppedProgram& program, JsonView arguments, Resume how, std::string body = {}) {
  if (!arguments["threadId"].exists()) return problem("`threadId` is missing");
  program.resume(isByNode(arguments) && how != Resume::Continue ? Resume::StepNode : how);
  return {.body = std::move(body)};
}

}  // namespace

Answer continueProgram(StoppedProgram& program, Sources&, JsonView arguments) {
  return resume(program, arguments, Resume::Continue, R"({"allThreadsContinued":true})");
}

Answer next(StoppedProgram& program, Sources&, JsonView arguments) {
  return resume(program, arguments, Resume::StepOver);
}

Answer stepIn(StoppedProgram& program, Sources&, JsonView arguments) {
  if (const JsonView target = arguments["targetId"]; !target.isNothing()) {
    const int64_t id = target.integer().value_or(-1);
    const auto targets = program.stepper.stepInTargets();
    if (std::ranges::find(targets, id, &stepping::StepInTarget::id) == targets.end())
      return problem("`targetId` is not the id of a call on the current line");
    program.stepper.setStepInTarget(id);
  }
  return resume(program, arguments, Resume::StepIn);
}

Answer stepOut(StoppedProgram& program, Sources&, JsonView arguments) {
  return resume(program, arguments, Resume::StepOut);
}

Answer stepInTargets(StoppedProgram& program, Sources&, JsonView arguments) {
  const auto* frame = program.findFrame(arguments["frameId"].integer().value_or(0));
  if (!frame) return problem(kStaleFrame);
  JsonWriter body;
  body.beginObject().key("targets").beginArray();
  if (frame == program.findFrame(std::nullopt))
    for (const stepping::StepInTarget& target : program.stepper.stepInTargets())
      body.beginObject()
          .member("id", target.id)
          .member("label", target.text)
          .member("line", target.line)
          .endObject();
  return {.body = body.endArray().endObject().take()};
}

// The id of a target is its line in the file of the innermost frame.
Answer gotoTargets(StoppedProgram& program, Sources& sources, JsonView arguments) {
  const auto line = static_cast<uint32_t>(
      std::clamp<int64_t>(arguments["line"].integer().value_or(0), 0, kMaxLine));
  const auto* frame = program.findFrame(std::nullopt);
  const auto path = sources.pathOf(arguments["source"]);
  if (!frame || !frame->source() || path != frame->source()->path())
    return problem("the line is in another file than the innermost frame");
  if (std::string wrong = program.jumpProblem(line); !wrong.empty())
    return problem(std::move(wrong));
  JsonWriter body;
  body.beginObject().key("targets").beginArray().beginObject();
  body.member("id", line).member("label", fmt::format("line {}", line)).member("line", line);
  return {.body = body.endObject().endArray().endObject().take()};
}

Answer gotoTarget(StoppedProgram& program, Sources&, JsonView arguments) {
  if (!arguments["threadId"].exists()) return problem("`threadId` is missing");
  const int64_t line = arguments["targetId"].integer().value_or(0);
  return problem(program.jump(static_cast<uint32_t>(std::clamp<int64_t>(line, 0, kMaxLine))));
}

namespace {

// Runs the call of a frame again.
Answer restart(Session& session, std::optional<int64_t> frame, bool inPython) {
  if (!session.debuggee) return problem("no program was launched");
  const auto call = session.debuggee->callOf(frame);
  if (!call) return problem(kStaleFrame);
  session::GoingBack& back = session.debuggee->back();
  return problem(inPython ? back.restartInPython(*call) : back.restart(*call));
}

}  // namespace

Answer restartFrame(Session& session, JsonView arguments) {
  return restart(session, arguments["frameId"].integer().value_or(0), false);
}

Answer continueInEager(Session& session, JsonView arguments) {
  return restart(session, arguments["frameId"].integer(), true);
}

Answer stepBack(Session& session, JsonView arguments) {
  if (!session.debuggee) return problem("no program was launched");
  const auto engine = engineOfThread(arguments["threadId"], session.debuggee->engineCount());
  if (!engine) return problem(kWrongThread);
  return problem(session.debuggee->back().stepBack(*engine, isByNode(arguments)));
}

Answer reverseContinue(Session& session, JsonView arguments) {
  if (!session.debuggee) return problem("no program was launched");
  const auto engine = engineOfThread(arguments["threadId"], session.debuggee->engineCount());
  if (!engine) return problem(kWrongThread);
  return problem(session.debuggee->back().reverseContinue(*engine, session.breakpoints.snapshot()));
}

}  // namespace ts::dap
