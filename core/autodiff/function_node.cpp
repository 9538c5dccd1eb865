#include "core/autodiff/function_node.h"

#include <mutex>
#include <set>
#include <string>

#include "core/tensor/error.h"

namespace ts::autodiff {
namespace {

// Names live as long as the process; programs have few functions.
const char* lasting(std::string_view name) {
  static std::mutex mutex;
  static auto* names = new std::set<std::string, std::less<>>;
  const std::lock_guard lock(mutex);
  const auto known = names->find(name);
  return (known != names->end() ? known : names->emplace(name).first)->c_str();
}

}  // namespace

FunctionNode::FunctionNode(std::string_view name, std::vector<Edge> edges, Backward backward)
    : Node(lasting(name), std::move(edges)), backward_(std::move(backward)) {}

std::vector<Tensor> FunctionNode::run(std::span<const Tensor> gradients, const std::vector<bool>&,
                                      interp::Interpreter&) {
  if (!backward_)
    tensor::fail(
        "Trying to backward through the graph a second time: {} has freed its values. "
        "Specify retain_graph=True if you need to backward through the graph a second time",
        name());
  std::vector<Tensor> results = backward_(gradients);
  results.resize(edges().size());
  return results;
}

void FunctionNode::freeSaved() { backward_ = nullptr; }

}  // namespace ts::autodiff
