// Gradients aren't computed, but what can be seen of them without that is as in PyTorch:
// requires_grad of results, and the name of the grad_fn, which tensors print.
#pragma once

#include "core/eager/torch.h"
#include "core/ops/schema.h"

namespace ts::eager {

// Around one call of an operator.
class GradientOfCall {
 public:
  // Looks at the arguments on the stack. Raises RuntimeError for writing to a leaf that needs its
  // gradient.
  GradientOfCall(Vm& vm, const ops::FunctionSchema& schema, const Stack& arguments);
  // Marks the results that took part.
  void mark(const Stack& results) const;

 private:
  const ops::FunctionSchema& schema_;
  bool active_ = false;
  int64_t rank_ = 0;  // of the first tensor: what some composite operators end with depends on it
};

// "AddBackward0" of aten::add.Tensor. Lives for ever.
const char* gradientName(const ops::FunctionSchema& schema, int64_t rank);

}  // namespace ts::eager
