#include "core/eager/torch.h"

#include <cerrno>

#include "core/autodiff/tape.h"
#include "core/eager/buffers.h"
#include "core/eager/eager.h"
#include "core/eager/functions.h"
#include "core/eager/grad_nodes.h"
#include "core/eager/grad_observer.h"
#include "core/eager/host.h"
#include "core/eager/images.h"
#include "core/eager/jit.h"
#include "core/eager/members.h"
#include "core/eager/random.h"
#include "core/eager/serialization.h"
#include "core/eager/signatures.h"
#include "core/eager/tracing.h"
#include "core/kernels/dispatch.h"
#include "core/kernels/linalg_error.h"
#include "core/tensor/gap.h"

namespace ts::eager {
namespace {

std::vector<NativeDef> joined(std::initializer_list<std::span<const NativeDef>> tables) {
  std::vector<NativeDef> methods;
  for (auto table : tables) methods.insert(methods.end(), table.begin(), table.end());
  return methods;
}

}  // namespace

Torch::Torch(runtime::Runtime& runtime, std::string writeRefusal)
    : runtime(runtime), writeRefusal(std::move(writeRefusal)) {}
// Python objects that outlive this object must not access it.
Torch::~Torch() {
  jit.reset();
  for (auto& [data, object] : wrappers_) object->domain = nullptr;
  for (auto& [node, object] : nodes) object->domain = nullptr;
}

const eval::TypeOps& Torch::tensorOps() const { return specialMethods(); }

std::span<const NativeDef> Torch::tensorMembers() const {
  static const std::vector<NativeDef> all =
      joined({attributeMembers(), methodMembers(), conversionMembers()});
  return all;
}

void Torch::defineClasses(Vm& vm, eval::TorchState& state) { defineGenerator(vm, state); }

std::span<const NativeDef> Torch::functions(std::string_view module) const {
  static const std::vector<NativeDef> ofTorch =
      joined({torchFunctions(), randomFunctions(), bufferTorchFunctions()});
  if (module == "torch") return ofTorch;
  if (module == "torch.jit") return jitFunctions();
  static const std::vector<NativeDef> ofC =
      joined({torchCFunctions(), randomCFunctions(), jitCFunctions(), serializationFunctions(),
              tracingCFunctions(), graphCFunctions(), nodeFunctions(), gradObserverFunctions(),
              bufferFunctions(), imageFunctions()});
  if (module == "torch._C") return ofC;
  if (module == "_host") return hostFunctions();
  return {};
}

void attach(Vm& vm, runtime::Runtime& runtime, std::string writeRefusal) {
  vm.strict = true;
  eval::attachEager(vm, std::make_shared<Torch>(runtime, std::move(writeRefusal)));
}

runtime::Runtime& runtimeOf(Vm& vm) { return eagerOf(vm).runtime; }

void setHostJournal(Vm& vm, HostJournal& journal) { eagerOf(vm).journal = &journal; }

void needWriting(Vm& vm, const Value& path) {
  const std::string& refusal = eagerOf(vm).writeRefusal;
  if (refusal.empty()) return;
  vm.raise(vm.types.OSError, {Value::integer(EACCES), vm.str(refusal), path});
}

Value Torch::wrap(Vm& vm, const Tensor& tensor, Class* cls) {
  if (!tensor.defined()) return Value::none();
  eval::Tensor*& wrapper = wrappers_[tensor.impl()];
  if (wrapper) return Value(wrapper);
  eval::torchOf(vm);  // creates the class
  Ref<eval::Tensor> created = new eval::Tensor(cls ? cls : vm.types.tensor);
  created->data = tensor;
  created->domain = this;
  wrapper = created.get();
  return created;
}

eval::Tensor* Torch::wrapperOf(const Tensor& tensor) const {
  auto entry = wrappers_.find(tensor.impl());
  return entry == wrappers_.end() ? nullptr : entry->second;
}

const OperatorInfo& Torch::operatorInfo(const std::string& op) {
  std::unique_ptr<OperatorInfo>& held = operators_[op];
  if (!held) held = std::make_unique<OperatorInfo>(readSignatures(op));
  return *held;
}

void raiseError(Vm& vm, const tensor::Error& error) {
  if (dynamic_cast<const tensor::Gap*>(&error)) vm.raiseGap(error.what());
  Class* cls = vm.types.RuntimeError;
  switch (error.kind) {
    case tensor::ErrorKind::Index: cls = vm.types.IndexError; break;
    case tensor::ErrorKind::Value: cls = vm.types.ValueError; break;
    case tensor::ErrorKind::Type: cls = vm.types.TypeError; break;
    case tensor::ErrorKind::NotImplemented: cls = vm.types.NotImplementedError; break;
    case tensor::ErrorKind::Key: cls = vm.types.KeyError; break;
    case tensor::ErrorKind::Assertion: cls = vm.types.AssertionError; break;
    case tensor::ErrorKind::Recursion: cls = vm.types.RecursionError; break;
    case tensor::ErrorKind::Runtime:
    case tensor::ErrorKind::OutOfMemory:
    case tensor::ErrorKind::ZeroDivision: break;  // PyTorch raises RuntimeError, too
  }
  if (dynamic_cast<const kernels::LinAlgError*>(&error)) {
    Value error = vm.moduleAttribute(*vm.module("torch._C"), vm.intern("_LinAlgError"));
    if (auto* own = error.as<Class>()) cls = own;
  }
  vm.raise(cls, error.what());
}

void callSchema(Vm& vm, const ops::FunctionSchema& schema, Stack& stack) {
  if (recorderOf(vm) && runExpanded(vm, schema, stack)) return;
  guarded(vm, [&] { autodiff::call(schema, stack); });
}

IValue callAten(Vm& vm, std::string_view name, std::initializer_list<IValue> arguments) {
  const size_t dot = name.find('.');
  const std::string_view overload = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  const ops::FunctionSchema* schema = ops::schema(Symbol::intern(name.substr(0, dot)), overload);
  Stack stack(arguments);
  callSchema(vm, *schema, stack);
  return stack.empty() ? IValue() : stack.front();
}

Tensor callTensor(Vm& vm, std::string_view name, std::initializer_list<IValue> arguments) {
  return callAten(vm, name, arguments).toTensor();
}

bool isTensor(const Value& value) { return value.as<eval::Tensor>(); }

const Tensor& dataOf(const Value& value) { return value.as<eval::Tensor>()->data; }

Tensor neededTensor(Vm& vm, const Value& value) {
  if (isTensor(value)) return dataOf(value);
  vm.raiseTypeError("a Tensor is needed, not " + vm.classOf(value)->name);
}

std::optional<tensor::DType> dtypeArgument(Vm& vm, const Value& value) {
  if (value.isUnbound() || value.isNone()) return std::nullopt;
  if (value.is(vm.types.real)) return tensor::DType::Float64;
  if (value.is(vm.types.integer)) return tensor::DType::Int64;
  if (value.is(vm.types.boolean)) return tensor::DType::Bool;
  auto* dtype = value.as<eval::Dtype>();
  if (!dtype) vm.raiseTypeError("a torch.dtype is needed, not " + vm.classOf(value)->name);
  auto dtypeValue = tensor::dtypeFromNumber(dtype->number);
  if (!dtypeValue)
    vm.raiseGap("tensors of torch." + dtype->name + " are not available in JitScope");
  return dtypeValue;
}

Value dtypeValue(Vm& vm, tensor::DType dtype) { return eval::dtypeOf(vm, static_cast<int>(dtype)); }

}  // namespace ts::eager
