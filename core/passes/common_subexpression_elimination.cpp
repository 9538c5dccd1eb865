#include "core/passes/common_subexpression_elimination.h"

#include <vector>

#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"
#include "core/passes/node_equality.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;

namespace {

class SubexpressionEliminator {
 public:
  explicit SubexpressionEliminator(Graph& graph) : graph_(graph), aliases_(graph) {}

  bool run(Block* block) {
    bool changed = false;
    computed_.emplace_back();
    for (Node* node : StableNodes(block)) {
      if (node->is(extra_prim::profile) || node->hasSideEffects() || node->isNondeterministic())
        continue;
      if (!node->blocks().empty()) {
        for (Block* inner : node->blocks()) changed |= run(inner);
        continue;
      }
      if (aliases_.hasWriters(node)) continue;
      changed |= replace(node);
    }
    computed_.pop_back();
    return changed;
  }

 private:
  Node* findAround(Node* node) const {
    for (size_t i = computed_.size() - 1; i-- > 0;) {
      if (auto equal = computed_[i].find(node); equal != computed_[i].end()) return *equal;
    }
    return nullptr;
  }

  bool isOutput(const Node* node) const {
    return aliases_.mayContainAlias(node->outputs(), graph_.outputs());
  }

  bool replace(Node* node) {
    Node* existing = findAround(node);
    if (existing != nullptr) {
      if (!aliases_.safeToChangeAliasing(node->outputs(), existing->outputs())) return false;
    } else {
      auto [first, isNew] = computed_.back().insert(node);
      if (isNew) return false;
      existing = *first;
      // Distinct outputs of the graph must remain distinct objects.
      if (isOutput(node) && isOutput(existing)) return false;
    }
    node->replaceAllUsesWith(existing);
    node->destroy();
    return true;
  }

  Graph& graph_;
  AliasDb aliases_;
  std::vector<Computations> computed_;  // one entry per open block, outermost first
};

}  // namespace

bool eliminateCommonSubexpressions(Graph& graph) {
  return SubexpressionEliminator(graph).run(graph.block());
}

}  // namespace ts::passes
