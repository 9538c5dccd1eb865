// Methods of torch.Tensor without an operator of the same name.
#include <fmt/format.h>

#include "core/autodiff/node.h"
#include "core/base/torch_profile.h"
#include "core/eager/convert.h"
#include "core/eager/functions.h"
#include "core/eager/members.h"
#include "core/eager/tracing.h"
#include "core/eval/builtins/containers.h"
#include "core/kernels/copy.h"
#include "core/tensor/type_names.h"

namespace ts::eager {
namespace {

using tensor::DType;

// ---- properties

int64_t dimArgument(Vm& vm, const Value& value, const Tensor& tensor) {
  return guarded(vm, [&] { return tensor::wrapDim(vm.toIndex(value), tensor.dim()); });
}
Value size(Vm& vm, Value* args) {
  if (args[1].isNone()) return sizeValue(vm, selfTensor(args));
  return sizeOf(vm, selfTensor(args), vm.toIndex(args[1]));
}
Value stride(Vm& vm, Value* args) {
  if (!args[1].isNone()) {
    const int64_t dim = dimArgument(vm, args[1], selfTensor(args));
    return Value::integer(guarded(vm, [&] { return selfTensor(args).stride(dim); }));
  }
  std::vector<Value> items;
  for (int64_t step : selfTensor(args).strides()) items.push_back(Value::integer(step));
  return vm.tuple(std::move(items));
}
Value rank(Vm&, Value* args) { return Value::integer(selfTensor(args).dim()); }
Value numel(Vm& vm, Value* args) { return numelOf(vm, selfTensor(args)); }
Value storageOffset(Vm&, Value* args) { return Value::integer(selfTensor(args).offset()); }
Value elementSize(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(selfTensor(args).itemSize()));
}
Value dataPointer(Vm&, Value* args) {
  return Value::integer(
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(selfTensor(args).bytes())));
}
Value isFloatingPoint(Vm&, Value* args) {
  return Value::boolean(tensor::isFloating(selfTensor(args).dtype()));
}
Value isComplexTensor(Vm&, Value* args) {
  return Value::boolean(tensor::isComplex(selfTensor(args).dtype()));
}
Value isSigned(Vm&, Value* args) {
  return Value::boolean(selfTensor(args).dtype() != DType::UInt8 &&
                        selfTensor(args).dtype() != DType::Bool);
}
Value isSameSize(Vm& vm, Value* args) {
  return Value::boolean(selfTensor(args).sizes() == neededTensor(vm, args[1]).sizes());
}
Value isSetTo(Vm& vm, Value* args) {
  const Tensor other = neededTensor(vm, args[1]);
  return Value::boolean(selfTensor(args).storage() == other.storage() &&
                        selfTensor(args).offset() == other.offset() &&
                        selfTensor(args).sizes() == other.sizes() &&
                        selfTensor(args).strides() == other.strides());
}
Value isContiguous(Vm& vm, Value* args) {
  if (args[1].isNone()) return Value::boolean(selfTensor(args).isContiguous());
  const int64_t format = toIValue(vm, args[1]).toInt();
  return Value::boolean(selfTensor(args).isContiguous(static_cast<tensor::MemoryFormat>(format)));
}
Value getDeviceIndex(Vm&, Value*) { return Value::integer(-1); }
Value isConj(Vm&, Value* args) { return Value::boolean(selfTensor(args).impl()->isConj); }

// ---- values in Python

Value item(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::Number);
  return itemValue(vm, selfTensor(args));
}

