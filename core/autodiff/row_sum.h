// Gradients that are sums over rows, such as that of a weight: where many nodes share the weight,
// one matrix product of the rows of all is faster than the sum of their products.
#pragma once

#include <vector>

#include "core/autodiff/operator_node.h"

namespace ts::autodiff {

// The calls of one formula whose rows are collected. A row is a vector of the last dimension.
class RowSum {
 public:
  // The values of the formula's parameters; shape: that of its result.
  RowSum(const Formula& formula, std::vector<IValue> parameters, GradientShape shape);

  // True if the sum may wait for rows of other calls: tensors have rows, and only a few.
  bool mayWait() const;
  // True if the gradient of both is one of the rows of both, and these are few.
  bool accepts(const RowSum& other) const;
  void add(RowSum other);
  // The gradient. Runs the formula.
  Tensor compute(interp::Interpreter& interpreter) const;

 private:
  const Formula* formula_;
  std::vector<std::vector<IValue>> calls_;  // their parameters
  GradientShape shape_;
  int64_t rows_ = 0;  // in each of the tensors; -1: their numbers differ
};

}  // namespace ts::autodiff
