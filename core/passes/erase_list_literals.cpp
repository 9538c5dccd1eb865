#include "core/passes/erase_list_literals.h"

#include "core/ir/kinds.h"

namespace ts::passes {

namespace {

void eraseIn(ir::Graph& graph, ir::Block* block) {
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end(); ++it) {
    ir::Node* node = *it;
    for (ir::Block* inner : node->blocks()) eraseIn(graph, inner);
    if (!node->is(ir::prim::EmptyListLiteral)) continue;
    if (node->hasUses()) {
      ir::Node* list = graph.createList(types::tensorType(), {})->insertBefore(node);
      node->replaceAllUsesWith(list);
    }
    it.destroyCurrent();
  }
}

}  // namespace

void eraseListLiterals(ir::Graph& graph) { eraseIn(graph, graph.block()); }

}  // namespace ts::passes
