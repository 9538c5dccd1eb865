#include "core/interp/registers.h"

#include <algorithm>

#include "core/interp/liveness.h"
#include "core/ir/kinds.h"

namespace ts::interp {
namespace {

Content contentOf(types::TypePtr type) {
  switch (type->kind()) {
    case types::TypeKind::Int: return Content::Int;
    case types::TypeKind::Float: return Content::Float;
    case types::TypeKind::Bool: return Content::Bool;
    default: return Content::Any;
  }
}

// True for a value that a node of this block computes.
bool isMadeIn(const ir::Value* value, const ir::Block* block) {
  const ir::Node* node = value->node();
  return node->owningBlock() == block && node != block->paramNode() &&
         !node->is(ir::prim::Constant);
}

// True if computing `made` may overwrite `carried`: its block doesn't read `carried` later. Outputs
// of an If are computed in its branches, or moved at their ends.
bool mayOverwrite(const ir::Value* computed, const ir::Value* carried) {
  const ir::Node* node = computed->node();
  const ir::Block* block = node->owningBlock();
  auto isEarly = [&](const ir::Use& use) {
    const ir::Node* reader = ancestorIn(block, use.user);
    if (reader == nullptr) return true;
    if (reader != node) return reader != block->returnNode() && reader->isBefore(node);
    if (!node->is(ir::prim::If)) return node->blocks().empty();
    return std::ranges::all_of(node->blocks(), [&](const ir::Block* branch) {
      const ir::Value* handed = branch->outputs()[computed->offset()];
      return !isMadeIn(handed, branch) || mayOverwrite(handed, carried);
    });
  };
  return std::ranges::all_of(carried->uses(), isEarly);
}

}  // namespace

Registers::Registers(const ir::Graph& graph) { visit(*graph.block()); }

void Registers::assign(const ir::Value* value) {
  const auto next = static_cast<int32_t>(contents_.size());
  if (assigned_.try_emplace(value, next).second) contents_.push_back(contentOf(value->type()));
}

void Registers::share(const ir::Value* value, int32_t with) {
  if (!assigned_.try_emplace(value, with).second) return;
  Content& content = contents_[static_cast<size_t>(with)];
  if (content != contentOf(value->type())) content = Content::Any;
}

int32_t Registers::freshInt() {
  contents_.push_back(Content::Int);
  return count() - 1;
}

int32_t Registers::freshLike(int32_t other) {
  contents_.push_back(contents_[static_cast<size_t>(other)]);
  return count() - 1;
}

void Registers::visit(const ir::Block& block) {
  for (const ir::Value* value : block.inputs()) assign(value);
  for (const ir::Node* node : block.nodes()) {
    if (node->is(ir::prim::Constant)) continue;
    for (const ir::Value* value : node->outputs()) assign(value);
    if (node->is(ir::prim::If)) visitIf(*node);
    if (node->is(ir::prim::Loop)) visitLoop(*node);
  }
}

void Registers::visitIf(const ir::Node& node) {
  for (const ir::Block* branch : node.blocks()) {
    for (size_t i = 0; i < node.outputs().size(); ++i) {
      const ir::Value* value = branch->outputs()[i];
      if (isMadeIn(value, branch)) share(value, assigned_.at(node.output(i)));
    }
    visit(*branch);
  }
}

void Registers::visitLoop(const ir::Node& node) {
  const ir::Block* body = node.block(0);
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    const int32_t shared = assigned_.at(node.output(i));
    const ir::Value* carried = body->inputs()[i + 1];
    const ir::Value* computed = body->outputs()[i + 1];
    share(carried, shared);
    if (isMadeIn(computed, body) && mayOverwrite(computed, carried)) share(computed, shared);
  }
  visit(*body);
}

}  // namespace ts::interp
