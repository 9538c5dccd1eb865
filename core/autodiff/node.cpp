#include "core/autodiff/node.h"

#include <atomic>
#include <utility>

#include "core/autodiff/accumulate_node.h"
#include "core/autodiff/tape_observer.h"
#include "core/autodiff/tape_watcher.h"

namespace ts::autodiff {
namespace {

std::atomic<uint64_t> nodes = 0;
// A tool watches the engine on one thread.
thread_local TapeWatcher* watcherOfThread = nullptr;

}  // namespace

TapeWatcher* setTapeWatcher(TapeWatcher* watcher) {
  return std::exchange(watcherOfThread, watcher);
}
TapeWatcher* tapeWatcher() { return watcherOfThread; }

History::~History() {
  if (node && output < node->outputs_.size() && node->outputs_[output].history == this)
    node->outputs_[output].history = nullptr;
}

History* historyOf(const Tensor& tensor) {
  return static_cast<History*>(tensor.impl()->history.get());
}

History& makeHistory(const Tensor& tensor) {
  if (!tensor.impl()->history) tensor.impl()->history = tensor::makeCounted<History>();
  return *historyOf(tensor);
}

Edge edgeTo(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.requiresGrad()) return {};
  // A leaf that other threads use may get its history now: only its flag tells that it is one.
  if (tensor.impl()->gradient == nullptr) return {AccumulateNode::of(tensor), 0};
  const History* history = historyOf(tensor);
  return {history->node, history->output};
}

void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output) {
  History& history = makeHistory(tensor);
  if (history.node && history.node->outputs_[history.output].history == &history)
    history.node->outputs_[history.output].history = nullptr;
  if (node->outputs_.size() <= output) node->outputs_.resize(output + 1);
  node->outputs_[output].history = &history;
  setEdge(tensor, {node, output});
}

void setEdge(const Tensor& tensor, const Edge& edge) {
  History& history = makeHistory(tensor);
  history.node = edge.node;
  history.output = edge.output;
  tensor.impl()->requiresGrad = true;
  tensor.impl()->gradient = edge.node->nameOf(edge.output).node;
}

void clearHistory(const Tensor& tensor) {
  if (History* history = historyOf(tensor)) {
    Tensor grad = history->grad;
    tensor.impl()->history = nullptr;
    if (grad.defined()) makeHistory(tensor).grad = std::move(grad);
  }
  tensor.impl()->requiresGrad = false;
  tensor.impl()->gradient = nullptr;
}

tensor::Ptr<TensorHooks>& hooksOf(const Tensor& tensor) {
  History& history = makeHistory(tensor);
  return history.node ? history.node->tensorHooks(history.output) : history.hooks;
}

Node::Node(const char* name, std::vector<Edge> edges)
    : name_(name), sequence_(nodes++), edges_(std::move(edges)) {
  if (TapeObserver* observer = tapeObserver()) observer->recorded(*this);
  if (watcherOfThread != nullptr) watcherOfThread->recorded(*this);
}
Node::Node(const char* name, uint64_t sequence) : name_(name), sequence_(sequence) {}

std::unique_ptr<RowSum> Node::rowSum(size_t, std::span<const Tensor>) { return nullptr; }
void Node::dropHooks() {
  hooks = nullptr;
  for (Output& output : outputs_) output.hooks = nullptr;
}

// Frees a chain of nodes one after another: a destructor for each link would need a deep stack.
Node::~Node() {
  std::vector<Edge> edges = std::move(edges_);
  while (!edges.empty()) {
    const Edge edge = std::move(edges.back());
    edges.pop_back();
    if (!edge.node || edge.node->useCount() != 1) continue;
    for (Edge& next : edge.node->edges_) edges.push_back(std::move(next));
    edge.node->edges_.clear();
  }
}

}  // namespace ts::autodiff
