#include "debugger/dap/handlers.h"

namespace ts::dap {

using protocol::JsonView;
using stepping::Resume;

namespace {

Answer resume(StoppedProgram& program, JsonView arguments, Resume how, std::string body = {}) {
  if (arguments["threadId"].integer() != kThreadId)
    return problem("`threadId` is not the id of a thread");
  program.resume(how);
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

}  // namespace ts::dap
