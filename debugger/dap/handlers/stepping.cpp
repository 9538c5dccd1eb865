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
  return resume(program, arguments, Resume::StepIn);
}

Answer stepOut(StoppedProgram& program, Sources&, JsonView arguments) {
  return resume(program, arguments, Resume::StepOut);
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
