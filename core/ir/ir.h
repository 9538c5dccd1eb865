// The graph: nodes define SSA values, blocks contain nodes, and nodes contain blocks. Semantics,
// names and numbers are those of torch::jit::Graph, so that the printed text is identical.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/pool.h"
#include "core/base/small_vector.h"
#include "core/base/symbol.h"
#include "core/ir/names.h"
#include "core/ops/schema.h"
#include "core/source/source_file.h"
#include "core/types/constant.h"
#include "core/types/type.h"

namespace ts::ir {

using types::Constant;
using types::TypePtr;

class Graph;
class Block;
class Node;
class Value;
class Function;

struct Use {
  Node* user = nullptr;
  size_t offset = 0;  // input index at the user
  friend bool operator==(const Use&, const Use&) = default;
};

using Uses = SmallVector<Use, 2>;

// The calls through which a node was inlined, innermost first.
struct CallStack {
  std::shared_ptr<const CallStack> caller;
  Function* function = nullptr;
  SourceRange callSite;
};
using CallStackPtr = std::shared_ptr<const CallStack>;

using GraphPtr = std::shared_ptr<Graph>;
using AttributeValue =
    std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<double>,
                 std::vector<std::string>, Constant, TypePtr, std::vector<TypePtr>, GraphPtr>;
struct Attribute {
  Symbol name;  // "attr::value" is interned as "value"
  AttributeValue value;
};

// A non-owning reference to a function from values to values; valid only during the call that it is
// passed to.
class ValueMapping {
 public:
  template <typename F>
  requires(!std::is_same_v<F, ValueMapping>) explicit ValueMapping(F& map)
      : map_(const_cast<void*>(static_cast<const void*>(&map))),
        call_([](void* f, Value* value) -> Value* { return (*static_cast<F*>(f))(value); }) {}
  Value* operator()(Value* value) const { return call_(map_, value); }

 private:
  void* map_;
  Value* (*call_)(void*, Value*);
};

class Value {
 public:
  TypePtr type() const { return type_; }
  void setType(TypePtr type) { type_ = type; }
  Node* node() const { return node_; }
  size_t offset() const { return offset_; }
  size_t unique() const { return unique_; }
  Graph* owningGraph() const;

  // The Python name with its suffix ("rv.1"); may be empty.
  const std::string& debugName() const;
  bool hasDebugName() const { return name_ != nullptr; }
  // Returns "rv" for "rv.1". The value must have a debug name.
  std::string debugNameBase() const;
  // Returns the text after the % in a printed graph: the debug name, or the number.
  std::string printedName() const;
  // Takes the name. A value that had the name before gets a new suffix, as in PyTorch. Returns
  // false for an invalid name (a number). An empty name clears the debug name.
  bool setDebugName(std::string_view name);
  // `name` must belong to this graph and be valid; null clears the debug name.
  void setDebugName(Name* name) { take(name); }

  const Uses& uses() const { return uses_; }
  bool hasUses() const { return !uses_.empty(); }
  void replaceAllUsesWith(Value* other);
  void replaceAllUsesAfterNodeWith(const Node* node, Value* other);
  void replaceAllUsesDominatedByNodeWith(const Node* node, Value* other);
  // Copies type and debug name.
  void copyMetadata(const Value* from);

  bool isNone() const { return type_->is(types::TypeKind::None); }
  bool mustBeNone() const;

  // Scratch data of the running pass; see Graph::newMarks.
  mutable uint32_t mark = 0;

 private:
  friend class Node;
  friend class Block;
  friend class Graph;
  friend struct Numbering;
  void take(Name* name);
  void dropName();
  void moveUse(const Use& use, Value* to);

  Node* node_ = nullptr;
  TypePtr type_ = nullptr;
  Name* name_ = nullptr;
  size_t unique_ = 0;
  uint32_t offset_ = 0;
  Uses uses_;
};

class Node {
 public:
  Symbol kind() const { return kind_; }
  bool is(Symbol kind) const { return kind_ == kind; }
  Graph* owningGraph() const { return graph_; }
  Block* owningBlock() const { return block_; }
  const SourceRange& range() const { return range_; }
  Node* setRange(SourceRange range) {
    range_ = range;
    return this;
  }
  const CallStackPtr& callStack() const { return callStack_; }
  void setCallStack(CallStackPtr stack) { callStack_ = std::move(stack); }

