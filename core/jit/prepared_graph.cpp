#include "core/jit/prepared_graph.h"

#include <algorithm>

#include "core/base/limit_error.h"
#include "core/ir/kinds.h"
#include "core/jit/early_checks.h"
#include "core/jit/eval_version.h"
#include "core/passes/constant_propagation.h"
#include "core/passes/inliner.h"
#include "core/passes/peephole.h"
#include "core/passes/stable_iteration.h"

namespace ts::jit {

using ir::Block;
using ir::Graph;
using ir::Node;

namespace {

// True for an operator on a tensor that reads a list among its other arguments. Such operators
// neither keep nor change it.
bool onlyReads(const ir::Use& use) {
  const ops::FunctionSchema* schema = use.user->schema();
  if (schema == nullptr || use.offset == 0 || use.offset >= schema->arguments.size()) return false;
  const ops::Argument& list = schema->arguments[use.offset];
  return schema->arguments[0].type == types::tensorType() && !(list.alias && list.alias->isWrite);
}

void makeListConstant(Graph& graph, Node* node) {
  std::vector<types::Constant> elements;
  for (const ir::Value* input : node->inputs()) {
    const types::Constant* element = ir::constantOf(input);
    if (element == nullptr || !(element->isInt() || element->isReal() || element->isBool())) return;
    elements.push_back(*element);
  }
  if (elements.empty() || !std::ranges::all_of(node->output()->uses(), onlyReads)) return;
  const types::TypePtr type = node->output()->type();
  Node* constant =
      graph.createConstant(types::Constant::list(type->element(), std::move(elements)));
  constant->setRange(node->range())->insertBefore(node);
  node->output()->replaceAllUsesWith(constant->output());
  node->destroy();
}

void makeListConstants(Graph& graph, Block& block) {
  for (Node* node : passes::StableNodes(&block)) {
    for (Block* inner : node->blocks()) makeListConstants(graph, *inner);
    if (node->is(ir::prim::ListConstruct)) makeListConstant(graph, node);
  }
}

// `type_as` returns its argument when the dtypes are equal, which its schema does not say: a write
// to the result would seem to have no effect. `to` does the same, and its schema says so.
void replaceTypeAs(Graph& graph, Block& block) {
  static const Symbol kTypeAs = Symbol::intern("aten::type_as"), kTo = Symbol::intern("aten::to");
  for (Node* node : passes::StableNodes(&block)) {
    for (Block* inner : node->blocks()) replaceTypeAs(graph, *inner);
    if (!node->is(kTypeAs)) continue;
    const auto constant = [&](const types::Constant& value) {
      Node* constant = graph.createConstant(value);
      constant->setRange(node->range())->insertBefore(node);
      return constant->output();
    };
    ir::Value* const no = constant(types::Constant::boolean(false));
    ir::Value* const none = constant(types::Constant::none());
    Node* to = graph.create(kTo, {node->input(0), node->input(1), no, no, none});
    to->setRange(node->range())->insertBefore(node);
    to->setCallStack(node->callStack());
    to->output()->copyMetadata(node->output());
    node->output()->replaceAllUsesWith(to->output());
    node->destroy();
  }
}

}  // namespace

ir::GraphPtr prepareGraph(const ir::GraphPtr& graph) {
  ir::GraphPtr copy = graph->copy();
  copy->keepAlive(graph);
  try {
    passes::inlineCallsToRun(*copy);
  } catch (const LimitError&) {
    return graph;
  }
  replaceTypeAs(*copy, *copy->block());
  addEvalVersion(*copy);
  // Decided conditions lead to new constants.
  for (int round = 0; round < 2; ++round) {
    passes::optimizePeephole(*copy, {.shapes = false, .exactTypes = true});
    passes::propagateImmutableConstants(*copy);
  }
  makeListConstants(*copy, *copy->block());
  moveChecks(*copy);
  return copy;
}

}  // namespace ts::jit
