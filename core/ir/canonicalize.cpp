// Renumbers values, like torch/csrc/jit/passes/canonicalize.cpp.
#include "core/ir/kinds.h"
#include "core/ir/text.h"

namespace ts::ir {

GraphPtr canonicalize(const Graph& graph, bool keepNames) {
  auto result = std::make_shared<Graph>();
  std::unordered_map<const Value*, Value*> values;
  auto map = [&](Value* value) { return values.at(value); };
  for (Value* input : graph.inputs()) {
    Value* copy = result->addInput();
    copy->copyMetadata(input);
    if (!keepNames) copy->setDebugName({});
    values[input] = copy;
  }
  for (Node* node : graph.nodes()) {
    Node* copy = result->appendNode(result->createClone(node, map));
    for (size_t i = 0; i < node->outputs().size(); ++i) {
      // Only in the top block, not in nested blocks, as in PyTorch.
      if (!keepNames) copy->output(i)->setDebugName({});
      values[node->output(i)] = copy->output(i);
    }
    if (const auto* subgraph = node->attribute(attr::Subgraph)) {
      if (const auto* nested = std::get_if<GraphPtr>(subgraph)) {
        copy->set(attr::Subgraph, canonicalize(**nested, keepNames));
      }
    }
  }
  for (Value* output : graph.outputs()) result->registerOutput(map(output));
  result->shareOwners(graph);
  return result;
}

}  // namespace ts::ir
