// The tape: a node for each recorded operator, with the values that its derivative needs and with
// edges to the nodes of its arguments. A tensor refers to the node that made it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace ts::interp {
class Interpreter;
}

namespace ts::autodiff {

using tensor::Tensor;

class Node;

// The place to which a gradient flows: an output of a node, or a leaf. Neither: the gradient is
// not needed.
struct Edge {
  tensor::Ptr<Node> node;
  size_t output = 0;
  Tensor leaf;

  bool isNeeded() const { return node || leaf.defined(); }
};

// Runs a function of a gradient. An undefined result leaves the gradient as it is.
using Hook = std::function<Tensor(const Tensor& gradient)>;

// The gradient side of a tensor, kept in TensorImpl::history. A leaf that requires a gradient gets
// one with its first gradient or hook.
struct History final : tensor::Counted {
  tensor::Ptr<Node> node;  // null: a leaf
  size_t output = 0;       // of the node
  Tensor grad;
  bool keepsGrad = false;   // retain_grad() of a tensor that is not a leaf
  std::vector<Hook> hooks;  // in the order of their registration; removed ones are empty
  // A view remembers its base, and the number of writes to the base that `node` includes.
  Tensor base;
  uint64_t seenWrites = 0;
  uint64_t recordedWrites = 0;  // recorded writes to this tensor and to its views
  ~History() override;
};

// Null for a tensor without one.
History* historyOf(const Tensor& tensor);
History& makeHistory(const Tensor& tensor);
// The edge to a tensor; one that is not needed if the tensor requires no gradient.
Edge edgeTo(const Tensor& tensor);
// Makes a tensor the output of a node. It requires a gradient then.
void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output);
// Makes a tensor a leaf that requires no gradient.
void clearHistory(const Tensor& tensor);

class Node : public tensor::Counted {
 public:
  // name: PyTorch's, such as "MulBackward0", with static lifetime.
  Node(const char* name, std::vector<Edge> edges);
  ~Node() override;

  const char* name() const { return name_; }
  // Later nodes have larger numbers, in all threads.
  uint64_t sequence() const { return sequence_; }
  const std::vector<Edge>& edges() const { return edges_; }
  size_t outputs() const { return outputs_.size(); }

  // Returns a gradient for each edge; those of edges that are not needed may be undefined. An
  // undefined gradient of an output is zero. wanted: the edges whose gradients are used.
  // interpreter: runs the functions of derivatives. Throws tensor::Error and interp::Exception.
  virtual std::vector<Tensor> run(std::span<const Tensor> gradients,
                                  const std::vector<bool>& wanted,
                                  interp::Interpreter& interpreter) = 0;
  // Frees the saved values. run() fails afterwards.
  virtual void freeSaved() {}

  // The history of the tensor that an output is, while the tensor lives; else null.
  History* historyOf(size_t output) const { return outputs_[output]; }

 private:
  friend struct History;
  friend void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output);

  const char* const name_;
  const uint64_t sequence_;
  std::vector<Edge> edges_;
  std::vector<History*> outputs_;
};

}  // namespace ts::autodiff
