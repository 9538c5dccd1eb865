#include <algorithm>
#include <optional>
#include <vector>

#include "core/ir/kinds.h"
#include "core/passes/alias_db.h"
#include "core/passes/kinds.h"
#include "core/passes/peephole.h"
#include "core/passes/stable_iteration.h"

namespace ts::passes {

using ir::Block;
using ir::Graph;
using ir::Node;
using ir::Value;
using ir::WithInsertPoint;
namespace prim = ir::prim;

namespace {

std::optional<int64_t> dimOf(const Node* cat) {
  auto dim = ir::constantOf(cat->input(1));
  return dim && dim->isInt() ? std::optional(dim->toInt()) : std::nullopt;
}

// The node that constructs the list argument of a cat, or null.
const Node* listOf(const Node* cat) {
  const Node* list = cat->input(0)->node();
  return list->is(prim::ListConstruct) ? list : nullptr;
}

class Combiner {
 public:
  explicit Combiner(Graph& graph) : graph_(graph), aliases_(graph) {}

  bool run(Block* block) {
    bool changed = false;
    for (Node* node : StableNodes(block)) {
      for (Block* inner : node->blocks()) changed |= run(inner);
      if (node->is(aten::cat)) changed |= combine(node);
    }
    return changed;
  }

 private:
  // True if the value is a concatenation along `dim` whose only use is this outer one.
  bool isInner(const Value* value, int64_t dim) const {
    const Node* cat = value->node();
    if (!cat->is(aten::cat) || value->uses().size() != 1 || dimOf(cat) != dim || !listOf(cat))
      return false;
    return !aliases_.hasWriters(value) && !aliases_.hasWriters(cat->input(0));
  }

  bool combine(Node* cat) {
    const Node* list = listOf(cat);
    auto dim = dimOf(cat);
    if (!list || !dim || cat->input(0)->uses().size() != 1 || aliases_.hasWriters(cat->input(0)))
      return false;
    bool hasTensor = std::ranges::any_of(list->inputs(),
                                         [&](const Value* value) { return isInner(value, *dim); });
    if (!hasTensor) return false;
    std::vector<Value*> parts;
    for (Value* value : list->inputs()) {
      if (!isInner(value, *dim)) {
        parts.push_back(value);
        continue;
      }
      auto inner = listOf(value->node())->inputs();
      parts.insert(parts.end(), inner.begin(), inner.end());
    }
    WithInsertPoint guard(cat);
    Node* joined = graph_.insertNode(graph_.createList(types::tensorType(), parts));
    cat->replaceInput(0, joined->output());
    return true;
  }

  Graph& graph_;
  AliasDb aliases_;
};

bool isCat(const Value* value) { return value->node()->is(aten::cat); }

bool hasNestedConcat(const Block* block) {
  for (const Node* node : block->nodes()) {
    const Node* list = node->is(aten::cat) ? listOf(node) : nullptr;
    if (list && std::ranges::any_of(list->inputs(), isCat)) return true;
    if (std::ranges::any_of(node->blocks(), hasNestedConcat)) return true;
  }
  return false;
}

}  // namespace

bool combineConcats(Graph& graph) {
  // The alias analysis is expensive and rarely needed, so nested calls are searched for first.
  return hasNestedConcat(graph.block()) && Combiner(graph).run(graph.block());
}

}  // namespace ts::passes
