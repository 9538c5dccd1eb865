// Graphs: creation of nodes, the insert point, copies and ownership.
#include <algorithm>
#include <cassert>
#include <limits>

#include "core/ir/ir.h"
#include "core/ir/kinds.h"

namespace ts::ir {

namespace {

template <typename T>
void addOnce(std::vector<T>& all, T item) {
  if (item && std::find(all.begin(), all.end(), item) == all.end()) all.push_back(std::move(item));
}

}  // namespace

Graph::Graph() {
  block_ = makeBlock(nullptr);
  insertBefore_ = block_->return_;
}

Graph::~Graph() = default;

Value* Graph::makeValue(Node* node, size_t offset) {
  Value* value = values_.take();
  value->node_ = node;
  value->offset_ = static_cast<uint32_t>(offset);
  value->unique_ = nextUnique_++;
  value->type_ = types::tensorType();
  value->mark = 0;
  return value;
}

Node* Graph::makeNode(Symbol kind) {
  Node* node = nodes_.take();
  node->kind_ = kind;
  node->graph_ = this;
  node->mark = 0;
  return node;
}

Block* Graph::makeBlock(Node* owner) {
  Block* block = blocks_.take();
  block->graph_ = this;
  block->owner_ = owner;
  block->param_ = makeNode(prim::Param);
  block->return_ = makeNode(prim::Return);
  for (Node* node : {block->param_, block->return_}) {
    Node* other = node == block->param_ ? block->return_ : block->param_;
    node->block_ = block;
    node->next_ = node->prev_ = other;
  }
  block->param_->position_ = std::numeric_limits<int64_t>::min();
  block->return_->position_ = std::numeric_limits<int64_t>::max();
  return block;
}

// The node must not have inputs, outputs or blocks any more.
void Graph::freeNode(Node* node) {
  node->graph_ = nullptr;
  node->schema_ = nullptr;
  node->variable_ = nullptr;
  node->attributes_.clear();
  node->range_ = {};
  node->callStack_.reset();
  nodes_.giveBack(node);
}

void Graph::freeValue(Value* value) {
  value->dropName();
  value->uses_.clear();
  values_.giveBack(value);
}

void Graph::freeBlock(Block* block) { blocks_.giveBack(block); }

std::unordered_set<const Node*> Graph::allNodes() const {
  std::unordered_set<const Node*> all;
  nodes_.each([&](const Node& node) {
    if (node.graph_ != nullptr) all.insert(&node);
  });
  return all;
}

// ---- creation of nodes

Node* Graph::create(Symbol kind, std::span<Value* const> inputs, size_t outputs) {
  Node* node = makeNode(kind);
  for (size_t i = 0; i < outputs; ++i) node->addOutput();
  for (Value* input : inputs) node->addInput(input);
  return node;
}

Node* Graph::create(Symbol kind, std::initializer_list<Value*> inputs, size_t outputs) {
  return create(kind, std::span<Value* const>(inputs.begin(), inputs.size()), outputs);
}

Node* Graph::createTyped(Symbol kind, std::initializer_list<Value*> inputs, TypePtr type) {
  Node* node = create(kind, inputs);
  node->output()->setType(type);
  return node;
}

Node* Graph::createConstant(const Constant& value) {
  Node* node = createTyped(prim::Constant, {}, value.type());
  if (!value.isNone())
    node->attributes_.push_back({attr::value, AttributeValue(std::in_place_type<Constant>, value)});
  return node;
}

Node* Graph::createList(TypePtr element, std::span<Value* const> values) {
  Node* node = create(prim::ListConstruct, values);
  node->output()->setType(types::listOf(element));
  return node;
}

Node* Graph::createListUnpack(Value* list, size_t size) {
  Node* node = create(prim::ListUnpack, {list}, size);
  for (Value* output : node->outputs()) output->setType(list->type()->element());
  return node;
}

Node* Graph::createTuple(std::span<Value* const> values, TypePtr namedTuple) {
  Node* node = create(prim::TupleConstruct, values);
  if (namedTuple == nullptr) {
    std::vector<TypePtr> elements;
    for (const Value* value : values) elements.push_back(value->type());
    namedTuple = types::tupleOf(std::move(elements));
  }
  node->output()->setType(namedTuple);
  return node;
}

Node* Graph::createTupleUnpack(Value* tuple) {
  Node* node = create(prim::TupleUnpack, {tuple}, 0);
  for (TypePtr element : tuple->type()->contained()) node->addOutput()->setType(element);
  return node;
}

Node* Graph::createTupleIndex(Value* tuple, Value* index, TypePtr result) {
  return createTyped(prim::TupleIndex, {tuple, index}, result);
}

Node* Graph::createTupleSlice(Value* tuple, int64_t begin, int64_t step, int64_t count) {
  std::vector<Value*> values;
  for (int64_t at = begin; static_cast<int64_t>(values.size()) < count; at += step) {
    Value* index = insertConstant(Constant::integer(at));
    TypePtr element = tuple->type()->element(static_cast<size_t>(at));
    values.push_back(insertNode(createTupleIndex(tuple, index, element))->output());
  }
  return createTuple(values);
}

Node* Graph::createDict(TypePtr key, TypePtr value, std::span<Value* const> keys,
                        std::span<Value* const> values) {
  assert(keys.size() == values.size());
  Node* node = createTyped(prim::DictConstruct, {}, types::dictOf(key, value));
  for (size_t i = 0; i < keys.size(); ++i) {
    node->addInput(keys[i]);
    node->addInput(values[i]);
  }
  return node;
}

Node* Graph::createObject(const types::ClassType* type) {
  return createTyped(prim::CreateObject, {}, type);
}

Node* Graph::createGetAttr(Value* object, std::string_view field) {
  Node* node = create(prim::GetAttr, {object});
  node->set(attr::name, std::string(field));
  const auto* type = types::cast<types::ClassType>(object->type());
  const types::ClassAttribute* attribute = type ? type->attribute(field) : nullptr;
  node->output()->setType(attribute ? attribute->type : types::unknownType());
  // The attribute "0" of a container gets the value name _0, because a number is not a valid name.
  std::string name(field);
  if (!node->output()->setDebugName(name)) node->output()->setDebugName("_" + name);
  return node;
}

Node* Graph::createSetAttr(Value* object, std::string_view field, Value* value) {
  return create(prim::SetAttr, {object, value}, 0)->set(attr::name, std::string(field));
}

Node* Graph::createUncheckedCast(Value* value, TypePtr type) {
  return createTyped(prim::unchecked_cast, {value}, type);
}

Node* Graph::createIsinstance(Value* value, std::span<const TypePtr> types) {
  return createTyped(prim::isinstance, {value}, types::boolType())
      ->set(attr::types, std::vector<TypePtr>(types.begin(), types.end()));
}

Node* Graph::createEnumName(Value* value) {
  return createTyped(prim::EnumName, {value}, types::stringType());
}

Node* Graph::createEnumValue(Value* value) {
  const auto* type = types::cast<types::EnumType>(value->type());
  return createTyped(prim::EnumValue, {value}, type ? type->valueType() : types::unknownType());
}

Node* Graph::createLoad(Name* variable, TypePtr type) {
  Node* node = createTyped(prim::Load, {}, type);
  node->setVariable(variable);
  return node;
}

Node* Graph::createStore(Name* variable, Value* value) {
  Node* node = create(prim::Store, {value}, 0);
  node->setVariable(variable);
  return node;
}

Node* Graph::createUninitialized(TypePtr type) {
  return createTyped(prim::Uninitialized, {}, type);
}

Node* Graph::cloneNode(const Node* node, ValueMapping map, bool copyBlocks) {
  Node* copy = makeNode(node->kind_);
  for (const Value* output : node->outputs_) copy->addOutput()->copyMetadata(output);
  copy->copyMetadata(node);
  for (Value* input : node->inputs_) copy->addInput(map(input));
  if (copyBlocks) {
    for (const Block* block : node->blocks_) copy->addBlock()->cloneFrom(block, map);
  }
  // The overload is copied only if all input types are equal: the mapping may have changed a type.
  bool sameTypes =
      std::equal(node->inputs_.begin(), node->inputs_.end(), copy->inputs_.begin(),
                 [](const Value* a, const Value* b) { return a->type() == b->type(); });
  if (sameTypes) copy->schema_ = node->schema_;
  return copy;
}

// ---- the insert point

Node* Graph::insertNode(Node* node) { return node->insertBefore(insertBefore_); }
void Graph::setInsertPoint(Block* block) { insertBefore_ = block->returnNode(); }
void Graph::setInsertPoint(Node* before) { insertBefore_ = before; }

Value* Graph::insertConstant(const Constant& value, SourceRange range) {
  return insertNode(createConstant(value))->setRange(range)->output();
}

Value* Graph::insertUncheckedCast(Value* value, TypePtr type) {
  return insertNode(createUncheckedCast(value, type))->output();
}

Value* Graph::insertGetAttr(Value* object, std::string_view field) {
  return insertNode(createGetAttr(object, field))->output();
}

// ---- copies

std::vector<Value*> Graph::inlineCopy(const Graph& callee, std::span<Value* const> inputs,
                                      ValueMap* map) {
  assert(callee.inputs().size() == inputs.size());
  ValueMap own;
  ValueMap& values = map != nullptr ? *map : own;
  for (size_t i = 0; i < inputs.size(); ++i) values[callee.inputs()[i]] = inputs[i];
  auto lookUp = [&](Value* value) { return values.at(value); };
  for (Node* node : callee.nodes()) {
    Node* copy = insertNode(cloneNode(node, ValueMapping(lookUp), true));
    for (size_t i = 0; i < node->outputs_.size(); ++i)
      values[node->outputs_[i]] = copy->outputs_[i];
  }
  std::vector<Value*> outputs;
  for (Value* output : callee.outputs()) outputs.push_back(lookUp(output));
  shareOwners(callee);
  return outputs;
}

GraphPtr Graph::copy() const {
  auto result = std::make_shared<Graph>();
  result->block_->cloneFrom(block_, std::unordered_map<const Value*, Value*>{});
  result->shareOwners(*this);
  return result;
}

void Graph::shareOwners(const Graph& other) {
  for (const SourceFilePtr& file : other.files_) keep(file);
  for (const auto& owner : other.owners_) keepAlive(owner);
}

void Graph::keep(SourceFilePtr file) { addOnce(files_, std::move(file)); }
void Graph::keepAlive(std::shared_ptr<const void> owner) { addOnce(owners_, std::move(owner)); }

const Constant* constantOf(const Value* value) {
  static const Constant kNone;
  const Node* node = value->node();
  if (!node->is(prim::Constant) || value->type()->is(types::TypeKind::Function)) return nullptr;
  const AttributeValue* stored = node->attribute(attr::value);
  return stored != nullptr ? std::get_if<Constant>(stored) : &kNone;
}

}  // namespace ts::ir
