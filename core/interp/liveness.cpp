#include "core/interp/liveness.h"

#include <map>

namespace ts::interp {

Liveness::Liveness(const ir::Graph& graph) { visit(*graph.block()); }

const std::vector<const ir::Value*>& Liveness::endingAt(const ir::Node* node) const {
  static const std::vector<const ir::Value*> none;
  auto ending = endings_.find(node);
  return ending == endings_.end() ? none : ending->second;
}

void Liveness::visit(const ir::Block& block) {
  for (const ir::Value* value : block.inputs()) use(value, &block);
  for (const ir::Node* node : block.nodes()) {
    for (const ir::Value* value : node->outputs()) use(value, &block);
    for (const ir::Block* inner : node->blocks()) visit(*inner);
  }
}

void Liveness::use(const ir::Value* value, const ir::Block* defined) {
  if (isImmediate(value->type())) return;
  std::map<const ir::Block*, const ir::Node*> last;
  for (const ir::Use& use : value->uses()) {
    const ir::Node* node = use.user;
    while (true) {
      const ir::Block* block = node->owningBlock();
      const ir::Node*& latest = last[block];
      // The return node comes after all other nodes.
      const bool isLater = latest == nullptr || node == block->returnNode() ||
                           (latest != block->returnNode() && latest->isBefore(node));
      if (isLater) latest = node;
      if (block == defined) break;
      node = block->owningNode();
    }
  }
  for (const auto& [block, node] : last) endings_[node].push_back(value);
}

const ir::Node* ancestorIn(const ir::Block* block, const ir::Node* node) {
  while (node != nullptr && node->owningBlock() != block) node = node->owningBlock()->owningNode();
  return node;
}

bool isImmediate(types::TypePtr type) {
  using types::TypeKind;
  switch (type->kind()) {
    case TypeKind::None:
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Layout:
    case TypeKind::ScalarType:
    case TypeKind::MemoryFormat:
    case TypeKind::QScheme: return true;
    default: return false;
  }
}

}  // namespace ts::interp
