// A node whose gradients a function of the program computes, as in torch.autograd.Function.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/autodiff/operator_node.h"

namespace ts::autodiff {

class FunctionNode final : public Node {
 public:
  // Gets a gradient for each output, undefined for zero, and returns one for each edge.
  using Backward = std::function<std::vector<Tensor>(std::span<const Tensor> gradients)>;
  // name: that of the node, such as "ScaleBackward". inputs: the tensors that the edges lead to;
  // undefined ones have edges that are not needed. A gradient is summed to the shape of its input.
  // freeSaved: frees what the function has saved and returns true if there was something.
  FunctionNode(std::string_view name, std::span<const Tensor> inputs, Backward backward,
               std::function<bool()> freeSaved);

  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;
  std::vector<Edge> shownEdges() const override;
  bool runsWithoutGradients() const override { return true; }
  bool freeSaved() override { return freeSaved_(); }

 private:
  const std::vector<std::optional<GradientShape>> shapes_;  // by edge
  const Backward backward_;
  const std::function<bool()> freeSaved_;
};

}  // namespace ts::autodiff
