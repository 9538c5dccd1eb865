#include "core/interp/live_values.h"

#include <algorithm>

#include "core/interp/liveness.h"
#include "core/interp/registers.h"
#include "core/ir/kinds.h"

namespace ts::interp {

namespace {

bool isReadAfter(const ir::Value* value, const ir::Node* node) {
  const ir::Block* block = node->owningBlock();
  return std::ranges::any_of(value->uses(), [&](const ir::Use& use) {
    const ir::Node* user = ancestorIn(block, use.user);
    return user != nullptr && (user == block->returnNode() || user->isAfter(node));
  });
}

bool isReadIn(const ir::Value* value, const ir::Block* block) {
  return std::ranges::any_of(
      value->uses(), [&](const ir::Use& use) { return ancestorIn(block, use.user) != nullptr; });
}

bool isLive(const ir::Value* value, const ir::Node* node) {
  for (;;) {
    if (isReadAfter(value, node)) return true;
    const ir::Block* block = node->owningBlock();
    if (block == value->node()->owningBlock()) return false;
    node = block->owningNode();
    // The next iteration reads it again. Input 0 is the number of iterations.
    if (node->is(ir::prim::Loop) && (isReadIn(value, block) || node->input(0) == value))
      return true;
  }
}

// An input of the node is intact unless the node has taken it out of its register.
bool isLeft(const ir::Value* value, const ir::Node& node, const IValue& content) {
  const bool isInput = std::ranges::find(node.inputs(), value) != node.inputs().end();
  return isLive(value, &node) || (isInput && (isImmediate(value->type()) || !content.isNone()));
}

// The values that exist when the node runs, the outermost block's first.
void collect(const ir::Node* node, std::vector<const ir::Value*>& values) {
  const ir::Block* block = node->owningBlock();
  if (block->owningNode() != nullptr) collect(block->owningNode(), values);
  values.insert(values.end(), block->inputs().begin(), block->inputs().end());
  for (const ir::Node* before : block->nodes()) {
    if (before == node) break;
    if (before->is(ir::prim::Constant)) continue;
    for (const ir::Value* value : before->outputs()) values.push_back(value);
  }
}

}  // namespace

std::vector<std::pair<const ir::Value*, IValue>> liveValues(const Program& program,
                                                            const ir::Node& node,
                                                            const IValue* registers,
                                                            bool hasNumbers) {
  std::vector<const ir::Value*> existing;
  collect(&node, existing);
  const Registers assigned(*program.graph);
  std::vector<std::pair<const ir::Value*, IValue>> live;
  for (const ir::Value* value : existing) {
    const auto index = static_cast<size_t>(assigned[value]);
    const bool isElsewhere = !hasNumbers && program.registers[index] != Content::Any;
    if (!isElsewhere && isLeft(value, node, registers[index]))
      live.emplace_back(value, registers[index]);
  }
  return live;
}

}  // namespace ts::interp
