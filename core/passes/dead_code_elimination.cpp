#include "core/passes/dead_code_elimination.h"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "core/base/pointer_set.h"
#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

// Whether anything in the block may write to memory. Without writes nobody needs to know who shares
// what, and the aliases of most graphs are never computed.
bool mayWrite(const Block* block);

bool mayWrite(const Node* node) {
  for (const Block* block : node->blocks()) {
    if (mayWrite(block)) return true;
  }
  Symbol kind = node->kind();
  if (kind == prim::Constant || kind == prim::If || kind == prim::Loop) return false;
  if (const ops::FunctionSchema* schema = node->schema()) {
    // Of batch and instance norm the schema doesn't say it; waiting lets somebody else write.
    std::string_view name = kind.name();
    return schema->isMutable() || name == "batch_norm" || name == "instance_norm" || name == "wait";
  }
  static const std::unordered_set<Symbol> kPure = {
      prim::Closure,        prim::CreateObject,  prim::Uninitialized, prim::TupleUnpack,
      prim::TupleIndex,     prim::TupleSlice,    prim::ListUnpack,    prim::GetAttr,
      prim::TupleConstruct, prim::ListConstruct, prim::DictConstruct, prim::unchecked_cast,
      prim::isinstance,     prim::Print,         prim::fork,
  };
  return !kPure.contains(kind);
}

bool mayWrite(const Block* block) {
  for (const Node* node : block->nodes()) {
    if (mayWrite(node)) return true;
  }
  return false;
}

// Mark and sweep: from the graph's outputs and from nodes with effects back to all that they need.
class Eliminator {
 public:
  Eliminator(Graph& graph, bool withAliases) : graph_(graph), withAliases_(withAliases) {
    if (withAliases && mayWrite(graph.block())) aliases_ = std::make_unique<AliasDb>(graph);
  }

  void run() {
    Block* block = graph_.block();
    removeDeadForkInputs(block);
    mark(block->returnNode());
    mark(block);
    sweep(block);
  }

 private:
  void removeDeadForkInputs(Block* block) {
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) removeDeadForkInputs(inner);
      if (!node->is(prim::fork)) continue;
      Graph& body = *node->get<ir::GraphPtr>(ir::attr::Subgraph);
      for (size_t i = 0; i < body.inputs().size(); ++i) {
        if (body.inputs()[i]->hasUses()) continue;
        body.eraseInput(i);
        node->removeInput(i);
      }
    }
  }

  // A block's return node uses only those of its inputs that are live outside.
  bool markReturn(Node* node) {
    if (marked_.contains(node)) return false;
    Node* owner = node->owningBlock()->owningNode();
    if (owner == nullptr) return mark(node);
    if (owner->is(prim::Loop)) {
      Block* body = owner->block(0);
      for (size_t i = 0; i < owner->outputs().size(); ++i) {
        if (live_.contains(owner->output(i)) || body->inputs()[i + 1]->hasUses())
          markLive(body->outputs()[i + 1]);
      }
      markLive(body->outputs()[0]);
    } else {
      for (size_t i = 0; i < owner->outputs().size(); ++i) {
        if (live_.contains(owner->output(i))) markLive(node->input(i));
      }
    }
    marked_.insert(node);
    return true;
  }

  // Until nothing new is found: what one round reads, the round before may have written.
  bool markLoop(Node* node) {
    bool any = false;
    while (mark(node->block(0))) any = true;
    return any;
  }

  bool mark(Block* block) {
    bool any = false;
    for (Node* node : block->nodes()) {
      if (hasEffects(node)) any |= mark(node);
    }
    any |= markReturn(block->returnNode());
    for (Node* node : block->nodes().reverse()) {
      if (node->is(prim::Loop)) {
        any |= markLoop(node);
      } else {
        for (Block* inner : node->blocks()) any |= mark(inner);
      }
      any |= markIfLive(node);
    }
    return any;
  }

  bool markIfLive(Node* node) {
    if (marked_.contains(node)) return false;
    for (const Value* output : node->outputs()) {
      if (live_.contains(output)) return mark(node);
    }
    if (aliases_ != nullptr) {
      Locations writes = aliases_->writes(node);
      if (std::any_of(writes.begin(), writes.end(),
                      [&](uint32_t at) { return liveMemory_.contains(at); })) {
        return mark(node);
      }
    }
    return false;
  }

  // The node, those that own the blocks that it is in, and all their inputs.
  bool mark(Node* node) {
    if (!marked_.insert(node)) return false;
    for (Node* owner = node; owner != nullptr && owner->owningBlock() != nullptr;
         owner = owner->owningBlock()->owningNode()) {
      mark(owner);
    }
    for (const Value* input : node->inputs()) markLive(input);
    return true;
  }

  void markLive(const Value* value) {
    if (!live_.insert(value) || aliases_ == nullptr) return;
    const Locations& memory = aliases_->locations(value);
    liveMemory_.insert(memory.begin(), memory.end());
  }

  bool hasEffects(const Node* node) {
    if (effectful_.contains(node)) return true;
    if (!looked_.insert(node)) return false;
    bool result = node->hasSideEffects() || writesUnseen(node);
    for (const Block* block : node->blocks()) {
      for (const Node* inner : block->nodes()) result = result || hasEffects(inner);
    }
    if (result) effectful_.insert(node);
    return result;
  }

  bool writesUnseen(const Node* node) {
    if (withAliases_) return aliases_ != nullptr && aliases_->writesToWildcard(node);
    const ops::FunctionSchema* schema = node->schema();
    return schema != nullptr && schema->isMutable();
  }

  void sweep(Block* block) {
    auto nodes = block->nodes().reverse();
    auto at = nodes.begin();
    while (at != nodes.end()) {
      Node* node = *at;
      // Before the blocks, so that what their dead outputs needed is found to be dead too.
      if (node->is(prim::If)) removeDeadIfOutputs(node);
      if (node->is(prim::Loop)) removeDeadLoopOutputs(node);
      for (Block* inner : node->blocks()) sweep(inner);
      ++at;
      if (!marked_.contains(node) && !node->hasUses()) node->destroy();
    }
  }

  static void removeDeadIfOutputs(Node* node) {
    for (size_t i = node->outputs().size(); i-- > 0;) {
      if (node->output(i)->hasUses()) continue;
      node->eraseOutput(i);
      for (Block* block : node->blocks()) block->eraseOutput(i);
    }
  }

  static void removeDeadLoopOutputs(Node* node) {
    Block* body = node->block(0);
    for (size_t i = node->outputs().size(); i-- > 0;) {
      if (node->output(i)->hasUses() || body->inputs()[i + 1]->hasUses()) continue;
      node->eraseOutput(i);
      node->removeInput(i + 2);
      body->eraseInput(i + 1);
      body->eraseOutput(i + 1);
    }
  }

  Graph& graph_;
  bool withAliases_;
  std::unique_ptr<AliasDb> aliases_;
  PointerSet looked_, effectful_;  // nodes asked for their effects, and those that have some
  PointerSet marked_, live_;       // nodes; values
  std::unordered_set<uint32_t> liveMemory_;
};

}  // namespace

void eliminateDeadCode(Graph& graph) { Eliminator(graph, true).run(); }
void eliminateDeadCodeWithoutAliases(Graph& graph) { Eliminator(graph, false).run(); }

}  // namespace ts::passes
