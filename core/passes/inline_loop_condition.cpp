#include "core/passes/inline_loop_condition.h"
#include "core/passes/stable_iteration.h"

#include "core/ir/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

void moveNodesBefore(Block* from, Node* before) {
  for (Node* node : StableNodes(from)) {
    node->moveBefore(before);
  }
}

namespace {

void inlineCondition(Node* loop) {
  Block* body = loop->block(0);
  Block* condition = loop->block(1);
  Block* start = loop->addBlock();
  auto same = [](Value* value) { return value; };
  start->cloneFrom(condition, ir::ValueMapping(same));
  moveNodesBefore(start, loop);
  loop->insertInput(1, start->outputs()[0]);
  loop->eraseBlock(2);

  moveNodesBefore(condition, body->returnNode());
  body->insertOutput(0, condition->outputs()[0]);
  loop->eraseBlock(1);
}

void inlineConditions(Block* block) {
  for (Node* node : block->nodes()) {
    for (Block* inner : node->blocks()) inlineConditions(inner);
    if (node->is(prim::Loop)) inlineCondition(node);
  }
}

}  // namespace

void inlineLoopConditions(ir::Graph& graph) { inlineConditions(graph.block()); }

}  // namespace ts::passes