Value listOf(Vm& vm, const Tensor& tensor) {
  if (tensor.dim() == 0) return itemValue(vm, tensor);
  Ref<List> rows = vm.list();
  for (int64_t i = 0; i < tensor.size(0); ++i) {
    const std::span<const int64_t> sizes = tensor.sizes(), strides = tensor.strides();
    const Tensor row = tensor::view(tensor, sizes.subspan(1), strides.subspan(1),
                                    tensor.offset() + i * strides[0]);
    rows->items.push_back(listOf(vm, row));
  }
  return rows;
}
Value tolist(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::List);
  if (recorderOf(vm))
    callTensor(vm, "aten::resolve_neg", {callTensor(vm, "aten::resolve_conj", {selfTensor(args)})});
  return guarded(vm, [&] { return listOf(vm, selfTensor(args)); });
}

// The array shares the tensor's memory.
Value numpy(Vm& vm, Value* args) {
  noteLoss(vm, trace::Cause::NumPy);
  const Value make = vm.moduleAttribute(*vm.module("numpy._arrays"), vm.intern("_of_tensor"));
  return vm.call(make, {args[0], args[1]});
}
Value array(Vm& vm, Value* args) {
  const Value made = vm.callMethod(args[0], "numpy");
  return args[1].isNone() ? made : vm.callMethod(made, "astype", {args[1]});
}

// ---- conversions

Value toDtype(Vm& vm, const Tensor& tensor, DType dtype, bool nonBlocking = false,
              bool copy = false, IValue format = {}) {
  return wrap(
      vm, callTensor(vm, "aten::to.dtype",
                     {tensor, static_cast<int64_t>(dtype), nonBlocking, copy, std::move(format)}));
}
template <DType kDtype>
Value as(Vm& vm, Value* args) {
  return toDtype(vm, selfTensor(args), kDtype);
}

IValue deviceOf(Vm& vm, const Value& value) {
  const IValue device = toIValue(vm, vm.call(Value(vm.types.device), {value}));
  if (device.toDevice().kind != "cpu" && device.toDevice().kind != "meta")
    vm.raise(vm.types.RuntimeError,
             "device " + device.toDevice().text() + " is not available: use cpu or meta");
  return device;
}
bool isDevice(Vm& vm, const Value& value) {
  int64_t integer = 0;
  return value.as<Str>() || value.as<eval::Device>() ||
         (!value.isBool() && vm.asInt(value, integer));
}

// x.to(device=None, dtype=None, ...), x.to(dtype, ...), x.to(other, ...)
Value to(Vm& vm, Value* args) {
  const Tensor tensor = selfTensor(args);
  std::vector<Value> arguments = args[1].as<Tuple>()->items;
  Value device = args[2], dtype = args[3];
  size_t used = 0;
  if (used < arguments.size() && isTensor(arguments[used])) {
    const Tensor other = dataOf(arguments[used++]);
    device = vm.str(nameOf(other.device()));
    dtype = dtypeValue(vm, other.dtype());
  } else if (!args[7].isNone()) {
    device = vm.str(nameOf(neededTensor(vm, args[7]).device()));
    dtype = dtypeValue(vm, neededTensor(vm, args[7]).dtype());
  } else {
    if (used < arguments.size() && (isDevice(vm, arguments[used]) || arguments[used].isNone()))
      device = arguments[used++];
    if (used < arguments.size() && !arguments[used].isBool()) dtype = arguments[used++];
  }
  const bool nonBlocking =
      used < arguments.size() ? vm.truth(arguments[used++]) : vm.truth(args[4]);
  const bool copy = used < arguments.size() ? vm.truth(arguments[used++]) : vm.truth(args[5]);
  const IValue format = toIValue(vm, args[6]);
  const auto wanted = dtypeArgument(vm, dtype);
  if (device.isNone() && !wanted && !copy && format.isNone()) return args[0];
  if (device.isNone())
    return toDtype(vm, tensor, wanted.value_or(tensor.dtype()), nonBlocking, copy, format);
  if (!wanted)
    return wrap(vm, callTensor(vm, "aten::to.dtype_layout",
                               {tensor, static_cast<int64_t>(tensor.dtype()), int64_t{0},
                                deviceOf(vm, device), IValue(), nonBlocking, copy, format}));
  return wrap(vm, callTensor(vm, "aten::to.device",
                             {tensor, deviceOf(vm, device), static_cast<int64_t>(*wanted),
                              nonBlocking, copy, format}));
}

