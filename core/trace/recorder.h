// Records a program of operators as a graph, as PyTorch's tracer does it
// (torch/csrc/jit/frontend/tracer.h): each operator is a node, arguments that aren't tensors are
// constants, and a tensor that nobody has recorded is one too.
//
//   trace::Recorder recorder(program, {});
//   x = recorder.addInput(x, "x");          // the tensors to run the program on
//   auto* outer = kernels::setDispatchObserver(&recorder);  ...run...
//   kernels::setDispatchObserver(outer); recorder.addOutput(result); ir::GraphPtr graph =
//   recorder.finish({});
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir/ir.h"
#include "core/kernels/dispatch.h"
#include "core/tensor/ivalue.h"
#include "core/trace/events.h"
#include "core/trace/scopes.h"

namespace ts::trace {

using tensor::IValue;
using tensor::Tensor;

struct Options {
  bool strict = true;  // no dicts among the results, a warning for lists
};

// What the recorder asks of the program that runs.
class Program {
 public:
  virtual ~Program() = default;
  // The line of the user's file that is being run, and its file, to be kept as long as the graph.
  virtual SourceRange place() = 0;
  virtual SourceFilePtr fileOf(const SourceRange& place) = 0;
  // The variable of the innermost function that holds this tensor: the name of its value. Empty:
  // none does.
  virtual std::string variableOf(const Tensor& tensor) = 0;
  // Whether the code of torch itself does something here: nobody is warned of that.
  virtual bool isInsideLibrary() = 0;
  virtual void warn(const Event& event) = 0;
};

// Everything throws tensor::Error for what can't be recorded.
class Recorder final : public kernels::DispatchObserver {
 public:
  Recorder(Program& program, Options options);

  // ---- before the program runs
  // A traced module: the graph's first input. Its attributes, and those of its submodules, become
  // known.
  void addSelf(const tensor::ObjectValue& module);
  // The value to run the program on: a tensor that is an input already comes as a view of itself.
  // Empty name: none.
  IValue addInput(const IValue& value, std::string_view name);

  // ---- while it runs
  // A module begins and ends its call; the name is its path, "__module.conv1".
  void pushScope(const std::string& name);
  void popScope();
  // The next operator's argument, or an element of it that is a list (-1: none), is a number taken
  // out of this tensor.
  void stash(size_t argument, int element, const Tensor& source);
  // The size of a dimension, the number of elements, as tensors whose values are known.
  Tensor sizeOf(const Tensor& tensor, int64_t dim);
  Tensor numelOf(const Tensor& tensor);
  // A compiled function or method is called, self first: to be followed by endCall with what it
  // gave.
  ir::Value* beginCall(ir::Function& function, bool isMethod, std::span<const IValue> arguments);
  void endCall(ir::Value* result, const IValue& value);
  // A task begins and ends with what it gives: its number. Somebody waits for its result.
  void beginFork();
  size_t endFork(const IValue& result);
  void wait(size_t fork, const IValue& result);
  // From here on the tensor is a constant.
  void forget(const Tensor& tensor) { values_.erase(tensor.impl()); }
  void entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) override;
  void left(const ops::FunctionSchema& schema, std::span<const IValue> results) override;
  void note(Cause cause, std::string subject = {});
  // What is known of the last operator's results is what they have now: before a result is changed
  // behind its back.
  void settle();

  // ---- behind it
  void addOutput(const IValue& value);
  // The graph, cleaned up as PyTorch does it. makeMethod: see scopes.h; for a traced module alone.
  ir::GraphPtr finish(const MakeMethod& makeMethod);

  const std::vector<Event>& events() const { return events_; }
  ir::Graph& graph() { return *graph_; }

 private:
  struct Known {
    ir::Value* value;
    IValue keep;  // so that no other tensor gets its address
  };
  struct Stashed {
    size_t argument;
    int element;
    Tensor source;
  };

  ir::Node* insert(Symbol kind, std::initializer_list<ir::Value*> inputs, size_t outputs = 1);
  ir::Value* insertConstant(const types::Constant& constant);
  ir::Value* insertNone();
  void locate(ir::Node* node);
  void know(const IValue& value, ir::Value* as);
  const Known* find(const IValue& value) const;

  // operators.cpp
  ir::Value* argument(const ops::Argument& declared, size_t index, const IValue& value);
  ir::Value* list(types::TypePtr element, size_t index, const IValue& value);
  ir::Value* stashed(size_t argument, int element, types::TypePtr type);
  void recordConvolution(ir::Node& node, std::span<const IValue> arguments, std::string_view name);
  void addResult(ir::Value* value, const IValue& result);
  Tensor recordNumber(ir::Value* number, int64_t value);

  // containers.cpp
  IValue addInput(const IValue& value, types::TypePtr type, ir::Value* as);
  ir::Value* valueOf(const IValue& value);
  ir::Value* tensorValue(const Tensor& tensor);
  ir::Value* outputOf(const IValue& value, size_t number);
  void recordView(ir::Value* of, const Tensor& tensor);
  void setValue(const IValue& value, ir::Value* as);
  void addAttributes(ir::Value* self, const tensor::ObjectValue& module, const std::string& path);

  Program& program_;
  Options options_;
  ir::GraphPtr graph_;
  std::unordered_map<const tensor::Counted*, Known> values_;
  std::vector<Stashed> stashed_;
  ir::Node* pending_ = nullptr;  // of the operator that is running
  // Results whose types are still to be set: whether they require a gradient is known behind the
  // call alone.
  std::vector<std::pair<ir::Value*, Tensor>> unsettled_;
  std::shared_ptr<types::TypeTable> types_ =
      std::make_shared<types::TypeTable>();  // of functions that are called
  std::unordered_set<const SourceFile*> kept_;
  std::vector<Event> events_;
  // What was known outside of the tasks that are open: what they make is seen through their results
  // alone.
  std::vector<std::unordered_map<const tensor::Counted*, Known>> outside_;
  std::vector<ir::Value*> forks_;  // their futures
};

// The type of a tensor with all that is known of it: "Float(2, 3, strides=[3, 1], requires_grad=0,
// device=cpu)".
types::TypePtr completeType(const Tensor& tensor);
// That of a value as PyTorch's tracer sees it: tensors alone and in tuples complete, in lists and
// dicts plain.
types::TypePtr traceableType(const IValue& value);
// A function's schema as its graph has it.
ops::FunctionSchema schemaOf(const std::string& name, const ir::Graph& graph);

}  // namespace ts::trace
