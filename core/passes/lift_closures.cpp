#include "core/passes/lift_closures.h"

#include <unordered_map>

#include "core/ir/kinds.h"
#include "core/passes/pipeline.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

std::optional<PassError> lift(Node* closure) {
  auto lifted = std::make_shared<Graph>();
  Graph* graph = closure->owningGraph();
  Node* pack = graph->create(prim::TupleConstruct)->insertAfter(closure);
  Value* context = lifted->addInput("context");
  Node* unpack = lifted->insertNode(lifted->create(prim::TupleUnpack, {context}, 0));

  std::unordered_map<Value*, Value*> captured;
  auto capture = [&](Value* outside) {
    Value*& inside = captured[outside];
    if (inside == nullptr) {
      pack->addInput(outside);
      inside = unpack->addOutput();
      inside->copyMetadata(outside);
    }
    return inside;
  };
  lifted->block()->cloneFrom(closure->block(0), ir::ValueMapping(capture));
  lifted->shareOwners(*graph);

  std::vector<types::TypePtr> captures;
  for (const Value* value : pack->inputs()) captures.push_back(value->type());
  types::TypePtr contextType = types::tupleOf(std::move(captures));
  context->setType(contextType);
  pack->output()->setType(contextType);

  Node* both = graph->create(prim::TupleConstruct)->insertAfter(pack);
  closure->output()->replaceAllUsesWith(both->output());
  both->addInput(closure->output());
  both->addInput(pack->output());
  both->output()->setType(types::tupleOf({closure->output()->type(), contextType}));
  closure->eraseBlock(0);
  closure->set(ir::attr::Subgraph, lifted);
  return runCleanupPasses(*lifted);
}

std::optional<PassError> liftAll(Block* block) {
  std::optional<PassError> error;
  for (Node* node : StableNodes(block)) {
    if (node->is(prim::Closure) && !node->blocks().empty()) {
      error = lift(node);
    } else {
      for (Block* inner : node->blocks()) error = error ? error : liftAll(inner);
    }
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace

std::optional<PassError> liftClosures(Graph& graph) { return liftAll(graph.block()); }

}  // namespace ts::passes
