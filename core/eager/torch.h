// The state of the eager domain for an evaluator. All functions raise Python exceptions
// (eval::Raised), and convert kernel errors to them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/eval_torch/eager.h"
#include "core/eval_torch/torch_state.h"
#include "core/kernels/registry.h"
#include "core/tensor/error.h"
#include "core/tensor/ivalue.h"

namespace ts::autodiff {
class Node;
}
namespace ts::runtime {
class Runtime;
}
namespace ts::trace {
class Recorder;
}

namespace ts::eager {

using eval::CallArgs;
using eval::Class;
using eval::Dict;
using eval::List;
using eval::NativeDef;
using eval::Object;
using eval::Ref;
using eval::Str;
using eval::Tuple;
using eval::Value;
using eval::Vm;
using kernels::Stack;
using tensor::IValue;
using tensor::Tensor;

class GradObserver;   // grad_observer.h
class HostJournal;    // host_journal.h
struct OperatorInfo;  // signatures.h
class Jit;            // jit.h
struct NodeObject;    // grad_nodes.h

class Torch final : public eval::EagerTorch {
 public:
  Torch(runtime::Runtime& runtime, std::string writeRefusal);
  ~Torch() override;

  const eval::TypeOps& tensorOps() const override;
  std::span<const NativeDef> tensorMembers() const override;
  void defineClasses(Vm& vm, eval::TorchState& state) override;
  std::span<const NativeDef> functions(std::string_view module) const override;
  Value callOperator(Vm& vm, const eval::OperatorFunction& function, const CallArgs& args) override;
  void forget(eval::Tensor& tensor) override { wrappers_.erase(tensor.data.impl()); }

  // The Python object of a tensor: the same object for the same tensor while it lives. None for an
  // undefined tensor.
  Value wrap(Vm& vm, const Tensor& tensor, Class* cls = nullptr);
  // The existing Python object of a tensor, or null.
  eval::Tensor* wrapperOf(const Tensor& tensor) const;

  // The recorder of a running trace, or null; null also while recording pauses. While it is set,
  // operators run even if eager code could skip them. `tracer` stays set during a pause. See
  // tracing.h.
  trace::Recorder* recorder = nullptr;
  std::string pythonFunction;  // the last custom autograd.Function that the traced code has called
  trace::Recorder* tracer = nullptr;
  int unnamed = 0;

  runtime::Runtime& runtime;       // see attach()
  const std::string writeRefusal;  // likewise
  HostJournal* journal = nullptr;  // of the program's runs; null: none
  bool isJitOff = false;           // torch.jit compiles nothing, as with PYTORCH_JIT=0

  // The objects of the tape's nodes, by their names, too; their base class and the classes by name;
  // see grad_nodes.h.
  std::map<std::pair<const autodiff::Node*, std::string_view>, NodeObject*> nodes;
  Class* nodeClass = nullptr;
  std::unordered_map<std::string, Value> nodeClasses;
  std::unique_ptr<GradObserver> gradObserver;  // created on first access

  // Created on first access; see jit.h.
  std::unique_ptr<Jit> jit;

  // The overloads of an operator, read on its first call.
  const OperatorInfo& operatorInfo(const std::string& op);

 private:
  std::unordered_map<const tensor::TensorImpl*, eval::Tensor*> wrappers_;
  std::unordered_map<std::string, std::unique_ptr<OperatorInfo>> operators_;
};

inline Torch& eagerOf(Vm& vm) { return static_cast<Torch&>(*eval::torchOf(vm).eager); }
inline Value wrap(Vm& vm, const Tensor& tensor) { return eagerOf(vm).wrap(vm, tensor); }

[[noreturn]] void raiseError(Vm& vm, const tensor::Error& error);
// Raises PermissionError in a program that cannot change files. Call it before changing one.
void needWriting(Vm& vm, const Value& path);
// Runs `body` and converts a tensor::Error to a Python exception.
template <typename F>
decltype(auto) guarded(Vm& vm, F&& body) {
  try {
    return body();
  } catch (const tensor::Error& error) {
    raiseError(vm, error);
  }
}

// Calls an operator by its full name, such as "aten::select.int", with all arguments of its schema.
// Sets gradient flags as for a call from Python. Returns the first result, or None.
IValue callAten(Vm& vm, std::string_view nameWithOverload, std::initializer_list<IValue> arguments);
Tensor callTensor(Vm& vm, std::string_view nameWithOverload,
                  std::initializer_list<IValue> arguments);
// Calls an operator by its schema. The stack must contain only the arguments; it receives all
// results.
void callSchema(Vm& vm, const ops::FunctionSchema& schema, Stack& stack);

// ---- reading Python's values
Tensor neededTensor(Vm& vm, const Value& value);  // raises TypeError
bool isTensor(const Value& value);
// The tensor of a Python Tensor object.
const Tensor& dataOf(const Value& value);
// The tensor of a method's receiver, the first argument.
inline const Tensor& selfTensor(const Value* args) { return dataOf(args[0]); }
// Converts a dtype; nullopt for None. Python's float, int and bool are accepted as dtypes. Raises
// TypeError for other values.
std::optional<tensor::DType> dtypeArgument(Vm& vm, const Value& value);
Value dtypeValue(Vm& vm, tensor::DType dtype);

}  // namespace ts::eager
