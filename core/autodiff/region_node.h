// The node of a region: its gradients are computed by backward graphs.
#pragma once

#include <memory>

#include "core/autodiff/graph_gradient.h"
#include "core/autodiff/saved_value.h"

namespace ts::autodiff {

class RegionNode final : public Node {
 public:
  // first: the first output that requires a gradient; it names the node. edges: to the tensors
  // among the inputs.
  RegionNode(size_t first, std::vector<Edge> edges, std::shared_ptr<GraphGradient> gradient,
             std::span<const Tensor> inputs, std::span<const Tensor> outputs);

  OutputName nameOf(size_t output) const override { return gradient_->nameOf(output); }
  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;
  bool freeSaved() override;

 private:
  const std::shared_ptr<GraphGradient> gradient_;
  std::vector<SavedValue> saved_;
};

}  // namespace ts::autodiff
