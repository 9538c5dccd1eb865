#include "core/autodiff/accumulate_node.h"

#include <mutex>

#include "core/autodiff/tape.h"
#include "core/tensor/grad_mode.h"

namespace ts::autodiff {
namespace {

std::mutex accumulators;  // guards History::accumulator and the making of histories of leaves

}  // namespace

AccumulateNode::AccumulateNode(const Tensor& leaf) : Node("AccumulateGrad", kFirst), leaf_(leaf) {
  addOutput();
}

tensor::Ptr<Node> AccumulateNode::of(const Tensor& leaf) {
  const std::lock_guard lock(accumulators);
  History& history = makeHistory(leaf);
  if (history.accumulator != nullptr && history.accumulator->retainIfAlive()) {
    const tensor::Ptr<Node> known(history.accumulator);
    history.accumulator->release();
    return known;
  }
  const auto made = tensor::makeCounted<AccumulateNode>(leaf);
  history.accumulator = made.get();
  return made;
}

AccumulateNode::~AccumulateNode() {
  const std::lock_guard lock(accumulators);
  History* history = autodiff::historyOf(leaf_);
  if (history != nullptr && history->accumulator == this) history->accumulator = nullptr;
}

void accumulate(History& history, const Tensor& gradient) {
  const auto clone = [&] {
    return callTensor("aten::copy_",
                      {tensor::emptyLike(gradient, gradient.dtype()), gradient, false});
  };
  if (tensor::isGradEnabled()) {
    history.grad = history.grad.defined()
                       ? callTensor("aten::add.Tensor", {history.grad, gradient, 1})
                       : clone();
  } else if (history.grad.defined()) {
    callTensor("aten::add_.Tensor", {history.grad, gradient, 1});
  } else {
    // Others may hold the tensor, or its memory.
    const bool isOwn = gradient.impl()->useCount() == 1 && gradient.storage()->useCount() == 1;
    history.grad = isOwn ? gradient : clone();
  }
}

std::vector<Tensor> AccumulateNode::run(std::span<const Tensor> gradients, const std::vector<bool>&,
                                        interp::Interpreter&) {
  if (!gradients[0].defined()) return {};
  History& history = makeHistory(leaf_);
  accumulate(history, gradients[0]);
  if (const tensor::Ptr<TensorHooks> hooks = history.hooksAfterAccumulation) hooks->run(leaf_);
  return {};
}

}  // namespace ts::autodiff
