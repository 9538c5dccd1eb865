#include "core/autodiff/backward.h"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <utility>

#include "core/autodiff/accumulate_node.h"
#include "core/autodiff/row_sum.h"
#include "core/autodiff/tape.h"
#include "core/autodiff/tape_observer.h"
#include "core/autodiff/tape_watcher.h"
#include "core/base/torch_profile.h"
#include "core/interp/marker_scope.h"
#include "core/kernels/copy.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"

namespace ts::autodiff {

using tensor::fail;

namespace {

// One run over the nodes that the roots depend on: a node runs after all nodes that use its
// outputs, and of several nodes the latest one first.
class Run {
 public:
  Run(interp::Interpreter& interpreter, const BackwardOptions& options)
      : interpreter_(interpreter), options_(options) {}

  // Only the gradients of these tensors are found. They are collected instead of added to the
  // tensors' grads, or both run to the leaves. Call it first.
  void restrict(std::span<const Tensor> inputs, bool collects) {
    isRestricted_ = true;
    collects_ = collects;
    collected_.resize(collects ? inputs.size() : 0);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Edge edge = edgeTo(inputs[i]);
      if (!edge.isNeeded()) fail("One of the differentiated Tensors does not require grad");
      inputs_.push_back(edge);
      states_[edge.node.get()].wanted.push_back({edge.output, i});
      if (!collects && inputs[i].impl()->gradient != nullptr)
        makeHistory(inputs[i]).keepsGrad = true;
    }
  }

  void run(std::span<const Tensor> roots, std::span<const Tensor> seeds) {
    std::vector<Edge> edges;  // keep the nodes of leaves alive
    for (const Tensor& root : roots) edges.push_back(edgeTo(root));
    for (const Edge& edge : edges) visit(edge.node.get());
    findWanted();
    for (size_t i = 0; i < roots.size(); ++i) send(edges[i], seeds[i]);
    for (const Edge& edge : edges)
      if (states_[edge.node.get()].users == 0) makeReady(edge.node.get());
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

  struct Waiting {
    size_t output;
    RowSum sum;
  };

  struct NodeState {
    bool isSeen = false, isQueued = false;
    bool leadsToInput = false;
    size_t uses = 0;                // edges to the node
    size_t users = 0;               // those that no gradient has gone along yet
    std::vector<Tensor> gradients;  // so far, by output
    std::vector<Waiting> waiting;   // parts of its gradients that are not computed yet
    std::vector<Output> wanted;     // its outputs that are inputs of this run
  };

  // Counts the users of each node, without recursion.
  void visit(Node* root) {
    std::vector<Node*> open;
    const auto see = [&](Node* node, NodeState& state) {
      if (!std::exchange(state.isSeen, true)) open.push_back(node);
    };
    see(root, states_[root]);
    while (!open.empty()) {
      Node* node = open.back();
      open.pop_back();
      order_.push_back(node);
      for (const Edge& edge : node->edges()) {
        if (!edge.node) continue;
        NodeState& state = states_[edge.node.get()];
        ++state.uses;
        ++state.users;
        see(edge.node.get(), state);
      }
    }
  }

  // With inputs, only nodes on the way to them run.
  void findWanted() {
    if (!isRestricted_) return;
    std::ranges::sort(order_, {}, &Node::sequence);  // arguments before their users
    for (Node* node : order_)
      states_[node].leadsToInput =
          std::ranges::any_of(node->edges(), [&](const Edge& edge) { return isWantedEdge(edge); });
  }
  bool isWantedEdge(const Edge& edge) const {
    if (!edge.node || !isRestricted_) return edge.isNeeded();
    const NodeState& state = states_.at(edge.node.get());
    return state.leadsToInput ||
           std::ranges::find(state.wanted, edge.output, &Output::output) != state.wanted.end();
  }
  // A leaf that is an input runs if gradients go to grads.
  bool isWantedNode(const Node& node, const NodeState& state) const {
    if (!isRestricted_ || state.leadsToInput) return true;
    return !collects_ && node.edges().empty() && !state.wanted.empty();
  }

  // Adds to a sum that has memory of its own, which only the run knows; else returns a new one.
  Tensor sum(Tensor& a, const Tensor& b) const {
    if (!a.defined()) return b;
    const bool isOwn = !options_.recordsItself && a.impl()->useCount() == 1 &&
                       a.storage()->useCount() == 1 && a.isContiguous() && a.dtype() == b.dtype() &&
                       a.sizes() == b.sizes();
    return callTensor(isOwn ? "aten::add_.Tensor" : "aten::add.Tensor", {a, b, 1});
  }

  void send(const Edge& edge, const Tensor& gradient) {
    if (!gradient.defined() || !edge.node) return;
    std::vector<Tensor>& buffer = states_[edge.node.get()].gradients;
    buffer.resize(std::max(buffer.size(), edge.node->outputs()));
    buffer[edge.output] = sum(buffer[edge.output], gradient);
  }

  // Takes gradients that are sums over rows from a node that shares their tensors with others.
  // Such a sum has no history, and tools see no gradient of a single node.
  void takeRowSums(Node& node, std::span<const Tensor> gradients, std::vector<bool>& wanted) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      const Edge& edge = node.edges()[i];
      if (!wanted[i] || states_[edge.node.get()].uses < 2) continue;
      const std::unique_ptr<RowSum> sum = node.rowSum(i, gradients);
      if (!sum) continue;
      wanted[i] = false;
      addWaiting(edge, std::move(*sum));
    }
  }
  void addWaiting(const Edge& edge, RowSum sum) {
    std::vector<Waiting>& waiting = states_[edge.node.get()].waiting;
    const auto known = std::ranges::find(waiting, edge.output, &Waiting::output);
    if (known == waiting.end()) return void(waiting.push_back({edge.output, std::move(sum)}));
    if (known->sum.accepts(sum)) return known->sum.add(std::move(sum));
    send(edge, std::exchange(known->sum, std::move(sum)).compute(interpreter_));
  }

