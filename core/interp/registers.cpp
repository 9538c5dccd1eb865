#include "core/interp/registers.h"

#include <algorithm>

#include "core/interp/liveness.h"
#include "core/ir/kinds.h"

namespace ts::interp {
namespace {

// Whether `made`, computed in the body, may overwrite `carried`, which the body got: nobody reads that one later.
bool mayOverwrite(const ir::Value* made, const ir::Value* carried) {
  const ir::Node* node = made->node();
  const ir::Block* body = node->owningBlock();
  return std::ranges::all_of(carried->uses(), [&](const ir::Use& use) {
    const ir::Node* reader = ancestorIn(body, use.user);
    if (reader == node) return node->blocks().empty();
    return reader != body->returnNode() && reader->isBefore(node);
  });
}

// Values of this block that an instruction of their own makes.
bool isMadeIn(const ir::Value* value, const ir::Block* block) {
  const ir::Node* node = value->node();
  return node->owningBlock() == block && node != block->paramNode() && !node->is(ir::prim::Constant);
}

}  // namespace

Registers::Registers(const ir::Graph& graph) {
  visit(*graph.block());
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
      if (isMadeIn(value, branch)) assigned_.try_emplace(value, assigned_.at(node.output(i)));
    }
    visit(*branch);
  }
}

void Registers::visitLoop(const ir::Node& node) {
  const ir::Block* body = node.block(0);
  for (size_t i = 0; i < node.outputs().size(); ++i) {
    const int32_t shared = assigned_.at(node.output(i));
    const ir::Value* carried = body->inputs()[i + 1];
    const ir::Value* made = body->outputs()[i + 1];
    assigned_.emplace(carried, shared);
    if (isMadeIn(made, body) && mayOverwrite(made, carried)) assigned_.try_emplace(made, shared);
  }
  visit(*body);
}

}  // namespace ts::interp
