// Blocks. The nodes of a block form a ring closed by the return node.
#include <cassert>
#include <limits>

#include "core/base/pointer_map.h"
#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {

Value* Block::addInput(std::string_view debugName) {
  Value* value = param_->addOutput();
  value->setDebugName(debugName);
  return value;
}

Value* Block::insertInput(size_t i, std::string_view debugName) {
  Value* value = param_->insertOutput(i);
  value->setDebugName(debugName);
  return value;
}

size_t Block::registerOutput(Value* value) {
  return_->addInput(value);
  return return_->inputs_.size() - 1;
}

size_t Block::insertOutput(size_t i, Value* value) {
  return_->insertInput(i, value);
  return i;
}

Node* Block::appendNode(Node* node) { return node->insertBefore(return_); }
Node* Block::prependNode(Node* node) { return node->insertAfter(param_); }

void Block::cloneFrom(const Block* from, const std::unordered_map<const Value*, Value*>& outside) {
  auto map = [&](Value* value) { return outside.at(value); };
  cloneFrom(from, ValueMapping(map));
}

void Block::cloneFrom(const Block* from, ValueMapping outside) {
  PointerMap<const Value, Value*> local;
  auto map = [&](Value* value) {
    Value* const* copy = local.find(value);
    return copy != nullptr ? *copy : outside(value);
  };
  for (Value* input : from->inputs()) {
    Value* copy = param_->addOutput();
    copy->copyMetadata(input);
    local[input] = copy;
  }
  for (Node* node : from->nodes()) {
    Node* copy = appendNode(graph_->cloneNode(node, ValueMapping(map), true));
    for (size_t i = 0; i < node->outputs_.size(); ++i) {
      // Copied again after createClone, because copying nested blocks may have taken the names.
      // PyTorch does the same.
      copy->outputs_[i]->copyMetadata(node->outputs_[i]);
      local[node->outputs_[i]] = copy->outputs_[i];
    }
  }
  for (Value* output : from->outputs()) registerOutput(map(output));
}

void Block::destroy() {
  return_->removeAllInputs();
  while (!empty()) return_->prev_->destroy();
  return_->block_ = param_->block_ = nullptr;
  return_->destroy();
  param_->destroy();
  graph_->freeBlock(this);
}

}  // namespace ts::ir
