// Records a run of a program as a graph, as PyTorch's tracer does
// (torch/csrc/jit/frontend/tracer.h). Each operator becomes a node. Arguments that are not tensors
// become constants, and so do tensors that were not recorded.
//
//   trace::Recorder recorder(program, {});
//   x = recorder.addInput(x, "x");          // the tensors to run the program on
//   auto* outer = kernels::setDispatchObserver(&recorder);
//   ...run...
//   kernels::setDispatchObserver(outer);
//   recorder.addOutput(result);
//   ir::GraphPtr graph = recorder.finish({});
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
  bool strict = true;  // rejects dicts among the results, and warns about lists
};

// The interface to the running program.
class TracedProgram {
 public:
  virtual ~TracedProgram() = default;
  // The current line of the user's source, and the file of a position, which the graph keeps alive.
  virtual SourceRange place() = 0;
  virtual SourceFilePtr fileOf(const SourceRange& place) = 0;
  // The name of a variable of the innermost function that refers to this tensor, which names the
  // tensor's value; empty if there is none.
  virtual std::string variableOf(const Tensor& tensor) = 0;
  // False while operators run that PyTorch would not see, as functions of numpy do.
  virtual bool isRecorded() { return true; }
  // True while code of torch itself runs, which never causes a warning.
  virtual bool isInsideLibrary() = 0;
  virtual void warn(const Event& event) = 0;
};

// Records a trace. All functions throw tensor::Error for values and operations that can't be
// recorded.
class Recorder final : public kernels::DispatchObserver {
 public:
  Recorder(TracedProgram& program, Options options);

  // ---- before the program runs
  // Adds a traced module as the graph's first input. The attributes of the module and its
  // submodules become known values.
  void addSelf(const tensor::ObjectValue& module);
  // Adds an input and returns the value to run the program on. A tensor that is already an input is
  // returned as a view of itself. The name may be empty.
  IValue addInput(const IValue& value, std::string_view name);

  // ---- while it runs
  // The call of a module starts or ends; the name is its path, "__module.conv1".
  void pushScope(const std::string& name);
  void popScope();
  // Declares that an argument of the next operator, or the element `element` of a list argument
  // (-1: the argument itself), is a number taken out of this tensor.
  void stash(size_t argument, int element, const Tensor& source);
  // The size of a dimension, or the number of elements, as tensors with recorded values.
  Tensor sizeOf(const Tensor& tensor, int64_t dim);
  Tensor numelOf(const Tensor& tensor);
  // A compiled function or method is called, with self first. The caller must call endCall with its
  // result.
  ir::Value* beginCall(ir::Function& function, bool isMethod, std::span<const IValue> arguments);
  void endCall(ir::Value* result, const IValue& value);
  // A task starts or ends. endFork takes its result and returns its number; wait() records that the
  // program waits for it.
  void beginFork();
  size_t endFork(const IValue& result);
  void wait(size_t fork, const IValue& result);
  // The tensor counts as a constant from here on.
  void forget(const Tensor& tensor) { values_.erase(tensor.impl()); }
  void entered(const ops::FunctionSchema& schema, std::span<const IValue> arguments) override;
  void left(const ops::FunctionSchema& schema, std::span<const IValue> results) override;
  void note(Cause cause, std::string subject = {});
  // Sets the types of the last operator's results to those of the actual tensors. To be called
  // before a result is changed outside of dispatch.
  void settle();

  // ---- after it has run
  void addOutput(const IValue& value);
  // Returns the graph after PyTorch's cleanup. `makeMethod` is only for a traced module: see
  // scopes.h.
  ir::GraphPtr finish(const MakeMethod& makeMethod);

  const std::vector<Event>& events() const { return events_; }
  ir::Graph& graph() { return *graph_; }

 private:
  struct RecordedValue {
    ir::Value* value;
    IValue keep;  // keeps the object alive, so that its address is unique
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
  const RecordedValue* find(const IValue& value) const;

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

  TracedProgram& program_;
  Options options_;
  ir::GraphPtr graph_;
  std::unordered_map<const tensor::Counted*, RecordedValue> values_;
  std::vector<Stashed> stashed_;
  ir::Node* pending_ = nullptr;  // of the running operator
  // Results whose types are not set yet: requires_grad is known only after the call.
  std::vector<std::pair<ir::Value*, Tensor>> unsettled_;
  std::shared_ptr<types::TypeTable> types_ =
      std::make_shared<types::TypeTable>();  // types of called functions
  std::unordered_set<const SourceFile*> kept_;
  std::vector<Event> events_;
  // The known values outside of each open task: values of a task are visible only through its
  // result.
  std::vector<std::unordered_map<const tensor::Counted*, RecordedValue>> outside_;
  std::vector<ir::Value*> forks_;  // futures of the tasks
};

// The most precise type of a tensor: "Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)".
// The second form says requires_grad.
types::TypePtr completeType(const Tensor& tensor);
types::TypePtr completeType(const Tensor& tensor, bool requiresGrad);
// The type of a value in PyTorch's tracer: complete for tensors and tensors in tuples, plain for
// tensors in lists and dicts.
types::TypePtr traceableType(const IValue& value);
// The schema of a function with this graph.
ops::FunctionSchema schemaOf(const std::string& name, const ir::Graph& graph);

}  // namespace ts::trace
