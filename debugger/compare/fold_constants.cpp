#include "debugger/compare/fold_constants.h"

#include <memory>

#include "core/passes/folded_then_changed.h"
#include "core/passes/inliner.h"

namespace ts::debugger {
namespace {

// Copies the node that computes a value, and those of its inputs, which are constants and lists of
// constants.
ir::Value* copyInto(ir::Graph& graph, const ir::Value* value) {
  ir::Node* copy = graph.createClone(
      value->node(), [&](const ir::Value* input) { return copyInto(graph, input); });
  graph.insertNode(copy);
  return copy->output(value->offset());
}

}  // namespace

std::vector<SourceRange> foldAsPyTorch(ir::Graph& graph, interp::Interpreter& interpreter) {
  passes::inlineCalls(graph);
  std::vector<SourceRange> changes;
  for (const auto& [folded, change] : passes::findFoldedThenChanged(graph)) {
    const auto alone = std::make_shared<ir::Graph>();
    alone->block()->insertOutput(0, copyInto(*alone, folded));
    const interp::Stack results = interpreter.run(alone, {});
    ir::Node* constant = graph.createConstant(interp::tensorConstant(results.at(0).toTensor()));
    constant->insertBefore(folded->node());
    folded->replaceAllUsesWith(constant->output());
    changes.push_back(change->range());
  }
  return changes;
}

}  // namespace ts::debugger
