// Operators that the tape records as the operators that PyTorch computes them with.
#pragma once

#include "core/kernels/registry.h"
#include "core/ops/schema.h"

namespace ts::autodiff {

// Runs the operator by its parts, which are recorded, and replaces the arguments on the stack by
// the result. Returns false if nothing of the call is recorded, or the operator has no parts here:
// the stack is unchanged. The random numbers are those of the operator's kernel.
bool runComposite(const ops::FunctionSchema& schema, kernels::Stack& stack);

}  // namespace ts::autodiff
