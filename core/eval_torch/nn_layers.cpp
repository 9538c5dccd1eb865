// Intrinsics for constructing layers of torch.nn: kernel sizes as tuples, parameters, and their
// initialization. The Python code in core/prelude/lib (torch.nn.init, parameter, modules.utils)
// handles errors, Unknown values and overrides.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/eval_torch/intrinsics.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

// ---- modules.utils

// The function returned by _ntuple(n): converts one number to n of them.
Value ntuple(Vm& vm, Function& function, Value* args) {
  if (auto* tuple = args[0].as<Tuple>(); tuple && tuple->cls.get() == vm.types.tuple)
    return args[0];
  const bool isNumber = args[0].isInt() || args[0].isFloat() || args[0].isBool();
  if (!isNumber || function.closure.size() != 1 || !function.closure[0]->value.isInt()) return {};
  const int64_t count = function.closure[0]->value.integerValue();
  return vm.tuple(std::vector<Value>(static_cast<size_t>(std::max<int64_t>(count, 0)), args[0]));
}

Value reverseRepeat(Vm& vm, Function&, Value* args) {
  auto* tuple = args[0].as<Tuple>();
  if (!tuple || tuple->cls.get() != vm.types.tuple || !args[1].isInt()) return {};
  std::vector<Value> repeated;
  for (size_t i = tuple->items.size(); i > 0; --i)
    for (int64_t times = 0; times < args[1].integerValue(); ++times)
      repeated.push_back(tuple->items[i - 1]);
  return vm.tuple(std::move(repeated));
}

// ---- parameter

Value newParameter(Vm& vm, Function&, Value* args) {
  auto* cls = args[0].as<Class>();
  if (torchOf(vm).eager) return {};  // in the eager domain the data matters
  if (!cls || !args[1].as<Tensor>() || !args[2].isBool()) return {};
  return tensorOfClass(vm, *cls, *args[1].as<Tensor>(), args[2].integerValue());
}

// ---- init

struct GradOff {
  explicit GradOff(Vm& vm) : enabled(torchOf(vm).gradEnabled), before(enabled) { enabled = false; }
  ~GradOff() { enabled = before; }
  bool& enabled;
  const bool before;
};

// The operator behind a tensor's method. Null when the tensor's class overrides it, or in the eager
// domain, which has to write the data.
OperatorFunction* methodOf(Vm& vm, const Value& self, std::string_view name) {
  Value function;
  if (torchOf(vm).eager || !self.as<Tensor>() || !vm.getMethod(self, vm.intern(name), function))
    return nullptr;
  return function.as<OperatorFunction>();
}

// Calls an in-place method of a tensor with gradients off.
Value withoutGrad(Vm& vm, std::string_view method, std::initializer_list<Value> args) {
  OperatorFunction* op = methodOf(vm, *args.begin(), method);
  if (!op) return {};
  GradOff off(vm);
  return callOperator(vm, *op, {args.begin(), args.size(), {}});
}

Value uniform(Vm& vm, Function&, Value* args) {
  return withoutGrad(vm, "uniform_", {args[0], args[1], args[2]});
}
Value normal(Vm& vm, Function&, Value* args) {
  return withoutGrad(vm, "normal_", {args[0], args[1], args[2]});
}
Value fill(Vm& vm, Function&, Value* args) { return withoutGrad(vm, "fill_", {args[0], args[1]}); }
Value zero(Vm& vm, Function&, Value* args) { return withoutGrad(vm, "zero_", {args[0]}); }

// Applies the inverse distribution function to uniform values between the values at the bounds.
Value truncatedNormal(Vm& vm, Function&, Value* args) {
  double mean = 0, deviation = 0, a = 0, b = 0;
  for (auto [i, number] : {std::pair{1, &mean}, {2, &deviation}, {3, &a}, {4, &b}})
    if (args[i].isUnknown() || !vm.asReal(args[i], *number)) return {};
  if (!(deviation > 0) || !(a - 2 * deviation <= mean && mean <= b + 2 * deviation)) return {};
  auto bound = [&](double at) {
    const double below = (1 + std::erf((at - mean) / deviation / std::numbers::sqrt2)) / 2;
    return 2 * below - 1;
  };
  const struct {
    const char* method;
    std::vector<Value> operands;
  } steps[] = {
      {"uniform_", {Value::real(bound(a)), Value::real(bound(b))}},
      {"erfinv_", {}},
      {"mul_", {Value::real(deviation * std::numbers::sqrt2)}},
      {"add_", {args[1]}},
      {"clamp_", {args[3], args[4]}},
  };
  for (const auto& step : steps)
    if (!methodOf(vm, args[0], step.method)) return {};
  GradOff off(vm);
  for (const auto& step : steps) {
    std::vector<Value> all{args[0]};
    all.insert(all.end(), step.operands.begin(), step.operands.end());
    callOperator(vm, *methodOf(vm, args[0], step.method), {all.data(), all.size(), {}});
  }
  return args[0];
}