  void makeReady(Node* node) {
    if (!std::exchange(states_[node].isQueued, true)) ready_.push(node);
  }

  void runNode(Node& node) {
    const tensor::Ptr<Node> alive(&node);
    NodeState& state = states_[&node];
    for (const Waiting& waiting : std::exchange(state.waiting, {}))
      send({alive, waiting.output}, waiting.sum.compute(interpreter_));
    std::vector<Tensor> gradients = std::move(state.gradients);
    gradients.resize(node.outputs());
    // PyTorch collects the gradients of inputs before their hooks, except, since 2.0, where only
    // the hooks remain to run.
    const bool isWanted = isWantedNode(node, state);
    const bool collectsFirst = isWanted || !atLeast(TorchProfile::Torch2_6);
    if (collectsFirst) collect(state, gradients);
    const bool fillsGrad = !collects_ && !state.wanted.empty();
    if (isWanted || !collectsFirst || fillsGrad) runTensorHooks(node, gradients);
    if (!collectsFirst) collect(state, gradients);
    std::vector<Tensor> results;
    if (isWanted &&
        (node.runsWithoutGradients() || std::ranges::any_of(gradients, &Tensor::defined)))
      results = resultsOf(node, std::move(gradients));
    gradients.clear();
    const std::vector<Edge>& edges = node.edges();
    results.resize(edges.size());
    for (size_t i = 0; i < edges.size(); ++i) {
      const Tensor gradient = std::move(results[i]);
      send(edges[i], gradient);
      if (edges[i].node && --states_[edges[i].node.get()].users == 0)
        makeReady(edges[i].node.get());
    }
  }

