#include <algorithm>

#include "debugger/dap/handlers.h"

namespace ts::dap {

using protocol::JsonView;
using stepping::Resume;

namespace {

Answer resume(StoppedProgram& program, JsonView arguments, Resume how, std::string body = {}) {
  if (!arguments["threadId"].exists()) return problem("`threadId` is missing");
  const bool isNode = arguments["granularity"].string() == "instruction";
  program.resume(isNode && how != Resume::Continue ? Resume::StepNode : how);
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
    const auto known = program.stepper.stepInTargets();
    if (std::ranges::find(known, id, &stepping::StepInTarget::id) == known.end())
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
  if (!frame) return problem("`frameId` is not the id of a frame of this stop");
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

Answer restartFrame(Session& session, JsonView arguments) {
  if (!session.debuggee) return problem("no program was launched");
  return problem(session.debuggee->restartFrame(arguments["frameId"].integer().value_or(0)));
}

Answer stepBack(Session& session, JsonView arguments) {
  if (!session.debuggee) return problem("no program was launched");
  return problem(session.debuggee->stepBack(arguments["threadId"].integer().value_or(0)));
}

Answer reverseContinue(Session& session, JsonView arguments) {
  if (!session.debuggee) return problem("no program was launched");
  return problem(session.debuggee->reverseContinue(arguments["threadId"].integer().value_or(0),
                                                   session.breakpoints.snapshot()));
}

}  // namespace ts::dap
