// The results of operators that create tensors from sizes or data: torch.zeros, torch.arange.
#include <cmath>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

#define TS_OPTIONS "dtype=None, layout=None, device=None, pin_memory=None, requires_grad=False"

// The arguments dtype, device and requires_grad of a signature with TS_OPTIONS.
struct Options {
  Options(Vm& vm, const Value* at, const Ref<Dtype>& dtype, const Ref<Device>& device)
      : dtype(dtypeArgument(vm, at[0], dtype)),
        device(deviceArgument(vm, at[2], device)),
        requiresGrad(at[4].isBool() && at[4].integerValue()) {}
  Ref<Dtype> dtype;
  Ref<Device> device;
  bool requiresGrad;
  Ref<Tensor> make(Vm& vm, std::optional<Shape> shape) const {
    Ref<Tensor> result = makeTensor(vm, std::move(shape), dtype, device);
    if (!device) result->device = nullptr;
    result->requiresGrad = requiresGrad;
    return result;
  }
};

std::optional<Shape> shapeOrUnknown(Vm& vm, const Value& value) {
  try {
    return shapeArgument(vm, value);
  } catch (const UnknownTruth&) {
    return std::nullopt;
  }
}

void fillWith(Tensor& tensor, double value) {
  if (!tensor.shape) return;
  const int64_t count = numberOfElements(*tensor.shape);
  // A large tensor is a weight, and code that builds a module does not read its elements.
  if (count >= 0 && count <= 256)
    setValues(tensor, std::vector<double>(static_cast<size_t>(count), value));
}

Options defaults(Vm& vm, const Value* at) {
  TorchState& state = torchOf(vm);
  return Options(vm, at, state.defaultDtype, state.cpu);
}

Value empty(Vm& vm, Value* args) {
  return defaults(vm, args + 1).make(vm, shapeOrUnknown(vm, args[0]));
}
template <int kValue>
Value filled(Vm& vm, Value* args) {
  Ref<Tensor> result = empty(vm, args).as<Tensor>();
  fillWith(*result, kValue);
  return result;
}
Value full(Vm& vm, Value* args) {
  TorchState& state = torchOf(vm);
  const Value& value = args[1];
  Ref<Dtype> dtype = value.isUnknown() ? nullptr : resultDtype(vm, {&value, 1});
  Ref<Tensor> result =
      Options(vm, args + 2, dtype, state.cpu).make(vm, shapeOrUnknown(vm, args[0]));
  double number = 0;
  if (!value.isUnknown() && vm.asReal(value, number)) fillWith(*result, number);
  return result;
}
Value randint(Vm& vm, Value* args) {
  // randint(high, size) or randint(low, high, size)
  const Value& size = args[2].isUnbound() ? args[1] : args[2];
  TorchState& state = torchOf(vm);
  return Options(vm, args + 3, state.dtypes[scalar::Int64], state.cpu)
      .make(vm, shapeOrUnknown(vm, size));
}
Value randperm(Vm& vm, Value* args) {
  TorchState& state = torchOf(vm);
  return Options(vm, args + 1, state.dtypes[scalar::Int64], state.cpu)
      .make(vm, shapeOrUnknown(vm, args[0]));
}
Value eye(Vm& vm, Value* args) {
  const int64_t rows = intArgument(vm, args[0]);
  const int64_t columns = args[1].isNone() ? rows : intArgument(vm, args[1]);
  return defaults(vm, args + 2).make(vm, Shape{rows, columns});
}

double realArgument(Vm& vm, const Value& value) {
  double number = 0;
  if (auto* tensor = value.as<Tensor>();
      tensor && valuesOf(*tensor) && tensor->elements.size() == 1)
    return valueAt(*tensor, 0);
  if (value.isUnknown() || !vm.asReal(value, number)) throw UnknownTruth{};
  return number;
}

Value arange(Vm& vm, Value* args) {
  TorchState& state = torchOf(vm);
  Value start = args[0], end = args[1], step = args[2];
  if (end.isUnbound()) {
    end = start;
    start = Value::integer(0);
  }
  bool isReal = false;
  for (const Value& bound : {start, end, step}) isReal |= bound.isFloat();
  Options options(vm, args + 3, isReal ? state.defaultDtype : state.dtypes[scalar::Int64],
                  state.cpu);
  try {
    const double first = realArgument(vm, start), last = realArgument(vm, end),
                 by = realArgument(vm, step);
    if (by == 0) vm.raise(vm.types.RuntimeError, "step must be nonzero");
    if ((by > 0) != (last >= first) && last != first)
      vm.raise(vm.types.RuntimeError, "upper bound and larger bound inconsistent with step sign");
    const auto count = static_cast<int64_t>(std::ceil((last - first) / by));
    Ref<Tensor> result = options.make(vm, Shape{count});
    std::vector<double> values;
    for (int64_t i = 0; i < count && count <= kMostValues; ++i)
      values.push_back(first + by * static_cast<double>(i));
    if (count <= kMostValues) setValues(*result, std::move(values));
    return result;
  } catch (const UnknownTruth&) {
    return options.make(vm, Shape{-1});
  }
}

