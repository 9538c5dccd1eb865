#include "core/passes/folded_then_changed.h"

#include <algorithm>
#include <utility>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"

namespace ts::passes {

using ir::Node;
using ir::Value;

namespace {

bool isTensorValue(const Value* value) { return value->type()->is(types::TypeKind::Tensor); }

// True for `add_` and the like.
bool changesInPlace(const Node& node) {
  const std::string_view kind = node.kind().str();
  return kind.starts_with("aten::") && kind.ends_with('_') && !kind.ends_with("__") &&
         !node.inputs().empty() && isTensorValue(node.input(0));
}

bool hasChangeInLoop(const ir::Block& block, bool isInLoop) {
  for (const Node* node : block.nodes()) {
    if (isInLoop && changesInPlace(*node)) return true;
    const bool isBody = isInLoop || node->is(ir::prim::Loop);
    for (const ir::Block* inner : node->blocks())
      if (hasChangeInLoop(*inner, isBody)) return true;
  }
  return false;
}

bool isLiteral(const Value* value) {
  const Node* node = value->node();
  return node->is(ir::prim::Constant) ||
         (node->is(ir::prim::ListConstruct) && std::ranges::all_of(node->inputs(), isLiteral));
}

bool meet(const Locations& a, const Locations& b) {
  return std::ranges::any_of(a, [&](uint32_t at) { return std::ranges::binary_search(b, at); });
}

class LoopSearch {
 public:
  explicit LoopSearch(const ir::Graph& graph) : aliases_(graph) { visit(*graph.block()); }

  std::vector<FoldedThenChanged> found;

 private:
  void visit(const ir::Block& block) {
    for (const Node* node : block.nodes()) {
      if (node->is(ir::prim::Loop)) check(*node);
      for (const ir::Block* inner : node->blocks()) visit(*inner);
    }
  }

  // True for a node that PyTorch evaluates before the script runs.
  bool isFolded(const Node& node) const {
    return node.kind().str().starts_with("aten::") && !node.isNondeterministic() &&
           !node.hasSideEffects() && std::ranges::all_of(node.inputs(), isLiteral) &&
           !aliases_.hasWriters(&node);
  }

  void check(const Node& loop) {
    const ir::Block& body = *loop.block(0);
    const size_t count = loop.outputs().size();
    // next[i]: the variables that have the value of variable i in the next turn.
    std::vector<std::vector<size_t>> next(count);
    for (size_t from = 0; from < count; ++from)
      for (size_t to = 0; to < count; ++to)
        if (Value* before = body.inputs()[from + 1], *after = body.outputs()[to + 1];
            from != to && aliases_.mayAlias({&before, 1}, {&after, 1}))
          next[from].push_back(to);
    for (size_t i = 0; i < count; ++i) {
      const Value* first = loop.input(i + 2);
      if (!isTensorValue(first) || !isFolded(*first->node())) continue;
      if (const Node* change = findChange(body, reachedFrom(i, next)))
        found.push_back({loop.input(i + 2), change});
    }
  }

  static std::vector<size_t> reachedFrom(size_t variable,
                                         const std::vector<std::vector<size_t>>& next) {
    std::vector<size_t> reached;
    std::vector<size_t> pending = next[variable];
    while (!pending.empty()) {
      const size_t at = pending.back();
      pending.pop_back();
      if (at == variable || std::ranges::find(reached, at) != reached.end()) continue;
      reached.push_back(at);
      pending.insert(pending.end(), next[at].begin(), next[at].end());
    }
    return reached;
  }

  // Returns the node that changes one of the loop's variables in place.
  const Node* findChange(const ir::Block& block, const std::vector<size_t>& variables,
                         const ir::Block* body = nullptr) const {
    if (!body) body = &block;
    for (const Node* node : block.nodes()) {
      for (const ir::Block* inner : node->blocks())
        if (const Node* change = findChange(*inner, variables, body)) return change;
      if (!changesInPlace(*node)) continue;
      const Locations written = aliases_.writes(node);
      if (std::ranges::any_of(variables, [&](size_t i) {
            return meet(written, aliases_.locations(body->inputs()[i + 1]));
          }))
        return node;
    }
    return nullptr;
  }

  AliasDb aliases_;
};

}  // namespace

bool changesInLoop(const ir::Graph& graph) { return hasChangeInLoop(*graph.block(), false); }

std::vector<FoldedThenChanged> findFoldedThenChanged(const ir::Graph& graph) {
  if (!changesInLoop(graph)) return {};
  return std::move(LoopSearch(graph).found);
}

}  // namespace ts::passes
