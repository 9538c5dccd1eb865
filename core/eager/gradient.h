// Gradient flags. Gradients are not computed, but their visible side is as in PyTorch:
// requires_grad of results, and the name of the grad_fn, which tensors print.
#pragma once

#include "core/eager/torch.h"
#include "core/ops/schema.h"

namespace ts::eager {

// Returns whether one of the values, or a value inside of them, is a tensor that requires a
// gradient.
bool holdGradient(std::span<const IValue> values);

// The gradient flags of an operator call.
class GradientOfCall {
 public:
  // Reads the arguments on the stack. Raises RuntimeError for a write to a leaf that requires a
  // gradient.
  GradientOfCall(Vm& vm, const ops::FunctionSchema& schema, const Stack& arguments);
  // Sets the flags of the results.
  void mark(const Stack& results) const;

 private:
  const ops::FunctionSchema& schema_;
  bool active_ = false;
  int64_t rank_ = 0;  // of the first tensor; the grad_fn of some composite operators depends on it
};

// The name of the grad_fn, such as "AddBackward0" for aten::add.Tensor. The string has static
// lifetime.
const char* gradientName(const ops::FunctionSchema& schema, int64_t rank);

}  // namespace ts::eager
