#include "core/passes/common_subexpression_elimination.h"

#include <vector>

#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"
#include "core/passes/node_equality.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;

namespace {

class Eliminator {
 public:
  explicit Eliminator(Graph& graph) : aliases_(graph) {}

  bool run(Block* block) {
    bool changed = false;
    // What was computed in this block; those around it come before.
    outer_.emplace_back();
    auto nodes = block->nodes();
    for (auto at = nodes.begin(); at != nodes.end();) {
      Node* node = *at;
      ++at;
      if (node->is(more::profile) || node->hasSideEffects() || node->isNondeterministic()) continue;
      if (!node->blocks().empty()) {
        for (Block* inner : node->blocks()) changed |= run(inner);
        continue;
      }
      if (aliases_.hasWriters(node)) continue;
      changed |= replace(node);
    }
    outer_.pop_back();
    return changed;
  }

 private:
  Node* find(Node* node) const {
    for (size_t i = outer_.size() - 1; i-- > 0;) {
      if (auto found = outer_[i].find(node); found != outer_[i].end()) return *found;
    }
    return nullptr;
  }

  bool replace(Node* node) {
    Node* existing = find(node);
    if (existing == nullptr) {
      auto [found, isNew] = outer_.back().insert(node);
      if (isNew) return false;
      existing = *found;
    }
    if (!aliases_.safeToChangeAliasing(node->outputs(), existing->outputs())) return false;
    node->replaceAllUsesWith(existing);
    node->destroy();
    return true;
  }

  AliasDb aliases_;
  std::vector<Computations> outer_;
};

}  // namespace

bool eliminateCommonSubexpressions(Graph& graph) { return Eliminator(graph).run(graph.block()); }

}  // namespace ts::passes
