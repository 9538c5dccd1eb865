// A node whose gradients a function of the program computes, as in torch.autograd.Function.
#pragma once

#include <functional>
#include <string_view>

#include "core/autodiff/node.h"

namespace ts::autodiff {

class FunctionNode final : public Node {
 public:
  // Gets a gradient for each output, undefined for zero, and returns one for each edge.
  using Backward = std::function<std::vector<Tensor>(std::span<const Tensor> gradients)>;
  // name: that of the node, such as "ScaleBackward".
  FunctionNode(std::string_view name, std::vector<Edge> edges, Backward backward);

  std::vector<Tensor> run(std::span<const Tensor> gradients, const std::vector<bool>& wanted,
                          interp::Interpreter& interpreter) override;
  // Frees what the function holds.
  void freeSaved() override;

 private:
  Backward backward_;
};

}  // namespace ts::autodiff