  std::span<Value* const> inputs() const { return inputs_; }
  std::span<Value* const> outputs() const { return outputs_; }
  Value* input(size_t i) const { return inputs_[i]; }
  Value* input() const { return inputs_[0]; }  // requires exactly one input
  Value* output(size_t i) const { return outputs_[i]; }
  Value* output() const { return outputs_[0]; }  // requires exactly one output
  bool hasUses() const;

  Value* addInput(Value* value);
  Value* insertInput(size_t i, Value* value);
  Value* replaceInput(size_t i, Value* value);  // returns the old value
  void removeInput(size_t i);
  void removeAllInputs();
  Value* addOutput();  // has type Tensor until it is set
  Value* insertOutput(size_t i);
  void eraseOutput(size_t i);  // must not have uses
  void replaceAllUsesWith(Node* other);
  // `order[i]` is the old index of the new element i.
  void permuteInputs(std::span<const size_t> order);
  void permuteOutputs(std::span<const size_t> order);

  std::span<Block* const> blocks() const { return blocks_; }
  Block* block(size_t i) const { return blocks_[i]; }
  Block* addBlock();
  void eraseBlock(size_t i);

  Node* next() const { return next_; }
  Node* prev() const { return prev_; }
  bool isBefore(const Node* other) const;
  bool isAfter(const Node* other) const { return other->isBefore(this); }
  // Returns whether this node runs only after `dominator`: it follows it in its block, or is nested
  // in such a node.
  bool isDominatedBy(const Node* dominator) const;
  Node* insertBefore(Node* other);  // inserts this node, which is not in a block yet
  Node* insertAfter(Node* other);
  void moveBefore(Node* other);
  void moveAfter(Node* other);
  // Removes the node from its block and frees it; its outputs must not have uses.
  void destroy();

  // ---- attributes
  const std::vector<Attribute>& attributes() const { return attributes_; }
  const AttributeValue* attribute(Symbol name) const;
  bool hasAttribute(Symbol name) const { return attribute(name) != nullptr; }
  template <typename T>
  const T& get(Symbol name) const {
    return std::get<T>(*attribute(name));
  }
  Node* set(Symbol name, AttributeValue value);
  void removeAttribute(Symbol name);
  // Copies attributes, source range and call stack of another node.
  Node* copyMetadata(const Node* from);
  Node* copyAttributes(const Node* from);
  // The variable that a Load reads or a Store writes; null for other kinds.
  Name* variable() const { return variable_; }
  void setVariable(Name* name) { variable_ = name; }

  // ---- semantics
  //
  // Returns the overload that this node calls: the first one whose formals accept the inputs. Null
  // for control flow and other kinds without a schema.
  const ops::FunctionSchema* schema() const;
  bool hasSideEffects() const;
  bool isNondeterministic() const;
  // Returns whether the only output is always None.
  bool mustBeNone() const;

  // Scratch data of the running pass; see Graph::newMarks.
  mutable uint32_t mark = 0;

 private:
  friend class Value;
  friend class Block;
  friend class Graph;
  Use* findUse(size_t i);
  Value* dropInput(size_t i);
  void renumberOutputs(size_t from);
  void assignPosition();
  void unlink();

  Symbol kind_;
  Graph* graph_ = nullptr;  // null: destroyed
  Block* block_ = nullptr;
  Node* next_ = nullptr;
  Node* prev_ = nullptr;
  int64_t position_ = 0;  // increases along the block, so that isBefore is O(1)
  mutable const ops::FunctionSchema* schema_ = nullptr;
  Name* variable_ = nullptr;
  SmallVector<Value*, 3> inputs_;
  SmallVector<Value*, 1> outputs_;
  SmallVector<Block*, 1> blocks_;
  std::vector<Attribute> attributes_;
  SourceRange range_;
  CallStackPtr callStack_;
};

// Iterates over a block's nodes; destroyCurrent() may remove the current node during iteration.
class NodeIterator {
 public:
  NodeIterator(Node* at, bool forward) : at_(at), forward_(forward) {}
  Node* operator*() const { return at_; }
  Node* operator->() const { return at_; }
  NodeIterator& operator++() {
    at_ = forward_ ? at_->next() : at_->prev();
    return *this;
  }
  void destroyCurrent() {
    Node* gone = at_;
    at_ = forward_ ? gone->prev() : gone->next();
    gone->destroy();
  }
  friend bool operator==(const NodeIterator& a, const NodeIterator& b) { return a.at_ == b.at_; }