// A tensor type includes a device.
Value asType(Vm& vm, const Tensor& tensor, DType dtype) {
  return wrap(vm, callTensor(vm, "aten::to.device",
                             {tensor, tensor::makeDevice(nameOf(tensor.device())),
                              static_cast<int64_t>(dtype), false, false, IValue()}));
}

Value type(Vm& vm, Value* args) {
  if (args[1].isNone()) {
    if (const auto* row = tensor::typeNameOf(selfTensor(args).dtype()))
      return vm.str(std::string(row->name));
  }
  if (auto* name = args[1].as<Str>()) {
    for (const tensor::TypeName& row : tensor::kTypeNames)
      if (row.name == name->text) return asType(vm, selfTensor(args), row.dtype);
    vm.raiseValueError("unknown tensor type " + name->text);
  }
  if (auto* cls = args[1].as<Class>()) {  // torch.LongTensor
    Value dtype;
    if (vm.tryGetattr(args[1], vm.intern("dtype"), dtype) && dtype.as<eval::Dtype>() &&
        cls->name.ends_with("Tensor"))
      return asType(vm, selfTensor(args), *dtypeArgument(vm, dtype));
  }
  return asType(vm, selfTensor(args), *dtypeArgument(vm, args[1]));
}

Value cpu(Vm& vm, Value* args) {
  if (selfTensor(args).isMeta())
    vm.raise(vm.types.NotImplementedError, "a tensor on meta has no values to copy");
  return args[0];
}
Value cuda(Vm& vm, Value*) {
  vm.raise(vm.types.RuntimeError, "CUDA is not available: torch.cuda.is_available() is False");
}

// ---- creation

Value newTensor(Vm& vm, Value* args) {
  Tensor result = makeTensor(
      vm, args[1], args[2].isNone() ? selfTensor(args).dtype() : dtypeArgument(vm, args[2]));
  result = constructedTensor(vm, result);
  if (vm.truth(args[4])) requireGradient(vm, result);
  return wrap(vm, result);
}
Value newLegacy(Vm& vm, Value* args) {
  const std::vector<Value>& arguments = args[1].as<Tuple>()->items;
  return wrap(vm, makeLegacy(vm, CallArgs{arguments.data(), arguments.size(), {}},
                             selfTensor(args).dtype()));
}

// Tensor._make_subclass(cls, data, requires_grad): an object of this class on the same data.
Value makeSubclass(Vm& vm, Value* args) {
  auto* cls = args[0].as<Class>();
  if (!cls) vm.raiseTypeError("_make_subclass needs a class");
  const Tensor data = detached(neededTensor(vm, args[1]));
  if (vm.truth(args[2])) {
    if (!tensor::isFloating(data.dtype()) && !tensor::isComplex(data.dtype()))
      vm.raise(vm.types.RuntimeError,
               "Only Tensors of floating point and complex dtype can require gradients");
    data.impl()->requiresGrad = true;
  }
  return eagerOf(vm).wrap(vm, data, cls);
}
Value asSubclass(Vm& vm, Value* args) {
  auto* cls = args[1].as<Class>();
  if (!cls || !cls->isSubclass(vm.types.tensor))
    vm.raiseTypeError("as_subclass needs a class of tensors");
  return eagerOf(vm).wrap(vm, callTensor(vm, "aten::alias", {selfTensor(args)}), cls);
}

