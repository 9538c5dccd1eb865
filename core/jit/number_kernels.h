// Operators of numbers that are kernels of the interpreter, and one instruction of LLVM.
#pragma once

#include "core/interp/program.h"

namespace ts::jit {

struct NumberKernel {
  const char* name;          // of the operator
  interp::Content operands;  // ints become floats where it is Float
  interp::Content result;
  const char* code;  // null: the converted operand is the result
};

// The kernel with a result of this type. Null for other kernels. Thread-safe.
const NumberKernel* findNumberKernel(kernels::KernelFunction function, interp::Content result);

}  // namespace ts::jit
