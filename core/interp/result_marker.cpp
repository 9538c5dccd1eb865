#include "core/interp/result_marker.h"

#include <algorithm>
#include <unordered_set>

#include "core/ir/kinds.h"
#include "core/tensor/value_walk.h"

namespace ts::interp {
namespace {

// The graph of a function or method that a node calls; null if it has none.
const ir::Graph* calledGraph(const ir::Node& node) {
  const ir::Function* function = nullptr;
  if (node.is(ir::prim::CallFunction)) {
    if (const auto* type = types::cast<types::FunctionType>(node.input(0)->type()))
      function = type->function();
  } else if (node.is(ir::prim::CallMethod)) {
    if (const auto* type = types::cast<types::ClassType>(node.input(0)->type()))
      function = type->method(node.get<std::string>(ir::attr::name));
  } else if (node.is(ir::prim::fork)) {
    return node.get<ir::GraphPtr>(ir::attr::Subgraph).get();
  }
  return function != nullptr ? function->graph.get() : nullptr;
}

bool entersAutocast(const ir::Node& node) {
  if (!node.is(ir::prim::Enter)) return false;
  const auto* manager = types::cast<types::ClassType>(node.input(0)->type());
  return manager != nullptr && isAutocast(*manager);
}

}  // namespace

bool isAutocast(const types::ClassType& type) {
  return type.qualifiedName().ends_with("amp.autocast_mode.autocast");
}

bool usesTape(const ir::Graph& graph) {
  std::unordered_set<const ir::Graph*> seen{&graph};
  std::vector<const ir::Block*> open{graph.block()};
  while (!open.empty()) {
    const ir::Block* block = open.back();
    open.pop_back();
    for (const ir::Node* node : block->nodes()) {
      if (std::ranges::find(kTapeOperators, node->kind().str()) != kTapeOperators.end() ||
          entersAutocast(*node))
        return true;
      open.insert(open.end(), node->blocks().begin(), node->blocks().end());
      const ir::Graph* callee = calledGraph(*node);
      if (callee != nullptr && seen.insert(callee).second) open.push_back(callee->block());
    }
  }
  return false;
}

bool requiresGradient(const tensor::IValue& value) {
  if (value.isTensor()) return value.toTensor().requiresGrad();
  if (!value.isList()) return false;
  for (tensor::ValueWalk walk(value); const tensor::IValue* part = walk.next();)
    if (part->isTensor() && part->toTensor().requiresGrad()) return true;
  return false;
}

}  // namespace ts::interp
