// Compiling from inside a running program: torch.jit.script called by code of the evaluator.
#pragma once

#include "core/eval/vm/vm.h"

namespace ts::compiler {

// While a RunningProgram is alive, environments created on its thread compile the objects of `vm`.
// The vm must outlive these environments. Other environments create an evaluator of their own.
class RunningProgram {
 public:
  explicit RunningProgram(eval::Vm& vm);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  // The running program's evaluator; null when no program runs on this thread.
  static eval::Vm* current();

 private:
  eval::Vm* outer_;
};

}  // namespace ts::compiler
