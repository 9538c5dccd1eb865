// The operators of TorchScript that use the tape: aten::grad, aten::backward and prim::grad.
#pragma once

#include "core/kernels/registry.h"
#include "core/ops/schema.h"

namespace ts::interp {
class Interpreter;
}

namespace ts::autodiff {

// Runs such an operator, whose arguments its results replace on the stack.
using TapeOperator = void (*)(interp::Interpreter& interpreter, kernels::Stack& stack);
// Null for another operator.
TapeOperator tapeOperator(const ops::FunctionSchema& schema);

}  // namespace ts::autodiff