  static void runTensorHooks(Node& node, std::vector<Tensor>& gradients) {
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (!gradients[i].defined()) continue;
      if (const tensor::Ptr<TensorHooks> hooks = node.tensorHooks(i))
        gradients[i] = hooks->run(gradients[i]);
      History* history = node.historyOf(i);
      if (history != nullptr && history->keepsGrad) accumulate(*history, gradients[i]);
    }
  }

  void collect(const NodeState& state, std::span<const Tensor> gradients) {
    if (!collects_) return;
    for (const Output& wanted : state.wanted)
      if (wanted.output < gradients.size()) collected_[wanted.input] = gradients[wanted.output];
  }

  std::vector<Tensor> resultsOf(Node& node, std::vector<Tensor> gradients) {
    const tensor::Ptr<NodeHooks> hooks = node.hooks;
    TapeObserver* observer = tapeObserver();
    try {
      if (hooks) hooks->before(gradients);
      std::vector<bool> wanted;
      for (const Edge& edge : node.edges()) wanted.push_back(isWantedEdge(edge));
      TapeWatcher* watcher = tapeWatcher();
      if (watcher != nullptr) watcher->entered(node, gradients);
      if (!hooks && watcher == nullptr && observer == nullptr && !options_.recordsItself)
        takeRowSums(node, gradients, wanted);
      std::vector<Tensor> results = node.run(gradients, wanted, interpreter_);
      if (hooks) hooks->after(results, gradients);
      if (watcher != nullptr) watcher->left(node, results);
      if (observer != nullptr && observer->checksNan()) checkNan(node, results);
      if (!options_.keepsGraph && node.freeSaved()) node.dropHooks();
      return results;
    } catch (...) {
      if (observer != nullptr && observer->detectsAnomalies()) observer->failed(node);
      throw;
    }
  }

  static void checkNan(const Node& node, std::span<const Tensor> results) {
    const tensor::GradModeScope mode(false);
    for (size_t i = 0; i < results.size(); ++i) {
      if (!results[i].defined()) continue;
      const Tensor isNan = callTensor("aten::ne.Tensor", {results[i], results[i]});
      if (kernels::itemOf(callTensor("aten::any", {isNan})).to<bool>())
        fail("Function '{}' returned nan values in its {}th output.", node.name(), i);
    }
  }

  interp::Interpreter& interpreter_;
  const BackwardOptions& options_;
  bool isRestricted_ = false, collects_ = false;
  std::vector<Edge> inputs_;       // keep the nodes of inputs alive
  std::vector<Tensor> collected_;  // by input
  std::unordered_map<const Node*, NodeState> states_;
  std::vector<Node*> order_;
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
            "Mismatch in shape: grad_output[{}] has a shape of torch.Size({}) and output[{}] has a "
            "shape of torch.Size({}).",
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

// Tells the tool that watches the tape of a run.
class WatchedRun {
 public:
  WatchedRun() : watcher_(tapeWatcher()) {
    if (watcher_ != nullptr) watcher_->began();
  }
  ~WatchedRun() {
    if (watcher_ != nullptr) watcher_->ended();
  }
  WatchedRun(const WatchedRun&) = delete;
  WatchedRun& operator=(const WatchedRun&) = delete;

 private:
  TapeWatcher* const watcher_;
};

enum class Goal { Leaves, Grads, Gradients };

std::vector<Tensor> runAll(interp::Interpreter& interpreter, std::span<const Tensor> roots,
                           std::span<const Tensor> seeds, const BackwardOptions& options, Goal goal,
                           std::span<const Tensor> inputs) {
  const std::vector<Tensor> complete = completeSeeds(roots, seeds);
  const WatchedRun watched;
  const tensor::GradModeScope mode(options.recordsItself);
  const interp::MarkerScope marked(interpreter,
                                   options.recordsItself ? &TapeMarker::instance() : nullptr);
  Run run(interpreter, options);
  if (goal != Goal::Leaves) run.restrict(inputs, goal == Goal::Gradients);
  run.run(roots, complete);
  return run.takeCollected();
}

}  // namespace

void backward(interp::Interpreter& interpreter, std::span<const Tensor> roots,
              std::span<const Tensor> seeds, const BackwardOptions& options,
              std::span<const Tensor> inputs) {
  runAll(interpreter, roots, seeds, options, inputs.empty() ? Goal::Leaves : Goal::Grads, inputs);
}

std::vector<Tensor> gradients(interp::Interpreter& interpreter, std::span<const Tensor> roots,
                              std::span<const Tensor> seeds, const BackwardOptions& options,
                              std::span<const Tensor> inputs) {
  return runAll(interpreter, roots, seeds, options, Goal::Gradients, inputs);
}

}  // namespace ts::autodiff
