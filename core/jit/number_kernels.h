// Operators of numbers that are kernels of the interpreter, and one or two instructions of LLVM.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/interp/program.h"
#include "core/jit/ir_text.h"

namespace ts::jit {

struct NumberKernel {
  const char* name;          // of the operator
  interp::Content operands;  // ints become floats where it is Float
  interp::Content result;
  // Writes the instructions and returns the result.
  std::string (*write)(IrText& ir, std::span<const std::string> operands);
};

// The functions that the instructions call.
extern const std::string_view kNumberDeclarations;

// The kernel with a result of this type. Null for other kernels. Thread-safe.
const NumberKernel* findNumberKernel(kernels::KernelFunction function, interp::Content result);

}  // namespace ts::jit