Value deepcopy(Vm& vm, Value* args) {
  if (selfTensor(args).impl()->gradient)
    vm.raise(vm.types.RuntimeError,
             "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
             "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
             "because of a torch.nn.utils.weight_norm usage, see "
             "https://github.com/pytorch/pytorch/pull/103001");
  const Tensor copied = guarded(vm, [&] { return kernels::clone(selfTensor(args)); });
  copied.impl()->requiresGrad = selfTensor(args).requiresGrad();
  Value copy = eagerOf(vm).wrap(vm, copied, args[0].object()->cls.get());
  if (args[0].object()->attributes)
    copy.object()->attributes =
        vm.callMethod(Value(args[0].object()->attributes), "copy").as<Dict>();
  if (auto* memo = args[1].as<Dict>())
    memo->set(vm, vm.call(*vm.builtins().find(vm.intern("id")), {args[0]}), copy);
  return copy;
}

// ---- gradients

Value requiresGrad(Vm& vm, Value* args) {
  requireGradient(vm, selfTensor(args), vm.truth(args[1]),
                  "only Tensors of floating point dtype can require gradients");
  return args[0];
}
Value backward(Vm& vm, Value* args) {
  Value run = vm.moduleAttribute(*vm.module("torch.autograd"), vm.intern("backward"));
  return vm.call(run, {args[0], args[1], args[2], args[3], Value::none(), args[4]});
}
Value retainGrad(Vm& vm, Value* args) {
  const Tensor& tensor = selfTensor(args);
  if (!tensor.requiresGrad())
    vm.raise(vm.types.RuntimeError, "can't retain_grad on Tensor that has requires_grad=False");
  if (tensor.impl()->gradient) autodiff::makeHistory(tensor).keepsGrad = true;
  return Value::none();
}
Value detachInPlace(Vm& vm, Value* args) {
  const autodiff::History* history = autodiff::historyOf(selfTensor(args));
  if (history != nullptr && history->base.defined())
    vm.raise(vm.types.RuntimeError,
             "Can't detach views in-place. Use detach() instead. If you are using "
             "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
             "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
             "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
             "function in torch/optim/optimizer.py as the solution.");
  autodiff::clearHistory(selfTensor(args));
  return args[0];
}
template <const char* kFunction>
Value hooked(Vm& vm, Value* args) {
  const Value add = vm.moduleAttribute(*vm.module("torch.utils.hooks"), vm.intern(kFunction));
  return vm.call(add, {args[0], args[1]});
}
constexpr char kTensorHook[] = "_on_gradient", kAccumulationHook[] = "_after_accumulation";
Value isInferenceTensor(Vm&, Value* args) {
  return Value::boolean(selfTensor(args).impl()->isInference);
}
Value reversed(Vm& vm, Value* args) {
  if (selfTensor(args).dim() == 0) return args[0];
  std::vector<int64_t> dims(static_cast<size_t>(selfTensor(args).dim()));
  for (size_t i = 0; i < dims.size(); ++i) dims[i] = static_cast<int64_t>(i);
  return wrap(vm, callTensor(vm, "aten::flip", {selfTensor(args), tensor::makeIntList(dims)}));
}

// Methods whose arguments a prelude function processes before it calls the operator.
template <const char* kName>
Value functional(Vm& vm, Value* args) {
  std::vector<Value> positional{args[0]};
  for (const Value& value : args[1].as<Tuple>()->items) positional.push_back(value);
  Value forwarded[] = {vm.tuple(std::move(positional)), args[2]};
  return forwardTo(vm, "torch.functional", kName, forwarded);
}
Value nonzero(Vm& vm, Value* args) {
  Value forwarded[] = {vm.tuple({args[0]}), args[2]};
  return forwardTo(vm, "torch", "nonzero", forwarded);
}
constexpr char kNormMethod[] = "norm", kStftMethod[] = "stft", kUnique[] = "unique",
               kUniqueConsecutiveMethod[] = "unique_consecutive", kLu[] = "lu";