Value linspace(Vm& vm, Value* args) {
  Options options = defaults(vm, args + 3);
  const int64_t steps = intArgument(vm, args[2]);
  if (steps < 0) vm.raise(vm.types.RuntimeError, "number of steps must be non-negative");
  Ref<Tensor> result = options.make(vm, Shape{steps});
  if (args[0].isUnknown() || args[1].isUnknown() || steps > kMostValues || !options.dtype)
    return result;
  const double start = realArgument(vm, args[0]), end = realArgument(vm, args[1]);
  std::vector<double> values;
  // PyTorch computes the first half from the start and the second half from the end, in the dtype
  // of the result.
  auto fill = [&](auto zero) {
    using Number = decltype(zero);
    const Number first = static_cast<Number>(start), last = static_cast<Number>(end);
    const Number step = steps > 1 ? (last - first) / static_cast<Number>(steps - 1) : 0;
    for (int64_t i = 0; i < steps; ++i)
      values.push_back(i < steps / 2 || steps == 1
                           ? first + step * static_cast<Number>(i)
                           : last - step * static_cast<Number>(steps - i - 1));
  };
  if (options.dtype->number == scalar::Float)
    fill(0.0f);
  else
    fill(0.0);
  setValues(*result, std::move(values));
  return result;
}
Value logspace(Vm& vm, Value* args) {
  return defaults(vm, args + 4).make(vm, Shape{intArgument(vm, args[2])});
}

Value tensor(Vm& vm, Value* args) {
  Ref<Dtype> dtype = dtypeArgument(vm, args[1], nullptr);
  Value result = tensorOf(vm, args[0], dtype, deviceArgument(vm, args[2], nullptr));
  if (args[3].isBool()) result.as<Tensor>()->requiresGrad = args[3].integerValue();
  return result;
}
Value asTensor(Vm& vm, Value* args) {
  auto* same = args[0].as<Tensor>();
  if (same && args[1].isNone() && args[2].isNone()) return args[0];
  return tensorOf(vm, args[0], dtypeArgument(vm, args[1], nullptr),
                  deviceArgument(vm, args[2], nullptr));
}

// zeros_like(tensor) and tensor.new_zeros(size)
Value like(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return Options(vm, args + 1, from.dtype, from.device).make(vm, from.shape);
}
template <int kValue>
Value filledLike(Vm& vm, Value* args) {
  Ref<Tensor> result = like(vm, args).as<Tensor>();
  fillWith(*result, kValue);
  return result;
}
Value fullLike(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return Options(vm, args + 2, from.dtype, from.device).make(vm, from.shape);
}
Value randintLike(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return Options(vm, args + 3, from.dtype, from.device).make(vm, from.shape);
}
Value newEmpty(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return Options(vm, args + 2, from.dtype, from.device).make(vm, shapeOrUnknown(vm, args[1]));
}
template <int kValue>
Value newFilled(Vm& vm, Value* args) {
  Ref<Tensor> result = newEmpty(vm, args).as<Tensor>();
  fillWith(*result, kValue);
  return result;
}
Value newFull(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return Options(vm, args + 3, from.dtype, from.device).make(vm, shapeOrUnknown(vm, args[1]));
}
Value newTensor(Vm& vm, Value* args) {
  Tensor& from = tensorArgument(vm, args[0]);
  return tensorOf(vm, args[1], dtypeArgument(vm, args[2], from.dtype),
                  deviceArgument(vm, args[3], from.device));
}

#define TS_LIKE "self, *, " TS_OPTIONS ", memory_format=None"

constexpr NativeDef kFactoryRules[] = {
    {"empty", "*size, " TS_OPTIONS ", memory_format=None, out=None, names=None", empty},
    {"zeros", "*size, " TS_OPTIONS ", out=None, names=None", filled<0>},
    {"ones", "*size, " TS_OPTIONS ", out=None, names=None", filled<1>},
    {"rand", "*size, " TS_OPTIONS ", generator=None, out=None, names=None", empty},
    {"randn", "*size, " TS_OPTIONS ", generator=None, out=None, names=None", empty},
    {"full", "size, fill_value, *, " TS_OPTIONS ", out=None, names=None", full},
    {"randint", "low, high, size=..., *, " TS_OPTIONS ", generator=None, out=None", randint},
    {"randperm", "n, *, " TS_OPTIONS ", generator=None, out=None", randperm},
    {"eye", "n, m=None, *, " TS_OPTIONS ", out=None", eye},
    {"arange", "start, end=..., step=1, *, " TS_OPTIONS ", out=None", arange},
    {"linspace", "start, end, steps=100, *, " TS_OPTIONS ", out=None", linspace},
    {"logspace", "start, end, steps=100, base=10, *, " TS_OPTIONS ", out=None", logspace},
    {"tensor", "data, *, dtype=None, device=None, requires_grad=False, pin_memory=False", tensor},
    {"as_tensor", "data, dtype=None, device=None", asTensor},
    {"empty_like", TS_LIKE, like},
    {"zeros_like", TS_LIKE, filledLike<0>},
    {"ones_like", TS_LIKE, filledLike<1>},
    {"rand_like", TS_LIKE, like},
    {"randn_like", TS_LIKE, like},
    {"full_like", "self, fill_value, *, " TS_OPTIONS ", memory_format=None", fullLike},
    {"randint_like", "self, low, high=..., *, " TS_OPTIONS ", memory_format=None", randintLike},
    {"new_empty", "self, *size, " TS_OPTIONS, newEmpty},
    {"new_zeros", "self, *size, " TS_OPTIONS, newFilled<0>},
    {"new_ones", "self, *size, " TS_OPTIONS, newFilled<1>},
    {"new_full", "self, size, fill_value, *, " TS_OPTIONS, newFull},
    {"new_tensor", "self, data, *, dtype=None, device=None, requires_grad=False", newTensor},
};

#undef TS_OPTIONS
#undef TS_LIKE

}  // namespace

std::span<const NativeDef> factoryRules() { return kFactoryRules; }

}  // namespace ts::eval
