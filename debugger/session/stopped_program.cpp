#include "debugger/session/stopped_program.h"

#include <utility>

namespace ts::session {

const std::vector<std::unique_ptr<stepping::StackFrame>>& StoppedProgram::frames() {
  if (std::exchange(hasFrames_, true)) return frames_;
  frames_ = stepper.frames();
  return frames_;
}

stepping::StackFrame* StoppedProgram::findFrame(std::optional<int64_t> handle) {
  if (handle) return handles.frame(*handle);
  return frames().empty() ? nullptr : frames().front().get();
}

std::string StoppedProgram::jumpProblem(uint32_t line) const {
  if (isInLockStep)
    return "engines in lock-step cannot jump: the others would not follow; launch one engine, or "
           "set `lockStep` to false";
  return stepper.jumpProblem(line);
}

std::string StoppedProgram::jump(uint32_t line) {
  std::string problem = jumpProblem(line);
  if (!problem.empty()) return problem;
  stepper.jumpTo(line);
  resume(stepping::Resume::Continue);
  return {};
}

void StoppedProgram::resume(stepping::Resume how) {
  resume_ = how;
  resumes_();
}

}  // namespace ts::session
