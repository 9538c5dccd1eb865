#include "core/autodiff/backward.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "core/autodiff/operator_node.h"
#include "core/autodiff/tape.h"
#include "core/interp/marker_scope.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"

namespace ts::autodiff {

using tensor::fail;

namespace {

class GradModeScope {
 public:
  explicit GradModeScope(bool enabled) : before_(tensor::isGradEnabled()) {
    tensor::setGradEnabled(enabled);
  }
  ~GradModeScope() { tensor::setGradEnabled(before_); }
  GradModeScope(const GradModeScope&) = delete;
  GradModeScope& operator=(const GradModeScope&) = delete;

 private:
  const bool before_;
};

// One run over the nodes that the roots depend on: a node runs after all nodes that use its
// outputs, and of several nodes the latest one first.
class Run {
 public:
  Run(interp::Interpreter& interpreter, const BackwardOptions& options)
      : interpreter_(interpreter), options_(options) {}

  // The tensors whose gradients are collected instead of added to the leaves. Call it first.
  void collect(std::span<const Tensor> inputs) {
    collects_ = true;
    collected_.resize(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Edge edge = edgeTo(inputs[i]);
      if (!edge.isNeeded()) fail("One of the differentiated Tensors does not require grad");
      if (edge.node)
        wantedOutputs_[edge.node.get()].push_back({edge.output, i});
      else
        wantedLeaves_[edge.leaf.impl()].push_back(i);
    }
  }

  void run(std::span<const Tensor> roots, std::span<const Tensor> seeds) {
    for (const Tensor& root : roots)
      if (const Edge edge = edgeTo(root); edge.node) visit(edge.node.get());
    findWanted();
    for (size_t i = 0; i < roots.size(); ++i) send(edgeTo(roots[i]), seeds[i]);
    for (const Tensor& root : roots)
      if (const Edge edge = edgeTo(root); edge.node && users_[edge.node.get()] == 0)
        makeReady(edge.node.get());
    while (!ready_.empty()) {
      Node* node = ready_.top();
      ready_.pop();
      runNode(*node);
    }
  }
  std::vector<Tensor> takeCollected() { return std::move(collected_); }

 private:
  struct Output {
    size_t output, input;
  };
  struct Earlier {
    bool operator()(const Node* a, const Node* b) const { return a->sequence() < b->sequence(); }
  };

  // Counts the users of each node, without recursion.
  void visit(Node* root) {
    if (!seen_.insert(root).second) return;
    std::vector<Node*> open{root};
    while (!open.empty()) {
      Node* node = open.back();
      open.pop_back();
      order_.push_back(node);
      for (const Edge& edge : node->edges()) {
        if (!edge.node) continue;
        ++users_[edge.node.get()];
        if (seen_.insert(edge.node.get()).second) open.push_back(edge.node.get());
      }
    }
  }

  // With inputs, only nodes on the way to them run.
  void findWanted() {
    if (!collects_) return;
    std::ranges::sort(order_, {}, &Node::sequence);  // arguments before their users
    for (Node* node : order_) {
      const bool isWanted =
          std::ranges::any_of(node->edges(), [&](const Edge& edge) { return isWantedEdge(edge); });
      if (isWanted) wanted_.insert(node);
    }
  }
  bool isWantedEdge(const Edge& edge) const {
    if (!collects_) return edge.isNeeded();
    if (edge.leaf.defined()) return wantedLeaves_.contains(edge.leaf.impl());
    if (!edge.node) return false;
    if (wanted_.contains(edge.node.get())) return true;
    const auto outputs = wantedOutputs_.find(edge.node.get());
    return outputs != wantedOutputs_.end() &&
           std::ranges::find(outputs->second, edge.output, &Output::output) !=
               outputs->second.end();
  }

  Tensor sum(const Tensor& a, const Tensor& b) const {
    if (!a.defined()) return b;
    if (!b.defined()) return a;
    return callTensor("aten::add.Tensor", {a, b, 1});
  }

  void send(const Edge& edge, const Tensor& gradient) {
    if (!gradient.defined()) return;
    if (edge.node) {
      std::vector<Tensor>& buffer = buffers_[edge.node.get()];
      buffer.resize(std::max(buffer.size(), edge.node->outputs()));
      buffer[edge.output] = sum(buffer[edge.output], gradient);
    } else if (edge.leaf.defined()) {
      arrive(edge.leaf, gradient);
    }
  }

  static Tensor runHooks(const History* history, Tensor gradient) {
    if (history == nullptr) return gradient;
    for (size_t i = 0; i < history->hooks.size(); ++i) {
      const Hook hook = history->hooks[i];
      if (!hook) continue;
      if (const Tensor changed = hook(gradient); changed.defined()) gradient = changed;
    }
    return gradient;
  }

  void arrive(const Tensor& leaf, Tensor gradient) {
    gradient = runHooks(historyOf(leaf), gradient);
    if (!collects_) return accumulate(makeHistory(leaf), gradient);
    const auto inputs = wantedLeaves_.find(leaf.impl());
    if (inputs == wantedLeaves_.end()) return;
    for (const size_t input : inputs->second) collected_[input] = sum(collected_[input], gradient);
  }

  void accumulate(History& history, const Tensor& gradient) const {
    if (!history.grad.defined()) {
      // Others may hold the tensor, or its memory.
      const bool isOwn = options_.recordsItself ||
                         (gradient.impl()->useCount() == 1 && gradient.storage()->useCount() == 1);
      history.grad = isOwn ? gradient : kernels::clone(gradient);
    } else if (options_.recordsItself) {
      history.grad = sum(history.grad, gradient);
    } else {
      callTensor("aten::add_.Tensor", {history.grad, gradient, 1});
    }
  }