struct Fans {
  int64_t in, out;
};
std::optional<Fans> fansOf(const Value& value) {
  auto* tensor = value.as<Tensor>();
  if (!tensor || !tensor->shape || tensor->shape->size() < 2) return std::nullopt;
  const Shape& shape = *tensor->shape;
  const int64_t field = numberOfElements(Shape(shape.begin() + 2, shape.end()));
  if (field < 0 || shape[0] < 0 || shape[1] < 0) return std::nullopt;
  Fans fans{};
  if (__builtin_mul_overflow(shape[1], field, &fans.in) ||
      __builtin_mul_overflow(shape[0], field, &fans.out))
    return std::nullopt;
  return fans;
}

Value calculateFans(Vm& vm, Function&, Value* args) {
  std::optional<Fans> fans = fansOf(args[0]);
  if (!fans) return {};
  return vm.tuple({Value::integer(fans->in), Value::integer(fans->out)});
}

// The standard deviation of Kaiming initialization: kaiming_*_(tensor, a, mode, nonlinearity).
std::optional<double> kaimingDeviation(Vm& vm, Value* args) {
  std::optional<Fans> fans = fansOf(args[0]);
  auto *mode = args[2].as<Str>(), *nonlinearity = args[3].as<Str>();
  if (!fans || !mode || !nonlinearity) return std::nullopt;
  const bool isIn = mode->text == "fan_in";
  if (!isIn && mode->text != "fan_out") return std::nullopt;
  const int64_t fan = isIn ? fans->in : fans->out;
  double slope = 0;
  if (fan <= 0 || std::ranges::count(*args[0].as<Tensor>()->shape, 0)) return std::nullopt;
  if (nonlinearity->text == "relu")
    return std::numbers::sqrt2 / std::sqrt(static_cast<double>(fan));
  if (nonlinearity->text != "leaky_relu" || args[1].isBool() || !vm.asReal(args[1], slope))
    return std::nullopt;
  return std::sqrt(2.0 / (1 + slope * slope)) / std::sqrt(static_cast<double>(fan));
}

Value kaimingUniform(Vm& vm, Function&, Value* args) {
  std::optional<double> deviation = kaimingDeviation(vm, args);
  if (!deviation) return {};
  const double bound = std::numbers::sqrt3 * *deviation;
  return withoutGrad(vm, "uniform_", {args[0], Value::real(-bound), Value::real(bound)});
}

Value kaimingNormal(Vm& vm, Function&, Value* args) {
  std::optional<double> deviation = kaimingDeviation(vm, args);
  if (!deviation) return {};
  return withoutGrad(vm, "normal_", {args[0], Value::integer(0), Value::real(*deviation)});
}

constexpr IntrinsicRow kLayerIntrinsics[] = {
    {"torch.nn.modules.utils", "_ntuple.<locals>.parse", ntuple},
    {"torch.nn.modules.utils", "_reverse_repeat_tuple", reverseRepeat},
    {"torch.nn.parameter", "Parameter.__new__", newParameter},
    {"torch.nn.init", "_no_grad_uniform_", uniform},
    {"torch.nn.init", "_no_grad_normal_", normal},
    {"torch.nn.init", "_no_grad_trunc_normal_", truncatedNormal},
    {"torch.nn.init", "_no_grad_fill_", fill},
    {"torch.nn.init", "_no_grad_zero_", zero},
    {"torch.nn.init", "_calculate_fan_in_and_fan_out", calculateFans},
    {"torch.nn.init", "kaiming_uniform_", kaimingUniform},
    {"torch.nn.init", "kaiming_normal_", kaimingNormal},
};

}  // namespace

std::span<const IntrinsicRow> layerIntrinsics() { return kLayerIntrinsics; }

}  // namespace ts::eval
