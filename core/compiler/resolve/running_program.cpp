#include "core/compiler/resolve/running_program.h"

#include <utility>

namespace ts::compiler {
namespace {

thread_local eval::Vm* running = nullptr;

}  // namespace

RunningProgram::RunningProgram(eval::Vm& vm) : outer_(std::exchange(running, &vm)) {}
RunningProgram::~RunningProgram() { running = outer_; }
eval::Vm* RunningProgram::current() { return running; }

}  // namespace ts::compiler
