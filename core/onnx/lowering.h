// Runs a function on values that are partly known. Known ones are computed by the interpreter's
// operators; for others, the rows of the operators emit ONNX nodes. Writes and views are tracked by
// object: a write replaces the wire of the written tensor and of those that share its memory.
#pragma once

#include <map>
#include <unordered_map>

#include "core/interp/interpreter.h"
#include "core/onnx/builder.h"
#include "core/onnx/value.h"
#include "core/operator_facts/results.h"

namespace ts::onnx {

class Op;

// One operator: the function that emits its nodes, and the name of the ONNX operator for functions
// that serve several rows.
struct Row {
  std::string_view name;  // "aten::add"; also with an overload: "aten::add.Tensor"
  void (*emit)(Op& op);
  std::string_view op = {};
  // For an operator that returns views: returns the new base after `view` was written to the view
  // that is result `output` of the call.
  Wire (*written)(Op& op, const Wire& base, const Wire& view, size_t output) = nullptr;
  bool isObject = false;  // of lists and dicts: the operator also gets known arguments
};
// The row of an operator: that of the overload, or else that of all overloads. Null: it has none.
const Row* rowOf(const std::string& name, const std::string& overload);
// The row of an operator whose arguments are numbers.
const Row* numberRowOf(const std::string& name);
// All rows, for tests and reports.
std::vector<Row> allRows();

// The program raises an exception here on every way.
struct Raises {
  SourceRange at;
};

struct Counts {
  size_t operators = 0;   // calls of operators that became nodes
  size_t folded = 0;      // calls with known results
  size_t assertions = 0;  // branches that raise, which are left out
  size_t unrolled = 0;    // rounds of loops
};

class Lowering {
 public:
  Lowering(int64_t opset, size_t mostNodes) : builder(opset), mostNodes_(mostNodes) {}

  // Lowers a call. Throws ExportError.
  Val call(const ir::Function& function, std::vector<Val> arguments);

  // ---- values
  Val fromKnown(const IValue& value, const std::string& path = {});
  // Null when a part is not known.
  std::optional<IValue> known(const Val& value);
  TensorPtr newTensor(const Wire& wire);
  TensorPtr newTensor(const Tensor& known);
  // The current elements of a tensor.
  Wire wireOf(const TensorPtr& cell);
  Wire wireOf(const Val& value);  // of a tensor or number
  // The wire of a list of integers with one dimension.
  Wire integersWire(const Val& list);
  // The list as a sequence.
  Wire sequenceOf(const ListPtr& list);
  void write(const TensorPtr& cell, const Wire& wire);
  // A matrix with its dimensions exchanged, whose elements are known if those of the matrix are.
  Val transposedWeight(const Val& matrix);
  // Tells the scopes that the object is about to change.
  template <typename Cell>
  void touch(const std::shared_ptr<Cell>& cell);
  size_t depth() const { return scopes_.size(); }
  [[noreturn]] void refuse(const std::string& message) const;

  Builder builder;
  Counts counts;
  // Attributes of modules by object and name: those that the call has changed after reading them,
  // and the values that an earlier call left.
  using State = std::map<std::pair<const tensor::ObjectValue*, std::string>, IValue>;
  State state, earlier;

 private:
  using Frame = std::unordered_map<const ir::Value*, Val>;
  // The states of older objects before the scope changed them.
  struct Scope {
    std::map<TensorPtr, TensorCell> tensors;
    std::map<ListPtr, ListCell> lists;
    std::map<DictPtr, DictCell> dicts;
    std::map<ObjectPtr, ObjectCell> objects;
  };
  // The objects that a scope has changed, with copies of their last states.
  struct Changes {
    std::map<TensorPtr, Val> tensors;  // roots only
    std::map<ListPtr, Val> lists;
    std::map<DictPtr, Val> dicts;
  };
  // A branch or a loop's body, lowered into a graph of its own.
  struct Lowered {
    Builder::Scope scope;
    std::vector<Val> outputs;
    // The same outputs with their elements at the end of the scope.
    std::vector<Val> copies;
    Changes changes;
    bool raises = false;
  };
  class Merger;

