#include "core/passes/canonicalize_modified_loops.h"

#include <cstdint>
#include <limits>

#include "core/ir/kinds.h"
#include "core/passes/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
using types::Constant;
namespace prim = ir::prim;

namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

bool isTrue(const Value* value) {
  auto constant = ir::constantOf(value);
  return constant && constant->isBool() && constant->toBool();
}

bool isModified(const Node* loop) {
  const Block* body = loop->block(0);
  if (isTrue(loop->input(1)) && isTrue(body->outputs()[0])) return false;
  auto count = ir::constantOf(loop->input(0));
  return !count || !count->isInt() || count->toInt() != kNoLimit || body->inputs()[0]->hasUses();
}

Value* insert(Graph* graph, Symbol kind, Value* a, Value* b, types::TypePtr type) {
  Value* result = graph->insertNode(graph->create(kind, {a, b}))->output();
  result->setType(type);
  return result;
}

void canonicalize(Node* loop) {
  Graph* graph = loop->owningGraph();
  Block* body = loop->block(0);
  Value* limit = loop->input(0);
  Value* zero = nullptr;
  Value* constantOne = nullptr;
  {
    WithInsertPoint guard(loop);
    zero = graph->insertConstant(Constant::integer(0));
    constantOne = graph->insertConstant(Constant::integer(1));
    Value* condition = insert(graph, aten::gt, limit, zero, types::boolType());
    loop->replaceInput(0, graph->insertConstant(Constant::integer(kNoLimit)));
    if (!isTrue(loop->input(1))) {
      condition = insert(graph, aten::__and__, condition, loop->input(1), types::boolType());
    }
    loop->replaceInput(1, condition);
  }
  loop->addOutput()->setType(types::intType());
  loop->addInput(zero);
  WithInsertPoint guard(body);
  Value* iteration = body->addInput();
  iteration->setType(types::intType());
  body->inputs()[0]->setDebugName({});
  body->inputs()[0]->replaceAllUsesWith(iteration);
  Value* next = insert(graph, aten::add, iteration, constantOne, types::intType());
  body->registerOutput(next);
  Value* isLess = insert(graph, aten::lt, next, limit, types::boolType());
  Value* goOn = insert(graph, aten::__and__, isLess, body->outputs()[0], types::boolType());
  body->eraseOutput(0);
  body->insertOutput(0, goOn);
}

void canonicalizeAll(Block* block) {
  for (Node* node : block->nodes()) {
    for (Block* inner : node->blocks()) canonicalizeAll(inner);
    if (node->is(prim::Loop) && isModified(node)) canonicalize(node);
  }
}

}  // namespace

void canonicalizeModifiedLoops(Graph& graph) { canonicalizeAll(graph.block()); }

}  // namespace ts::passes
