// Runs the tape backwards.
#pragma once

#include <span>
#include <vector>

#include "core/autodiff/node.h"

namespace ts::interp {
class Interpreter;
}

namespace ts::autodiff {

struct BackwardOptions {
  bool keepsGraph = false;     // saved values stay for another run
  bool recordsItself = false;  // create_graph: the gradients have histories
};

// Computes the gradients of `roots`, times `seeds`, with respect to the leaves that they depend on,
// and adds each to its leaf's grad. An undefined seed is 1 for a tensor with one element. With
// `inputs` only these tensors get gradients. Throws tensor::Error and interp::Exception.
void backward(interp::Interpreter& interpreter, std::span<const Tensor> roots,
              std::span<const Tensor> seeds, const BackwardOptions& options,
              std::span<const Tensor> inputs = {});

// Returns the gradients with respect to `inputs`, and changes no grad. The gradient of an input on
// which no root depends is undefined.
std::vector<Tensor> gradients(interp::Interpreter& interpreter, std::span<const Tensor> roots,
                              std::span<const Tensor> seeds, const BackwardOptions& options,
                              std::span<const Tensor> inputs);

}  // namespace ts::autodiff