  using Handler = void (Lowering::*)(const ir::Node&, Frame&);
  static Handler handlerOf(Symbol kind);
  void lowerBlock(const ir::Block& block, Frame& frame);
  void lowerNode(const ir::Node& node, Frame& frame);
  void setPlace(const ir::Node& node);
  void countStep();
  Val& at(Frame& frame, const ir::Value* value);
  std::vector<Val> inputs(const ir::Node& node, Frame& frame);

  void constant(const ir::Node& node, Frame& frame);
  void makeList(const ir::Node& node, Frame& frame);
  void makeTuple(const ir::Node& node, Frame& frame);
  void makeDict(const ir::Node& node, Frame& frame);
  void unpack(const ir::Node& node, Frame& frame);
  void tupleIndex(const ir::Node& node, Frame& frame);
  void tupleSlice(const ir::Node& node, Frame& frame);
  void getAttribute(const ir::Node& node, Frame& frame);
  void setAttribute(const ir::Node& node, Frame& frame);
  void createObject(const ir::Node& node, Frame& frame);
  void callFunction(const ir::Node& node, Frame& frame);
  void callMethod(const ir::Node& node, Frame& frame);
  void pass(const ir::Node& node, Frame& frame);
  void skip(const ir::Node& node, Frame& frame);
  void uninitialized(const ir::Node& node, Frame& frame);
  void isInstance(const ir::Node& node, Frame& frame);
  void raise(const ir::Node& node, Frame& frame);
  void branch(const ir::Node& node, Frame& frame);
  void loop(const ir::Node& node, Frame& frame);

  // ---- operators (operators.cpp)
  void operatorCall(const ir::Node& node, Frame& frame);
  bool fold(const ir::Node& node, const ops::FunctionSchema& schema, const std::vector<Val>& values,
            Frame& frame);
  bool changeKnown(const ops::FunctionSchema& schema, const std::vector<Val>& values);
  std::vector<IValue> runKernel(const ops::FunctionSchema& schema, std::vector<IValue> stack);
  void makeViews(Op& op, std::vector<Val>& results);
  View viewOf(const Op& op, size_t argument, size_t output, std::optional<size_t> element,
              const TensorPtr& base);

  // ---- tensors (cells.cpp)
  void refresh(const TensorPtr& cell);
  void refuseState(const TensorCell& root) const;
  ObjectPtr objectOf(const tensor::Ptr<tensor::ObjectValue>& object, const std::string& path);

  // ---- control flow (control_flow.cpp)
  void beginScope();
  Lowered endScope(const ir::Block& block, Frame& frame);
  Lowered lowerScope(const ir::Block& block, Frame& frame);
  Val copied(const Val& value, std::map<const void*, Val>& copies);
  void setChanged(const TensorPtr& cell, const Val& state);
  void setChanged(const ListPtr& cell, const Val& state);
  void setChanged(const DictPtr& cell, const Val& state);
  void unroll(const ir::Node& node, Frame& frame, int64_t rounds);
  void loopGraph(const ir::Node& node, Frame& frame);

  size_t mostNodes_;
  std::vector<Scope> scopes_;
  // By tensor, which is kept alive.
  std::unordered_map<const void*, std::pair<TensorPtr, Tensor>> ofTensor_;
  std::unordered_map<const void*, ObjectPtr> ofObject_;
  std::unordered_map<const void*, std::pair<Tensor, TensorPtr>> transposed_;
  std::vector<std::string> paths_ = {""};  // of the modules whose methods are being lowered
  SourceRange at_;
  size_t calls_ = 0;
  size_t steps_ = 0;
};

}  // namespace ts::onnx
