// Gradient flags. Gradients are not computed, but their visible side is as in PyTorch:
// requires_grad of results, and the name of the grad_fn, which tensors print.
#pragma once

#include "core/eager/torch.h"
#include "core/interp/result_marker.h"
#include "core/ops/schema.h"

namespace ts::eager {

// The gradient flags of an operator call.
class GradientOfCall {
 public:
  // Reads the arguments on the stack.
  GradientOfCall(const ops::FunctionSchema& schema, const Stack& arguments);
  // Raises RuntimeError for a write to a leaf that requires a gradient.
  void checkLeaves(Vm& vm, const Stack& arguments) const;
  // Sets the flags of the results.
  void mark(const Stack& results) const;

 private:
  const ops::FunctionSchema& schema_;
  bool active_ = false;
  int64_t rank_ = 0;  // of the first tensor; the grad_fn of some composite operators depends on it
};

// Sets the flags of the results of compiled code. Writes to leaves are allowed there.
class GradientMarker final : public interp::ResultMarker {
 public:
  // True if gradients are enabled and one of the values requires a gradient, directly or in a
  // container.
  static bool isNeeded(std::span<const IValue> arguments);
  void run(const ops::FunctionSchema& schema, kernels::KernelFunction kernel,
           Stack& stack) const override;
  bool isDifferentiable(const ops::FunctionSchema& schema) const override;
  void mark(const ops::FunctionSchema& schema, const IValue& result) const override;
};

// The name of the grad_fn, such as "AddBackward0" for aten::add.Tensor. The string has static
// lifetime.
const char* gradientName(const ops::FunctionSchema& schema, int64_t rank);

}  // namespace ts::eager
