#include "core/autodiff/node.h"

#include <atomic>
#include <utility>

namespace ts::autodiff {
namespace {

std::atomic<uint64_t> nodes = 0;

}  // namespace

History::~History() {
  if (node && output < node->outputs_.size() && node->outputs_[output] == this)
    node->outputs_[output] = nullptr;
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
  const History* history = historyOf(tensor);
  if (history == nullptr || !history->node) return {nullptr, 0, tensor};
  return {history->node, history->output, {}};
}

void setHistory(const Tensor& tensor, const tensor::Ptr<Node>& node, size_t output) {
  History& history = makeHistory(tensor);
  if (history.node) history.node->outputs_[history.output] = nullptr;
  history.node = node;
  history.output = output;
  if (node->outputs_.size() <= output) node->outputs_.resize(output + 1);
  node->outputs_[output] = &history;
  tensor.impl()->requiresGrad = true;
  tensor.impl()->gradient = node->name();
}

void clearHistory(const Tensor& tensor) {
  tensor.impl()->history = nullptr;
  tensor.impl()->requiresGrad = false;
  tensor.impl()->gradient = nullptr;
}

Node::Node(const char* name, std::vector<Edge> edges)
    : name_(name), sequence_(nodes++), edges_(std::move(edges)) {}

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
