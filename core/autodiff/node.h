// The tape: a node for each recorded operator, with the values that its derivative needs and with
// edges to the nodes of its arguments. A tensor refers to the node that made it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/tensor/tensor.h"

namespace ts::interp {
class Interpreter;
}

namespace ts::autodiff {

using tensor::Tensor;

class Node;
class RowSum;

// The operator that made an output of a node, as PyTorch names it, and the output's number there.
struct OutputName {
  const char* node;  // with static lifetime
  size_t number;
};

// The place to which a gradient flows: an output of a node. Null: the gradient is not needed.
struct Edge {
  tensor::Ptr<Node> node;
  size_t output = 0;

  bool isNeeded() const { return static_cast<bool>(node); }
};

// Functions of a program that run with a gradient of a tensor.
class TensorHooks : public tensor::Counted {
 public:
  // Returns the gradient that replaces this one, or the same.
  virtual Tensor run(const Tensor& gradient) = 0;
};

// Functions of a program that run before and after a node. Both may replace gradients.
class NodeHooks : public tensor::Counted {
 public:
  // gradients: of the node's outputs.
  virtual void before(std::vector<Tensor>& gradients) = 0;
  // results: the gradients that the node has computed, by edge.
  virtual void after(std::vector<Tensor>& results, std::span<const Tensor> gradients) = 0;
};

// How a view was made decides about writes to it.
enum class ViewOrigin : unsigned char { Operator, SeveralViews, NoGradMode, Function };

// The gradient side of a tensor, kept in TensorImpl::history. A leaf that requires a gradient gets
// one with its first use.
struct History final : tensor::Counted {
  tensor::Ptr<Node> node;  // null: a leaf
  size_t output = 0;       // of the node
  Tensor grad;
  bool keepsGrad = false;  // retain_grad() of a tensor that is not a leaf
  // A leaf has a node that adds to `grad`, while a graph contains it, and hooks, which outlive the
  // node. Hooks of other tensors belong to their nodes.
  Node* accumulator = nullptr;
  tensor::Ptr<TensorHooks> hooks, hooksAfterAccumulation;
  // A view remembers its base, and the number of writes to the base that `node` includes.
  Tensor base;
  ViewOrigin origin = ViewOrigin::Operator;
  uint64_t seenWrites = 0;
  uint64_t recordedWrites = 0;  // recorded writes to this tensor and to its views
  ~History() override;
};

// Null for a tensor without one.
History* historyOf(const Tensor& tensor);
History& makeHistory(const Tensor& tensor);
// The edge to a tensor; one that is not needed if the tensor requires no gradient. Thread-safe for
// leaves.
Edge edgeTo(const Tensor& tensor);
// Makes a tensor the output of a node. It requires a gradient then.
void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output);
// The same for a tensor that stands for the output of a node beside the output itself.
void setEdge(const Tensor& tensor, const Edge& edge);
// Makes a tensor a leaf that requires no gradient. Its grad stays.
void clearHistory(const Tensor& tensor);
// The place of a tensor's hooks: in its history or in its node. The tensor must require a gradient.
tensor::Ptr<TensorHooks>& hooksOf(const Tensor& tensor);

class Node : public tensor::Counted {
 public:
  // name: PyTorch's, such as "MulBackward0", with static lifetime.
  Node(const char* name, std::vector<Edge> edges);
  ~Node() override;

  const char* name() const { return name_; }
  // A node of several operators has several names.
  virtual OutputName nameOf(size_t output) const { return {name_, output}; }
  // Later nodes have larger numbers, in all threads.
  uint64_t sequence() const { return sequence_; }
  const std::vector<Edge>& edges() const { return edges_; }
  // The edges that PyTorch's node has: of the arguments that have a gradient. Copies.
  virtual std::vector<Edge> shownEdges() const { return edges_; }
  size_t outputs() const { return outputs_.size(); }

  // Returns a gradient for each edge; those of edges that are not needed may be undefined. An
  // undefined gradient of an output is zero. wanted: the edges whose gradients are used.
  // interpreter: runs the functions of derivatives. Throws tensor::Error and interp::Exception.
  virtual std::vector<Tensor> run(std::span<const Tensor> gradients,
                                  const std::vector<bool>& wanted,
                                  interp::Interpreter& interpreter) = 0;
  // The gradient of an edge if it is a sum over rows, to be computed with those of other nodes
  // instead of by run(); else null. gradients: as for run().
  virtual std::unique_ptr<RowSum> rowSum(size_t edge, std::span<const Tensor> gradients);
  // True for a node that runs also without any gradient.
  virtual bool runsWithoutGradients() const { return false; }
  // Frees the saved tensors. Returns false if there are none: only then run() works again.
  virtual bool freeSaved() { return false; }

  // The history of the tensor that an output is, while the tensor lives; else null.
  History* historyOf(size_t output) const { return outputs_[output].history; }
  // Hooks of the tensor that an output is. They outlive it.
  virtual tensor::Ptr<TensorHooks>& tensorHooks(size_t output) { return outputs_[output].hooks; }
  // Hooks of the node; null: none.
  tensor::Ptr<NodeHooks> hooks;
  // A graph that was freed keeps no hooks: they may refer to its tensors.
  void dropHooks();

  // Set by a TapeObserver: the forward call, as text.
  std::unique_ptr<std::string> trace;
  // The program keeps data here: see torch.autograd.graph.Node.metadata.
  std::shared_ptr<void> metadata;

 protected:
  // For a node that runs before all others.
  static constexpr uint64_t kFirst = UINT64_MAX;
  Node(const char* name, uint64_t sequence);
  void addOutput() { outputs_.emplace_back(); }

 private:
  struct Output {
    History* history = nullptr;
    tensor::Ptr<TensorHooks> hooks;
  };
  friend struct History;
  friend void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output);

  const char* const name_;
  const uint64_t sequence_;
  std::vector<Edge> edges_;
  std::vector<Output> outputs_;
};

}  // namespace ts::autodiff
