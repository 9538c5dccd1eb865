// Compiling from within a program that runs: torch.jit.script in its own evaluator.
#pragma once

#include "core/eval/vm.h"

namespace ts::compiler {

// Environments that are made while one of these lives, on its thread, compile the objects of that
// evaluator, which has to outlive them. Others have an evaluator of their own.
class RunningProgram {
 public:
  explicit RunningProgram(eval::Vm& vm);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  // Null: none runs.
  static eval::Vm* current();

 private:
  eval::Vm* outer_;
};

}  // namespace ts::compiler
