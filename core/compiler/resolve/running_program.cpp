#include "core/compiler/resolve/running_program.h"

#include <utility>

#include "core/base/thread_state.h"

namespace ts::compiler {

RunningProgram::RunningProgram(eval::Vm& vm) : outer_(std::exchange(threadState.program, &vm)) {}
RunningProgram::~RunningProgram() { threadState.program = outer_; }
eval::Vm* RunningProgram::current() { return threadState.program; }

}  // namespace ts::compiler