 private:
  Node* at_;
  bool forward_;
};

struct NodeRange {
  Node* anchor;  // the block's return node; the param node follows it in the ring
  NodeIterator begin() const { return {anchor->next()->next(), true}; }
  NodeIterator end() const { return {anchor, true}; }
  struct Reverse {
    Node* anchor;
    NodeIterator begin() const { return {anchor->prev(), false}; }
    NodeIterator end() const { return {anchor->next(), false}; }
  };
  Reverse reverse() const { return {anchor}; }
  bool empty() const { return begin() == end(); }
};

// A list of nodes with parameters (the outputs of its param node) and results (the inputs of its
// return node). The nodes form a ring closed by the return node.
class Block {
 public:
  Graph* owningGraph() const { return graph_; }
  Node* owningNode() const { return owner_; }  // null for the graph's top block
  std::span<Value* const> inputs() const { return param_->outputs(); }
  std::span<Value* const> outputs() const { return return_->inputs(); }
  NodeRange nodes() const { return {return_}; }
  Node* paramNode() const { return param_; }
  Node* returnNode() const { return return_; }
  bool empty() const { return nodes().empty(); }

  Value* addInput(std::string_view debugName = {});
  Value* insertInput(size_t i, std::string_view debugName = {});
  void eraseInput(size_t i) { param_->eraseOutput(i); }
  size_t registerOutput(Value* value);  // returns its index
  size_t insertOutput(size_t i, Value* value);
  void eraseOutput(size_t i) { return_->removeInput(i); }
  void replaceOutput(size_t i, Value* value) { return_->replaceInput(i, value); }
  void removeAllOutputs() { return_->removeAllInputs(); }

  Node* appendNode(Node* node);
  Node* prependNode(Node* node);
  // Appends copies of another block's inputs, nodes and outputs to this block. `outside` maps
  // values defined outside the other block.
  void cloneFrom(const Block* from, const std::unordered_map<const Value*, Value*>& outside);
  void cloneFrom(const Block* from, ValueMapping outside);

 private:
  friend class Graph;
  friend class Node;
  void spreadPositions();
  void destroy();

  Graph* graph_ = nullptr;
  Node* owner_ = nullptr;
  Node* param_ = nullptr;
  Node* return_ = nullptr;
};

using ValueMap = std::unordered_map<Value*, Value*>;

// Owns its nodes, values and blocks. Not thread-safe.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Block* block() const { return block_; }
  std::span<Value* const> inputs() const { return block_->inputs(); }
  std::span<Value* const> outputs() const { return block_->outputs(); }
  NodeRange nodes() const { return block_->nodes(); }
  Node* paramNode() const { return block_->paramNode(); }
  Node* returnNode() const { return block_->returnNode(); }
  Value* addInput(std::string_view debugName = {}) { return block_->addInput(debugName); }
  Value* insertInput(size_t i, std::string_view debugName = {}) {
    return block_->insertInput(i, debugName);
  }
  void eraseInput(size_t i) { block_->eraseInput(i); }
  size_t registerOutput(Value* value) { return block_->registerOutput(value); }

  // ---- creation of nodes; a node is not in a block until it is inserted
  Node* create(Symbol kind, std::span<Value* const> inputs = {}, size_t outputs = 1);
  Node* create(Symbol kind, std::initializer_list<Value*> inputs, size_t outputs = 1);
  Node* createConstant(const Constant& value);
  Node* createList(TypePtr element, std::span<Value* const> values);
  Node* createListUnpack(Value* list, size_t size);
  Node* createTuple(std::span<Value* const> values, TypePtr namedTuple = nullptr);
  Node* createTupleUnpack(Value* tuple);
  Node* createTupleIndex(Value* tuple, Value* index, TypePtr result);
  Node* createTupleSlice(Value* tuple, int64_t begin, int64_t step, int64_t count);
  Node* createDict(TypePtr key, TypePtr value, std::span<Value* const> keys,
                   std::span<Value* const> values);
  Node* createObject(const types::ClassType* type);
  Node* createGetAttr(Value* object, std::string_view field);
  Node* createSetAttr(Value* object, std::string_view field, Value* value);
  Node* createUncheckedCast(Value* value, TypePtr type);
  Node* createIsinstance(Value* value, std::span<const TypePtr> types);
  Node* createEnumName(Value* value);
  Node* createEnumValue(Value* value);
  Node* createLoad(Name* variable, TypePtr type);
  Node* createStore(Name* variable, Value* value);
  Node* createUninitialized(TypePtr type);
  // Returns a deep copy of a node of this or another graph. `map` maps its inputs.
  template <typename Map>
  Node* createClone(const Node* node, Map&& map, bool copyBlocks = true) {
    return cloneNode(node, ValueMapping(map), copyBlocks);
  }

