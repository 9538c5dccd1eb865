#include "core/passes/canonicalize_outputs.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/ir/kinds.h"

namespace ts::passes {

using ir::Block;
using ir::Node;
using ir::Use;
using ir::Value;
namespace prim = ir::prim;

namespace {

size_t depthOf(const Node* node) {
  size_t depth = 0;
  while ((node = node->owningBlock()->owningNode()) != nullptr) ++depth;
  return depth;
}

const Node* ownerOf(const Node* node) { return node->owningBlock()->owningNode(); }

size_t indexOf(const Block* block) {
  auto blocks = block->owningNode()->blocks();
  return static_cast<size_t>(std::find(blocks.begin(), blocks.end(), block) - blocks.begin());
}

// True if `a` is printed before `b`. The first block of an If is printed before the second,
// although neither runs before the other.
bool isPrintedBefore(const Node* a, const Node* b) {
  size_t aDepth = depthOf(a);
  size_t bDepth = depthOf(b);
  for (; aDepth > bDepth; --aDepth) {
    a = ownerOf(a);
    if (a == b) return false;
  }
  for (; bDepth > aDepth; --bDepth) {
    b = ownerOf(b);
    if (a == b) return true;
  }
  while (a->owningBlock() != b->owningBlock()) {
    if (ownerOf(a) == ownerOf(b)) return indexOf(a->owningBlock()) < indexOf(b->owningBlock());
    a = ownerOf(a);
    b = ownerOf(b);
  }
  return a->isBefore(b);
}

bool isBefore(const Use& a, const Use& b) {
  return a.user == b.user ? a.offset < b.offset : isPrintedBefore(a.user, b.user);
}

std::optional<Use> firstUse(const Value* value) {
  if (value->uses().empty()) return std::nullopt;
  return *std::min_element(value->uses().begin(), value->uses().end(), isBefore);
}

std::vector<size_t> orderByFirstUse(std::span<Value* const> values) {
  std::vector<std::optional<Use>> uses;
  for (const Value* value : values) uses.push_back(firstUse(value));
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // Values without uses stay in order, at the end.
  std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) {
    if (!uses[i] || !uses[j]) return uses[i].has_value() && !uses[j];
    return isBefore(*uses[i], *uses[j]);
  });
  return order;
}

// The order of a list whose first `fixed` entries stay in place while `order` permutes the rest.
std::vector<size_t> shifted(size_t fixed, const std::vector<size_t>& order) {
  std::vector<size_t> result(fixed);
  std::iota(result.begin(), result.end(), size_t{0});
  for (size_t i : order) result.push_back(i + fixed);
  return result;
}

void canonicalize(Block* block) {
  // In reverse, because the order depends on uses that follow.
  for (Node* node : block->nodes().reverse()) {
    if (node->is(prim::If) || node->is(prim::Loop)) {
      std::vector<size_t> order = orderByFirstUse(node->outputs());
      if (!std::is_sorted(order.begin(), order.end())) {
        node->permuteOutputs(order);
        if (node->is(prim::Loop)) {
          node->permuteInputs(shifted(2, order));
          node->block(0)->paramNode()->permuteOutputs(shifted(1, order));
        }
        for (Block* inner : node->blocks()) {
          inner->returnNode()->permuteInputs(node->is(prim::Loop) ? shifted(1, order) : order);
        }
      }
    }
    for (Block* inner : node->blocks()) canonicalize(inner);
  }
}

}  // namespace

void canonicalizeOutputs(ir::Graph& graph) { canonicalize(graph.block()); }

}  // namespace ts::passes
