#include "core/autodiff/function_node.h"

#include <string>

#include "core/autodiff/gradient_names.h"
#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

std::vector<Edge> edgesTo(std::span<const Tensor> tensors) {
  std::vector<Edge> edges;
  for (const Tensor& tensor : tensors) edges.push_back(edgeTo(tensor));
  return edges;
}
std::vector<std::optional<GradientShape>> shapesOf(std::span<const Tensor> tensors) {
  std::vector<std::optional<GradientShape>> shapes;
  for (const Tensor& tensor : tensors) {
    shapes.emplace_back();
    if (tensor.defined()) shapes.back().emplace(tensor);
  }
  return shapes;
}

bool canBeSummedTo(std::span<const int64_t> from, std::span<const int64_t> to) {
  if (from.size() < to.size()) return false;
  const auto last = from.last(to.size());
  for (size_t i = 0; i < to.size(); ++i)
    if (to[i] != 1 && to[i] != last[i]) return false;
  return true;
}

}  // namespace

FunctionNode::FunctionNode(std::string_view name, std::span<const Tensor> inputs, Backward backward,
                           std::function<bool()> freeSaved)
    : Node(lastingName(name), edgesTo(inputs)),
      shapes_(shapesOf(inputs)),
      backward_(std::move(backward)),
      freeSaved_(std::move(freeSaved)) {}

std::vector<Edge> FunctionNode::shownEdges() const {
  std::vector<Edge> shown;
  for (size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i]) shown.push_back(edges()[i]);
  return shown;
}

std::vector<Tensor> FunctionNode::run(std::span<const Tensor> gradients, const std::vector<bool>&,
                                      interp::Interpreter&) {
  std::vector<Tensor> results = backward_(gradients);
  results.resize(edges().size());
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].defined() || !edges()[i].isNeeded()) continue;
    if (!canBeSummedTo(results[i].sizes(), shapes_[i]->sizes))
      tensor::fail(
          "Function {} returned an invalid gradient at index {} - got {} but expected shape "
          "compatible with {}",
          name(), i, tensor::shapeText(results[i].sizes()), tensor::shapeText(shapes_[i]->sizes));
    results[i] = shapes_[i]->fit(results[i]);
  }
  return results;
}

}  // namespace ts::autodiff