  void makeReady(Node* node) {
    if (queued_.insert(node).second) ready_.push(node);
  }

  void runNode(Node& node) {
    const tensor::Ptr<Node> alive(&node);
    std::vector<Tensor> gradients = std::move(buffers_[&node]);
    buffers_.erase(&node);
    gradients.resize(node.outputs());
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (!gradients[i].defined()) continue;
      History* history = node.historyOf(i);
      gradients[i] = runHooks(history, gradients[i]);
      if (history != nullptr && history->keepsGrad && !collects_)
        accumulate(*history, gradients[i]);
    }
    if (const auto outputs = wantedOutputs_.find(&node); outputs != wantedOutputs_.end())
      for (const Output& wanted : outputs->second)
        if (wanted.output < gradients.size())
          collected_[wanted.input] = sum(collected_[wanted.input], gradients[wanted.output]);
    const bool isNeeded =
        std::ranges::any_of(gradients, &Tensor::defined) && (!collects_ || wanted_.contains(&node));
    std::vector<Tensor> results(node.edges().size());
    if (isNeeded) {
      std::vector<bool> wanted;
      for (const Edge& edge : node.edges()) wanted.push_back(isWantedEdge(edge));
      results = node.run(gradients, wanted, interpreter_);
      if (!options_.keepsGraph) node.freeSaved();
    }
    gradients.clear();
    const std::vector<Edge>& edges = node.edges();
    for (size_t i = 0; i < edges.size(); ++i) {
      const Tensor gradient = std::move(results[i]);
      send(edges[i], gradient);
      if (edges[i].node && --users_[edges[i].node.get()] == 0) makeReady(edges[i].node.get());
    }
  }

  interp::Interpreter& interpreter_;
  const BackwardOptions& options_;
  bool collects_ = false;
  std::vector<Tensor> collected_;  // by input
  std::unordered_map<const Node*, std::vector<Output>> wantedOutputs_;
  std::unordered_map<const tensor::TensorImpl*, std::vector<size_t>> wantedLeaves_;
  std::unordered_set<const Node*> seen_, wanted_, queued_;
  std::vector<Node*> order_;
  std::unordered_map<const Node*, size_t> users_;
  std::unordered_map<const Node*, std::vector<Tensor>> buffers_;  // the gradients so far
  std::priority_queue<Node*, std::vector<Node*>, Earlier> ready_;
};

std::vector<Tensor> completeSeeds(std::span<const Tensor> roots, std::span<const Tensor> seeds) {
  std::vector<Tensor> complete;
  for (size_t i = 0; i < roots.size(); ++i) {
    if (!roots[i].requiresGrad())
      fail("element {} of tensors does not require grad and does not have a grad_fn", i);
    if (i < seeds.size() && seeds[i].defined()) {
      if (seeds[i].sizes() != roots[i].sizes())
        fail(
            "Mismatch in shape: grad_output[{}] has a shape of {} and output[{}] has a shape of "
            "{}.",
            i, tensor::shapeText(seeds[i].sizes()), i, tensor::shapeText(roots[i].sizes()));
      complete.push_back(seeds[i]);
      continue;
    }
    if (roots[i].numel() != 1) fail("grad can be implicitly created only for scalar outputs");
    if (!tensor::isFloating(roots[i].dtype()))
      fail("grad can be implicitly created only for real scalar outputs but got {}",
           tensor::nameOf(roots[i].dtype()));
    complete.push_back(
        callTensor("aten::ones_like", {roots[i], IValue(), IValue(), IValue(), IValue(),
                                       static_cast<int64_t>(tensor::MemoryFormat::Preserve)}));
  }
  return complete;
}

std::vector<Tensor> runAll(interp::Interpreter& interpreter, std::span<const Tensor> roots,
                           std::span<const Tensor> seeds, const BackwardOptions& options,
                           std::optional<std::span<const Tensor>> inputs) {
  static const TapeMarker marker;
  const std::vector<Tensor> complete = completeSeeds(roots, seeds);
  const GradModeScope mode(options.recordsItself);
  const interp::MarkerScope marked(interpreter, options.recordsItself ? &marker : nullptr);
  Run run(interpreter, options);
  if (inputs) run.collect(*inputs);
  run.run(roots, complete);
  return run.takeCollected();
}

}  // namespace

void backward(interp::Interpreter& interpreter, std::span<const Tensor> roots,
              std::span<const Tensor> seeds, const BackwardOptions& options,
              std::span<const Tensor> inputs) {
  if (inputs.empty()) {
    runAll(interpreter, roots, seeds, options, std::nullopt);
    return;
  }
  const std::vector<Tensor> found = runAll(interpreter, roots, seeds, options, inputs);
  const GradModeScope mode(options.recordsItself);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!found[i].defined()) continue;
    History& history = makeHistory(inputs[i]);
    history.grad = history.grad.defined()
                       ? callTensor("aten::add.Tensor", {history.grad, found[i], 1})
                       : found[i];
  }
}

std::vector<Tensor> gradients(interp::Interpreter& interpreter, std::span<const Tensor> roots,
                              std::span<const Tensor> seeds, const BackwardOptions& options,
                              std::span<const Tensor> inputs) {
  return runAll(interpreter, roots, seeds, options, inputs);
}

}  // namespace ts::autodiff