  // ---- the insert point: new nodes are inserted before it
  Node* insertNode(Node* node);  // inserts at the insert point; returns the node
  Node* appendNode(Node* node) { return block_->appendNode(node); }
  Node* prependNode(Node* node) { return block_->prependNode(node); }
  void setInsertPoint(Block* block);  // the end of the block
  void setInsertPoint(Node* before);
  Node* insertPoint() const { return insertBefore_; }
  Value* insertConstant(const Constant& value, SourceRange range = {});
  Value* insertUncheckedCast(Value* value, TypePtr type);
  Value* insertGetAttr(Value* object, std::string_view field);

  // Inlines the callee's nodes at the insert point with these inputs. Returns the callee's outputs.
  std::vector<Value*> inlineCopy(const Graph& callee, std::span<Value* const> inputs,
                                 ValueMap* map = nullptr);
  GraphPtr copy() const;

  // Keeps alive a source file that ranges of nodes refer to.
  void keep(SourceFilePtr file);
  // Keeps alive compilation data (type tables, functions) that types and constants refer to.
  void keepAlive(std::shared_ptr<const void> owner);
  // Also keeps alive everything that another graph keeps alive, for nodes copied from it.
  void shareOwners(const Graph& other);

  // Returns the Name for a text; equal texts have the same pointer.
  Name* name(std::string_view text) { return names_.get(text); }
  // Returns a mark greater than all marks used so far, with kMarkBits low bits free for flags. A
  // pass stores `marks + flags` into nodes and values; `node->mark < marks` means that the node is
  // unmarked.
  static constexpr uint32_t kMarkBits = 3;
  uint32_t newMarks() { return marks_ += 1 << kMarkBits; }

  // Returns every node, including nodes outside of all blocks. Used by the verifier.
  std::unordered_set<const Node*> allNodes() const;

 private:
  friend class Node;
  friend class Value;
  friend class Block;
  friend struct Numbering;
  Node* createTyped(Symbol kind, std::initializer_list<Value*> inputs, TypePtr type);
  Node* cloneNode(const Node* node, ValueMapping map, bool copyBlocks);
  Value* makeValue(Node* node, size_t offset);
  Block* makeBlock(Node* owner);
  Node* makeNode(Symbol kind);
  void freeNode(Node* node);
  void freeValue(Value* value);
  void freeBlock(Block* block);

  size_t nextUnique_ = 0;
  uint32_t marks_ = 0;
  Names names_;
  Pool<Node> nodes_;
  Pool<Value> values_;
  Pool<Block> blocks_;
  std::vector<SourceFilePtr> files_;
  std::vector<std::shared_ptr<const void>> owners_;
  Block* block_ = nullptr;
  Node* insertBefore_ = nullptr;
};

// Sets the insert point, and restores the previous one on destruction.
class WithInsertPoint {
 public:
  explicit WithInsertPoint(Node* before) : previous_(before->owningGraph()->insertPoint()) {
    before->owningGraph()->setInsertPoint(before);
  }
  explicit WithInsertPoint(Block* block) : WithInsertPoint(block->returnNode()) {}
  ~WithInsertPoint() { previous_->owningGraph()->setInsertPoint(previous_); }
  WithInsertPoint(const WithInsertPoint&) = delete;
  WithInsertPoint& operator=(const WithInsertPoint&) = delete;

 private:
  Node* previous_;
};

// Returns the constant of a prim::Constant node's output, valid as long as the node holds it.
// Returns null for any other value, and for a function.
const Constant* constantOf(const Value* value);

// A compiled function or method: its name, its graph and its schema.
class Function final : public types::FunctionFacts {
 public:
  GraphPtr graph;  // null: only declared (an ignored function, or a function known by its schema)
  ops::FunctionSchema schema;
  std::string docString;
  bool isIgnored = false;
  SourceRange definition;

  std::string_view simpleName() const {
    std::string_view path = qualifiedName;
    return path.substr(path.rfind('.') + 1);
  }
  types::InterfaceMethod asMethod() const override;
};

}  // namespace ts::ir
