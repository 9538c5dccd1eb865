// Nodes: inputs, outputs, attributes, and their position among other nodes.
#include <algorithm>
#include <cassert>
#include <limits>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {

namespace {

// The positions of a block's nodes increase from its param node to its return node. A node added at
// the end is one interval after its predecessor; a node in between gets the middle position. If no
// position is free, all nodes of the block are renumbered.
constexpr int64_t kFirstPosition = std::numeric_limits<int64_t>::min();
constexpr int64_t kLastPosition = std::numeric_limits<int64_t>::max();
constexpr int64_t kInterval = int64_t{1} << 40;

}  // namespace

bool Node::hasUses() const {
  return std::any_of(outputs_.begin(), outputs_.end(), [](const Value* v) { return v->hasUses(); });
}

// ---- inputs

Use* Node::findUse(size_t i) {
  Uses& uses = inputs_[i]->uses_;
  Use* use = std::find(uses.begin(), uses.end(), Use{this, i});
  assert(use != uses.end());
  return use;
}

Value* Node::dropInput(size_t i) {
  Value* value = inputs_[i];
  value->uses_.erase(static_cast<size_t>(findUse(i) - value->uses_.begin()));
  inputs_[i] = nullptr;
  return value;
}

Value* Node::addInput(Value* value) {
  assert(value->owningGraph() == graph_);
  schema_ = nullptr;
  value->uses_.push_back({this, inputs_.size()});
  inputs_.push_back(value);
  return value;
}

Value* Node::insertInput(size_t i, Value* value) {
  assert(value->owningGraph() == graph_ && i <= inputs_.size());
  schema_ = nullptr;
  // From the back, so that no two uses of a value have the same offset at any time.
  for (size_t j = inputs_.size(); j-- > i;) findUse(j)->offset += 1;
  inputs_.insert(i, value);
  value->uses_.push_back({this, i});
  return value;
}

Value* Node::replaceInput(size_t i, Value* value) {
  assert(value->owningGraph() == graph_);
  schema_ = nullptr;
  Value* old = dropInput(i);
  inputs_[i] = value;
  value->uses_.push_back({this, i});
  return old;
}

void Node::removeInput(size_t i) {
  schema_ = nullptr;
  dropInput(i);
  for (size_t j = i + 1; j < inputs_.size(); ++j) findUse(j)->offset -= 1;
  inputs_.erase(i);
}

void Node::removeAllInputs() {
  schema_ = nullptr;
  for (size_t i = 0; i < inputs_.size(); ++i) dropInput(i);
  inputs_.clear();
}

// ---- outputs

Value* Node::addOutput() {
  schema_ = nullptr;
  outputs_.push_back(graph_->makeValue(this, outputs_.size()));
  return outputs_.back();
}

Value* Node::insertOutput(size_t i) {
  schema_ = nullptr;
  outputs_.insert(i, graph_->makeValue(this, i));
  renumberOutputs(i + 1);
  return outputs_[i];
}

void Node::eraseOutput(size_t i) {
  assert(outputs_[i]->uses_.empty());
  schema_ = nullptr;
  Value* gone = outputs_[i];
  outputs_.erase(i);
  graph_->freeValue(gone);
  renumberOutputs(i);
}

void Node::renumberOutputs(size_t from) {
  for (size_t i = from; i < outputs_.size(); ++i) outputs_[i]->offset_ = static_cast<uint32_t>(i);
}

void Node::replaceAllUsesWith(Node* other) {
  assert(outputs_.size() == other->outputs_.size());
  for (size_t i = 0; i < outputs_.size(); ++i) outputs_[i]->replaceAllUsesWith(other->outputs_[i]);
}

void Node::permuteInputs(std::span<const size_t> order) {
  assert(order.size() == inputs_.size());
  schema_ = nullptr;
  std::vector<Use*> uses;
  std::vector<Value*> values;
  for (size_t from : order) {
    uses.push_back(findUse(from));
    values.push_back(inputs_[from]);
  }
  for (size_t to = 0; to < uses.size(); ++to) uses[to]->offset = to;
  inputs_.assign(values);
}

void Node::permuteOutputs(std::span<const size_t> order) {
  assert(order.size() == outputs_.size());
  schema_ = nullptr;
  std::vector<Value*> values;
  for (size_t from : order) values.push_back(outputs_[from]);
  outputs_.assign(values);
  renumberOutputs(0);
}

// ---- blocks

