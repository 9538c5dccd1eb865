#include "core/passes/dead_code_elimination.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

// True if the node itself may write to memory.
bool mayWrite(const Node* node) {
  Symbol kind = node->kind();
  if (kind == prim::Constant || kind == prim::If || kind == prim::Loop) return false;
  if (const ops::FunctionSchema* schema = node->schema()) {
    // The schemas of batch and instance norm don't declare their write. wait lets another task
    // write.
    static const SymbolSet kUndeclaredWriters = {aten::batch_norm, aten::instance_norm, aten::wait};
    return schema->isMutable() || kUndeclaredWriters.contains(kind);
  }
  static const SymbolSet kPure = {
      prim::Closure,        prim::CreateObject,  prim::Uninitialized, prim::TupleUnpack,
      prim::TupleIndex,     prim::TupleSlice,    prim::ListUnpack,    prim::GetAttr,
      prim::TupleConstruct, prim::ListConstruct, prim::DictConstruct, prim::unchecked_cast,
      prim::isinstance,     prim::Print,         prim::fork,
  };
  return !kPure.contains(kind);
}

// True if the node certainly writes to memory visible outside of the graph: an attribute, or an
// argument of the function. The memory model has only the wildcard for both.
bool writesOutside(const Node* node) {
  const ops::FunctionSchema* schema = node->schema();
  if (schema == nullptr || !schema->isMutable()) return false;
  size_t count = std::min(schema->arguments.size(), node->inputs().size());
  for (size_t i = 0; i < count; ++i) {
    const auto& alias = schema->arguments[i].alias;
    const Value* input = node->input(i);
    if (!alias || !alias->isWrite || !input->type()->is(types::TypeKind::Tensor)) continue;
    bool isParameter =
        input->node()->is(prim::Param) && input->node()->owningBlock()->owningNode() == nullptr;
    if (isParameter || input->node()->is(prim::GetAttr)) return true;
  }
  return false;
}

// Mark and sweep: marks all nodes that the graph's outputs and nodes with effects need, and
// destroys the rest.
class DeadCodeEliminator {
 public:
  DeadCodeEliminator(Graph& graph, bool withAliases) : graph_(graph), withAliases_(withAliases) {}

  void run() {
    Block* block = graph_.block();
    look(block);
    markAll();
    // Aliases matter only for nodes whose sole effect is a write, and only if the first marking
    // didn't reach them. Most graphs never need the alias analysis.
    bool isUnclear = std::any_of(writers_.begin(), writers_.end(),
                                 [&](const Node* node) { return !has(node, kMarked); });
    if (isUnclear) {
      aliases_ = std::make_unique<AliasDb>(graph_);
      markAll();
    }
    sweep(block);
  }

 private:
  // Flags of nodes. kMarked, which means live, also applies to values.
  enum Note : uint32_t { kLooked = 1, kEffectful = 2, kMarked = 4 };

  template <typename T>
  bool has(const T* object, Note note) const {
    return object->mark >= marks_ && (object->mark & note) != 0;
  }
  // Returns true if the flag wasn't set before.
  template <typename T>
  bool note(const T* object, Note note) {
    if (object->mark < marks_) object->mark = marks_;
    if ((object->mark & note) != 0) return false;
    object->mark |= note;
    return true;
  }

  void look(Block* block) {
    for (Node* node : block->nodes()) {
      for (Block* inner : node->blocks()) look(inner);
      if (node->is(prim::fork)) removeDeadForkInputs(node);
      if (!withAliases_ || !mayWrite(node) || node->hasSideEffects()) continue;
      writers_.push_back(node);
    }
  }

  static void removeDeadForkInputs(Node* node) {
    Graph& body = *node->get<ir::GraphPtr>(ir::attr::Subgraph);
    for (size_t i = 0; i < body.inputs().size(); ++i) {
      if (body.inputs()[i]->hasUses()) continue;
      body.eraseInput(i);
      node->removeInput(i);
    }
  }

  void markAll() {
    marks_ = graph_.newMarks();
    mark(graph_.block()->returnNode());
    mark(graph_.block());
  }

  // Marks only those inputs of a block's return node whose outputs are live outside.
  bool markReturn(Node* node) {
    if (has(node, kMarked)) return false;
    Node* owner = node->owningBlock()->owningNode();
    if (owner == nullptr) return mark(node);
    if (owner->is(prim::Loop)) {
      Block* body = owner->block(0);
      for (size_t i = 0; i < owner->outputs().size(); ++i) {
        if (has(owner->output(i), kMarked) || body->inputs()[i + 1]->hasUses())
          markLive(body->outputs()[i + 1]);
      }
      markLive(body->outputs()[0]);
    } else {
      for (size_t i = 0; i < owner->outputs().size(); ++i) {
        if (has(owner->output(i), kMarked)) markLive(node->input(i));
      }
    }
    note(node, kMarked);
    return true;
  }

  // Repeats until a round marks nothing, because an iteration may read memory that the previous
  // iteration wrote.
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
    if (has(node, kMarked)) return false;
    for (const Value* output : node->outputs()) {
      if (has(output, kMarked)) return mark(node);
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

  // Marks the node, the owners of the blocks around it, and all their inputs.
  bool mark(Node* node) {
    if (!note(node, kMarked)) return false;
    for (Node* owner = node; owner != nullptr && owner->owningBlock() != nullptr;
         owner = owner->owningBlock()->owningNode()) {
      mark(owner);
    }
    for (const Value* input : node->inputs()) markLive(input);
    return true;
  }

  void markLive(const Value* value) {
    if (!note(value, kMarked) || aliases_ == nullptr) return;
    const Locations& memory = aliases_->locations(value);
    liveMemory_.insert(memory.begin(), memory.end());
  }

  bool hasEffects(const Node* node) {
    if (has(node, kEffectful)) return true;
    if (!note(node, kLooked)) return false;
    bool result = node->hasSideEffects() || writesUnseen(node);
    for (const Block* block : node->blocks()) {
      for (const Node* inner : block->nodes()) result = result || hasEffects(inner);
    }
    if (result) note(node, kEffectful);
    return result;
  }

  bool writesUnseen(const Node* node) {
    if (withAliases_)
      return writesOutside(node) || (aliases_ != nullptr && aliases_->writesToWildcard(node));
    const ops::FunctionSchema* schema = node->schema();
    return schema != nullptr && schema->isMutable();
  }

  void sweep(Block* block) {
    auto nodes = block->nodes().reverse();
    auto at = nodes.begin();
    while (at != nodes.end()) {
      Node* node = *at;
      // Before the blocks are swept, so that nodes needed only by dead outputs are dead, too.
      if (node->is(prim::If)) removeDeadIfOutputs(node);
      if (node->is(prim::Loop)) removeDeadLoopOutputs(node);
      for (Block* inner : node->blocks()) sweep(inner);
      ++at;
      if (!has(node, kMarked) && !node->hasUses()) node->destroy();
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
  uint32_t marks_ = 0;
  std::vector<const Node*> writers_;  // whose only effect is the write
  std::unordered_set<uint32_t> liveMemory_;
};

}  // namespace

void eliminateDeadCode(Graph& graph) { DeadCodeEliminator(graph, true).run(); }
void eliminateDeadCodeWithoutAliases(Graph& graph) { DeadCodeEliminator(graph, false).run(); }

}  // namespace ts::passes
