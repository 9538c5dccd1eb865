#include "core/autodiff/region_node.h"

#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"

namespace ts::autodiff {

RegionNode::RegionNode(size_t first, std::vector<Edge> edges,
                       std::shared_ptr<GraphGradient> gradient, std::span<const Tensor> inputs,
                       std::span<const Tensor> outputs)
    : Node(gradient->nameOf(first).node, std::move(edges)), gradient_(std::move(gradient)) {
  for (const GraphGradient::Place& place : gradient_->saved()) {
    const bool isResult = !place.isInput && gradient_->outputRequiresGrad(place.index);
    saved_.emplace_back(place.isInput ? inputs[place.index] : outputs[place.index], isResult);
  }
}

bool RegionNode::freeSaved() {
  bool hadTensors = false;
  for (SavedValue& value : saved_) hadTensors |= value.freeTensors();
  return hadTensors;
}

std::vector<Tensor> RegionNode::run(std::span<const Tensor> gradients,
                                    const std::vector<bool>& wanted,
                                    interp::Interpreter& interpreter) {
  std::vector<Tensor> saved;
  for (size_t i = 0; i < saved_.size(); ++i)
    saved.push_back(saved_[i].read(this, gradient_->saved()[i].index).toTensor());
  std::optional<std::vector<Tensor>> recorded;
  const BackwardGraph& backward = gradient_->backward(gradients, saved, wanted, recorded);
  if (backward.graph == nullptr)
    return gradient_->differentiate(gradients, saved, wanted, interpreter);
  // The recorded run has no history.
  if (recorded && interpreter.marker() == nullptr) return std::move(*recorded);
  interp::Stack arguments;
  for (const size_t i : backward.gradients) arguments.emplace_back(gradients[i]);
  for (const size_t i : backward.saved) arguments.emplace_back(saved[i]);
  saved.clear();
  const interp::Stack found = interpreter.run(backward.graph, std::move(arguments), "backward");
  std::vector<Tensor> results(wanted.size());
  for (size_t i = 0; i < found.size(); ++i) results[backward.results[i]] = found[i].toTensor();
  return results;
}

}  // namespace ts::autodiff