Block* Node::addBlock() {
  schema_ = nullptr;
  blocks_.push_back(graph_->makeBlock(this));
  return blocks_.back();
}

void Node::eraseBlock(size_t i) {
  schema_ = nullptr;
  Block* gone = blocks_[i];
  blocks_.erase(i);
  gone->destroy();
}

// ---- position

void Node::assignPosition() {
  bool isFirst = prev_ == block_->param_;
  bool isLast = next_ == block_->return_;
  int64_t before = prev_->position_;
  int64_t after = next_->position_;
  if (isFirst && isLast) {
    position_ = 0;
  } else if (isLast) {
    if (before >= kLastPosition - kInterval) return block_->spreadPositions();
    position_ = before + kInterval;
  } else if (isFirst) {
    if (after <= kFirstPosition + kInterval) return block_->spreadPositions();
    position_ = after - kInterval;
  } else {
    uint64_t gap = static_cast<uint64_t>(after) - static_cast<uint64_t>(before);
    if (gap < 2) return block_->spreadPositions();
    position_ = static_cast<int64_t>(static_cast<uint64_t>(before) + gap / 2);
  }
}

void Block::spreadPositions() {
  int64_t position = kFirstPosition;
  for (Node* node : nodes()) node->position_ = position += kInterval;
}

bool Node::isBefore(const Node* other) const {
  // Compares in the nearest block that contains both nodes.
  for (const Node* left = this; left != nullptr && left->block_ != nullptr;
       left = left->block_->owner_) {
    for (const Node* right = other; right != nullptr && right->block_ != nullptr;
         right = right->block_->owner_) {
      if (left->block_ == right->block_) return left->position_ < right->position_;
    }
  }
  return false;
}

bool Node::isDominatedBy(const Node* dominator) const {
  for (const Node* node = this; node != nullptr && node->block_ != nullptr;
       node = node->block_->owner_) {
    if (node->block_ == dominator->block_) return dominator->isBefore(node);
  }
  return false;
}

Node* Node::insertBefore(Node* other) { return insertAfter(other->prev_); }

Node* Node::insertAfter(Node* other) {
  assert(block_ == nullptr && other->block_ != nullptr && other != other->block_->return_);
  block_ = other->block_;
  next_ = other->next_;
  prev_ = other;
  next_->prev_ = this;
  other->next_ = this;
  assignPosition();
  return this;
}

void Node::unlink() {
  assert(block_ != nullptr);
  prev_->next_ = next_;
  next_->prev_ = prev_;
  block_ = nullptr;
  next_ = prev_ = nullptr;
}

void Node::moveBefore(Node* other) {
  if (other == this) return;
  unlink();
  insertBefore(other);
}

void Node::moveAfter(Node* other) {
  if (other == this) return;
  unlink();
  insertAfter(other);
}

void Node::destroy() {
  while (!outputs_.empty()) eraseOutput(outputs_.size() - 1);
  while (!blocks_.empty()) eraseBlock(blocks_.size() - 1);
  removeAllInputs();
  if (block_ != nullptr) unlink();
  graph_->freeNode(this);
}

// ---- attributes

const AttributeValue* Node::attribute(Symbol name) const {
  for (const Attribute& a : attributes_) {
    if (a.name == name) return &a.value;
  }
  return nullptr;
}

Node* Node::set(Symbol name, AttributeValue value) {
  schema_ = nullptr;
  for (Attribute& a : attributes_) {
    if (a.name == name) {
      a.value = std::move(value);
      return this;
    }
  }
  attributes_.push_back({name, std::move(value)});
  return this;
}

void Node::removeAttribute(Symbol name) {
  schema_ = nullptr;
  std::erase_if(attributes_, [&](const Attribute& a) { return a.name == name; });
}

Node* Node::copyAttributes(const Node* from) {
  schema_ = nullptr;
  attributes_ = from->attributes_;
  bool isSameGraph = from->graph_ == graph_;
  variable_ =
      from->variable_ && !isSameGraph ? graph_->name(from->variable_->text) : from->variable_;
  for (Attribute& a : attributes_) {
    if (auto* graph = std::get_if<GraphPtr>(&a.value)) *graph = (*graph)->copy();
  }
  return this;
}

Node* Node::copyMetadata(const Node* from) {
  copyAttributes(from);
  range_ = from->range_;
  callStack_ = from->callStack_;
  return this;
}

}  // namespace ts::ir
