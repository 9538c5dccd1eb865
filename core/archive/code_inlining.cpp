#include "core/archive/code_inlining.h"

#include <algorithm>
#include <array>

#include "core/ir/kinds.h"

namespace ts::archive {

using ir::Node;
using ir::Value;
namespace prim = ir::prim;

namespace {

// These nodes are printed as a function, which may use the value more than once.
constexpr std::array kWithFunction = {"prim::fork", "prim::rpc_async", "prim::rpc_sync",
                                      "prim::rpc_remote"};

bool canInline(const Value* value) {
  const Node* node = value->node();
  if (node->outputs().size() != 1 || value->uses().size() != 1 || !node->blocks().empty())
    return false;
  const ir::Use& use = value->uses()[0];
  // A named value stays a variable, unless its only use is a return.
  if (value->hasDebugName() && !use.user->is(prim::Return)) return false;
  // Carried values are printed before the trip count and condition, which come first among the
  // inputs.
  if (use.user->is(prim::Loop) && use.offset >= 2) return false;
  const std::string& user = use.user->kind().str();
  if (std::find(kWithFunction.begin(), kWithFunction.end(), user) != kWithFunction.end())
    return false;
  // As the condition of an if, an inlined isinstance would refine the type a second time.
  return !node->is(prim::isinstance);
}

const Node* previousNonConstant(const Node* node) {
  do {
    node = node->prev();
  } while (node->is(prim::Constant));
  return node;
}

}  // namespace

void Inlining::scan(const ir::Block* block) {
  scanNode(block->returnNode());
  for (const Node* node : block->nodes().reverse()) scanNode(node);
}

void Inlining::scanNode(const Node* root) {
  if (inlined_.contains(root)) return;
  for (const ir::Block* block : root->blocks()) scan(block);
  // A level per expression that encloses the current operand. `point` is the node that must compute
  // the next operand to the left.
  struct Level {
    const Node* node;
    size_t operandsLeft;
    const Node* point;
  };
  std::vector<Level> levels = {{root, root->inputs().size(), previousNonConstant(root)}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.operandsLeft == 0) {
      Level done = level;
      levels.pop_back();
      if (levels.empty()) break;
      inlined_.insert(done.node);
      levels.back().point = done.point;
      continue;
    }
    const Value* operand = level.node->input(--level.operandsLeft);
    const Node* node = operand->node();
    if (node->is(prim::Constant)) {
      inlined_.insert(node);
    } else if (node == level.point && canInline(operand)) {
      levels.push_back({node, node->inputs().size(), previousNonConstant(node)});
    }
  }
}

}  // namespace ts::archive
