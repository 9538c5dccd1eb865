#include "core/passes/constant_pooling.h"

#include <optional>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"
#include "core/passes/node_equality.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;

namespace {

class Pooler {
 public:
  explicit Pooler(Graph& graph) : graph_(graph) {}

  void run(Block* block) {
    for (Node* node : StableNodes(block)) {
      for (Block* inner : node->blocks()) run(inner);
      if (node->is(ir::prim::Constant)) pool(node);
    }
  }

 private:
  void pool(Node* node) {
    auto [existing, isNew] = seen_.insert(node);
    if (isNew) {
      Node* first = graph_.paramNode()->next();
      if (node != first) node->moveBefore(first);
    } else if (mayJoin(node, *existing)) {
      node->replaceAllUsesWith(*existing);
      node->destroy();
    }
  }

  bool mayJoin(const Node* a, const Node* b) {
    if (!AliasDb::isMutableType(a->output()->type())) return true;
    if (!aliases_) aliases_.emplace(graph_);
    return aliases_->safeToChangeAliasing(a->outputs(), b->outputs());
  }

  Graph& graph_;
  Computations seen_;
  std::optional<AliasDb> aliases_;
};

}  // namespace

void poolConstants(Graph& graph) { Pooler(graph).run(graph.block()); }

}  // namespace ts::passes
