// The node at the end of a graph: adds gradients to a leaf's grad.
#pragma once

#include "core/autodiff/node.h"

namespace ts::autodiff {

class AccumulateNode final : public Node {
 public:
  // The node of a leaf that requires a gradient: the same one while a graph contains it.
  // Thread-safe.
  static tensor::Ptr<Node> of(const Tensor& leaf);
  ~AccumulateNode() override;

  const Tensor& leaf() const { return leaf_; }
  tensor::Ptr<TensorHooks>& tensorHooks(size_t) override { return makeHistory(leaf_).hooks; }
  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;

  explicit AccumulateNode(const Tensor& leaf);  // for of()

 private:
  const Tensor leaf_;
};

// Adds to a tensor's grad, with its gradient if gradients are enabled.
void accumulate(History& history, const Tensor& gradient);

}  // namespace ts::autodiff