constexpr NativeDef kMethodMembers[] = {
    {"size", "self, dim=None", size},
    {"stride", "self, dim=None", stride},
    {"dim", "self", rank},
    {"ndimension", "self", rank},
    {"numel", "self", numel},
    {"nelement", "self", numel},
    {"storage_offset", "self", storageOffset},
    {"element_size", "self", elementSize},
    {"data_ptr", "self", dataPointer},
    {"is_floating_point", "self", isFloatingPoint},
    {"is_complex", "self", isComplexTensor},
    {"is_signed", "self", isSigned},
    {"is_same_size", "self, other", isSameSize},
    {"is_set_to", "self, tensor", isSetTo},
    {"is_contiguous", "self, memory_format=None", isContiguous},
    {"is_conj", "self", isConj},
    {"get_device", "self", getDeviceIndex},
    {"item", "self", item},
    {"tolist", "self", tolist},
    {"numpy", "self, *, force=False", numpy},
    {"__array__", "self, dtype=None", array},
    {"float", "self, memory_format=None", as<DType::Float32>},
    {"double", "self, memory_format=None", as<DType::Float64>},
    {"half", "self, memory_format=None", as<DType::Float16>},
    {"bfloat16", "self, memory_format=None", as<DType::BFloat16>},
    {"int", "self, memory_format=None", as<DType::Int32>},
    {"long", "self, memory_format=None", as<DType::Int64>},
    {"short", "self, memory_format=None", as<DType::Int16>},
    {"char", "self, memory_format=None", as<DType::Int8>},
    {"byte", "self, memory_format=None", as<DType::UInt8>},
    {"bool", "self, memory_format=None", as<DType::Bool>},
    {"cfloat", "self, memory_format=None", as<DType::Complex64>},
    {"cdouble", "self, memory_format=None", as<DType::Complex128>},
    {"to",
     "self, *args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None, "
     "other=None",
     to},
    {"type", "self, dtype=None, non_blocking=False", type},
    {"cpu", "self, memory_format=None", cpu},
    {"cuda", "self, device=None, non_blocking=False, memory_format=None", cuda},
    {"pin_memory", "self, device=None", eval::returnSelf},
    {"share_memory_", "self", eval::returnSelf},
    {"new_tensor", "self, data, dtype=None, device=None, requires_grad=False", newTensor},
    {"new", "self, *args", newLegacy},
    {"_make_subclass",
     "cls, data, require_grad=False, dispatch_strides=False, dispatch_device=False", makeSubclass,
     eval::kStatic},
    {"as_subclass", "self, cls", asSubclass},
    {"__deepcopy__", "self, memo, /", deepcopy},
    {"requires_grad_", "self, requires_grad=True", requiresGrad},
    {"backward", "self, gradient=None, retain_graph=None, create_graph=False, inputs=None",
     backward},
    {"retain_grad", "self", retainGrad},
    {"detach_", "self", detachInPlace},
    {"register_hook", "self, hook", hooked<kTensorHook>},
    {"register_post_accumulate_grad_hook", "self, hook", hooked<kAccumulationHook>},
    {"is_inference", "self", isInferenceTensor},
    {"__reversed__", "self", reversed},
    {"nonzero", "self, *args, **kwargs", nonzero},
    {"norm", "self, *args, **kwargs", functional<kNormMethod>},
    {"stft", "self, *args, **kwargs", functional<kStftMethod>},
    {"unique", "self, *args, **kwargs", functional<kUnique>},
    {"unique_consecutive", "self, *args, **kwargs", functional<kUniqueConsecutiveMethod>},
    {"lu", "self, *args, **kwargs", functional<kLu>},
};

}  // namespace

std::span<const NativeDef> methodMembers() { return kMethodMembers; }

Value itemValue(Vm& vm, const Tensor& tensor) {
  if (tensor.numel() != 1 && atLeast(TorchProfile::Torch2_6))
    vm.raise(
        vm.types.RuntimeError,
        fmt::format("a Tensor with {} elements cannot be converted to Scalar", tensor.numel()));
  return fromIValue(vm, elementOf(vm, tensor));
}

}  // namespace ts::eager
