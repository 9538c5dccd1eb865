// The values of pointwise operators and reductions; rows of core/operator_facts tell shapes and
// dtypes.
#include <algorithm>
#include <cmath>

#include "core/eval_torch/operator_rows.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

struct UnaryRow {
  std::string_view name;
  double (*compute)(double);
};
double negative(double x) { return -x; }
double square(double x) { return x * x; }
double rsqrt(double x) { return 1 / std::sqrt(x); }
double reciprocal(double x) { return 1 / x; }
double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
double relu(double x) { return x > 0 ? x : 0; }
double notValue(double x) { return x == 0; }

#define TS_STD(f) [](double x) { return static_cast<double>(std::f(x)); }
// Sorted by name.
constexpr UnaryRow kUnary[] = {
    {"abs", TS_STD(abs)},
    {"absolute", TS_STD(abs)},
    {"acos", TS_STD(acos)},
    {"acosh", TS_STD(acosh)},
    {"asin", TS_STD(asin)},
    {"asinh", TS_STD(asinh)},
    {"atan", TS_STD(atan)},
    {"atanh", TS_STD(atanh)},
    {"ceil", TS_STD(ceil)},
    {"cos", TS_STD(cos)},
    {"cosh", TS_STD(cosh)},
    {"erf", TS_STD(erf)},
    {"erfc", TS_STD(erfc)},
    {"exp", TS_STD(exp)},
    {"exp2", TS_STD(exp2)},
    {"expm1", TS_STD(expm1)},
    {"fix", TS_STD(trunc)},
    {"floor", TS_STD(floor)},
    {"isfinite", TS_STD(isfinite)},
    {"isinf", TS_STD(isinf)},
    {"isnan", TS_STD(isnan)},
    {"log", TS_STD(log)},
    {"log10", TS_STD(log10)},
    {"log1p", TS_STD(log1p)},
    {"log2", TS_STD(log2)},
    {"logical_not", notValue},
    {"neg", negative},
    {"negative", negative},
    {"reciprocal", reciprocal},
    {"relu", relu},
    {"round", TS_STD(nearbyint)},
    {"rsqrt", rsqrt},
    {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"sign", sign},
    {"sin", TS_STD(sin)},
    {"sinh", TS_STD(sinh)},
    {"sqrt", TS_STD(sqrt)},
    {"square", square},
    {"tan", TS_STD(tan)},
    {"tanh", TS_STD(tanh)},
    {"trunc", TS_STD(trunc)},
};
#undef TS_STD
static_assert(std::ranges::is_sorted(kUnary, {}, &UnaryRow::name));

struct BinaryRow {
  std::string_view name;
  double (*compute)(double, double);
};
double floorDivide(double a, double b) { return std::floor(a / b); }
double remainderOf(double a, double b) { return a - b * std::floor(a / b); }

constexpr BinaryRow kBinary[] = {
    {"add", [](double a, double b) { return a + b; }},
    {"atan2", [](double a, double b) { return std::atan2(a, b); }},
    {"bitwise_and",
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) & static_cast<int64_t>(b));
     }},
    {"bitwise_or",
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) | static_cast<int64_t>(b));
     }},
    {"bitwise_xor",
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) ^ static_cast<int64_t>(b));
     }},
    {"div", [](double a, double b) { return a / b; }},
    {"divide", [](double a, double b) { return a / b; }},
    {"eq", [](double a, double b) { return double(a == b); }},
    {"floor_divide", floorDivide},
    {"fmod", [](double a, double b) { return std::fmod(a, b); }},
    {"ge", [](double a, double b) { return double(a >= b); }},
    {"greater", [](double a, double b) { return double(a > b); }},
    {"gt", [](double a, double b) { return double(a > b); }},
    {"le", [](double a, double b) { return double(a <= b); }},
    {"less", [](double a, double b) { return double(a < b); }},
    {"logical_and", [](double a, double b) { return double(a != 0 && b != 0); }},
    {"logical_or", [](double a, double b) { return double(a != 0 || b != 0); }},
    {"logical_xor", [](double a, double b) { return double((a != 0) != (b != 0)); }},
    {"lt", [](double a, double b) { return double(a < b); }},
    {"maximum", [](double a, double b) { return std::max(a, b); }},
    {"minimum", [](double a, double b) { return std::min(a, b); }},
    {"mul", [](double a, double b) { return a * b; }},
    {"multiply", [](double a, double b) { return a * b; }},
    {"ne", [](double a, double b) { return double(a != b); }},
    {"not_equal", [](double a, double b) { return double(a != b); }},
    {"pow", [](double a, double b) { return std::pow(a, b); }},
    {"remainder", remainderOf},
    {"rsub", [](double a, double b) { return b - a; }},
    {"sub", [](double a, double b) { return a - b; }},
    {"subtract", [](double a, double b) { return a - b; }},
    {"true_divide", [](double a, double b) { return a / b; }},
};
static_assert(std::ranges::is_sorted(kBinary, {}, &BinaryRow::name));

template <typename Row, size_t N>
const Row* rowOf(const Row (&rows)[N], std::string_view name) {
  auto row = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return row != std::end(rows) && row->name == name ? row : nullptr;
}

Ref<Dtype> dtypeOfResult(Vm& vm, PointwiseDtype result, Ref<Dtype> operands) {
  TorchState& state = torchOf(vm);
  if (result == PointwiseDtype::Bool) return state.dtypes[scalar::Bool];
  if (result == PointwiseDtype::Float && operands && categoryOf(operands->number) < 2)
    return state.defaultDtype;
  return operands;
}

bool wantsGrad(Vm& vm, const Value& value) {
  auto* tensor = value.as<Tensor>();
  return tensor && tensor->requiresGrad && torchOf(vm).gradEnabled;
}

// The values of an operand: a number or a tensor. An operand with one value has it at every index.
struct KnownOperand {
  const Tensor* tensor = nullptr;
  double number = 0;
  bool isKnown = false;
  size_t count = 1;
  KnownOperand(Vm& vm, const Value& value) : tensor(value.as<Tensor>()) {
    if (tensor) {
      isKnown = valuesOf(*tensor);
      count = tensor->elements.size();
    } else {
      isKnown = vm.asReal(value, number);
    }
  }
  double at(size_t i) const { return tensor ? valueAt(*tensor, count == 1 ? 0 : i) : number; }
};

// ---- reductions

std::vector<double> valuesIn(const Tensor& tensor) {
  std::vector<double> values;
  for (size_t i = 0; i < tensor.elements.size(); ++i) values.push_back(valueAt(tensor, i));
  return values;
}

enum class Fold : uint8_t { Sum, Prod, Mean, Max, Min };
double fold(Fold kind, const std::vector<double>& values) {
  if (kind == Fold::Max) return *std::ranges::max_element(values);
  if (kind == Fold::Min) return *std::ranges::min_element(values);
  double result = kind == Fold::Prod ? 1 : 0;
  for (double value : values) result = kind == Fold::Prod ? result * value : result + value;
  return kind == Fold::Mean ? result / static_cast<double>(values.size()) : result;
}

constexpr std::string_view kReduction[] = {"self", "dim", "keepdim", "dtype"};

// sum(self, dim=None, keepdim=False, *, dtype=None)
Value reduceAs(Vm& vm, std::string_view name, Fold kind, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  knownShape(self);
  Value result = resultByRow(vm, name, kReduction, {args, 4});
  Tensor& tensor = *result.as<Tensor>();
  if (valuesOf(self) && !self.elements.empty() && tensor.shape && tensor.shape->empty())
    setValues(tensor, {fold(kind, valuesIn(self))});
  return result;
}
Value sum(Vm& vm, Value* args) { return reduceAs(vm, "sum", Fold::Sum, args); }
Value prod(Vm& vm, Value* args) { return reduceAs(vm, "prod", Fold::Prod, args); }
Value mean(Vm& vm, Value* args) { return reduceAs(vm, "mean", Fold::Mean, args); }
Value greatest(Vm& vm, Value* args) { return reduceAs(vm, "amax", Fold::Max, args); }
Value least(Vm& vm, Value* args) { return reduceAs(vm, "amin", Fold::Min, args); }
// max(self), max(self, dim), max(self, other)
template <Fold kFold>
Value extreme(Vm& vm, Value* args) {
  constexpr bool kIsMax = kFold == Fold::Max;
  tensorArgument(vm, args[0]);
  if (args[1].as<Tensor>())
    return pointwiseBinary(vm, kIsMax ? "maximum" : "minimum", args[0], args[1]);
  if (args[1].isUnbound()) {
    Value none[] = {args[0], Value::none(), Value::boolean(false), Value::none()};
    return reduceAs(vm, kIsMax ? "amax" : "amin", kFold, none);
  }
  return resultByRow(vm, kIsMax ? "max" : "min", kReduction, {args, 3}, 2);
}
Value cumsum(Vm& vm, Value* args) {
  static constexpr std::string_view kNames[] = {"self", "dim", "dtype"};
  Value sums = resultByRow(vm, "cumsum", kNames, {args, 3});
  auto* self = args[0].as<Tensor>();
  auto* result = sums.as<Tensor>();
  if (!self || !result || !valuesOf(*self) || self->shape->size() != 1) return sums;
  std::vector<double> values = valuesIn(*self);
  for (size_t i = 1; i < values.size(); ++i) values[i] += values[i - 1];
  setValues(*result, std::move(values));
  return sums;
}

// diff(self, n=1, dim=-1)
Value difference(Vm& vm, Value* args) {
  static constexpr std::string_view kNames[] = {"self", "n", "dim"};
  Tensor& self = tensorArgument(vm, args[0]);
  if (knownShape(self).empty())
    vm.raise(vm.types.RuntimeError, "diff expects input to be at least one-dimensional");
  Value differences = resultByRow(vm, "diff", kNames, {args, 3});
  auto* result = differences.as<Tensor>();
  if (!result || !valuesOf(self) || self.shape->size() != 1) return differences;
  const int64_t steps = intArgument(vm, args[1]);
  std::vector<double> values = valuesIn(self);
  for (int64_t step = 0; step < steps && !values.empty(); ++step) {
    for (size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
  }
  setValues(*result, std::move(values));
  return differences;
}

constexpr NativeDef kMathRules[] = {
    {"sum", "self, dim=None, keepdim=False, *, dtype=None", sum},
    {"prod", "self, dim=None, keepdim=False, *, dtype=None", prod},
    {"mean", "self, dim=None, keepdim=False, *, dtype=None", mean},
    {"all", "self, dim=None, keepdim=False, dtype=None", byRow},
    {"any", "self, dim=None, keepdim=False, dtype=None", byRow},
    {"logsumexp", "self, dim, keepdim=False, dtype=None", byRow},
    {"amax", "self, dim=(), keepdim=False, dtype=None", greatest},
    {"amin", "self, dim=(), keepdim=False, dtype=None", least},
    {"max", "self, dim=..., keepdim=False", extreme<Fold::Max>},
    {"min", "self, dim=..., keepdim=False", extreme<Fold::Min>},
    {"argmax", "self, dim=None, keepdim=False", byRow},
    {"argmin", "self, dim=None, keepdim=False", byRow},
    {"norm", "self, p='fro', dim=None, keepdim=False, dtype=None", byRow},
    {"cumsum", "self, dim, *, dtype=None", cumsum},
    {"cumprod", "self, dim, *, dtype=None", byRow},
    {"diff", "self, n=1, dim=-1", difference},
    {"matmul", "self, other", byRow},
    {"mm", "self, mat2", byRow},
    {"mv", "self, vec", byRow},
    {"bmm", "self, mat2", byRow},
    {"dot", "self, tensor", byRow},
    {"addmm", "self, mat1, mat2, *, beta=1, alpha=1", byRow},
    {"outer", "self, vec2", byRow},
    {"ger", "self, vec2", byRow},
    {"where", "condition, self, other", byRow},
    {"linear", "input, weight, bias=None", byRow},
    {"embedding", "weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False", byRow},
};

}  // namespace

Value pointwiseUnary(Vm& vm, std::string_view name, const Value& a) {
  Tensor& self = tensorArgument(vm, a);
  const UnaryRow* row = rowOf(kUnary, name);
  Ref<Tensor> copy = reshaped(vm, self, self.shape);
  const PointwiseDtype result = pointwiseDtype(name);
  copy->dtype = dtypeOfResult(vm, result, self.dtype);
  if (result == PointwiseDtype::Bool) copy->requiresGrad = false;
  if (!row || !valuesOf(self)) return copy;
  std::vector<double> values = valuesIn(self);
  for (double& value : values) value = row->compute(value);
  setValues(*copy, std::move(values));
  return copy;
}

Value pointwiseBinary(Vm& vm, std::string_view name, const Value& a, const Value& b) {
  auto *left = a.as<Tensor>(), *right = b.as<Tensor>();
  const BinaryRow* row = rowOf(kBinary, name);
  auto shapeOf = [](Tensor* tensor) {
    return tensor ? tensor->shape : std::optional<Shape>(Shape{});
  };
  const Value both[] = {a, b};
  const PointwiseDtype result = pointwiseDtype(name);
  Ref<Dtype> common = resultDtype(vm, both);
  Ref<Tensor> combined = makeTensor(vm, broadcast(vm, shapeOf(left), shapeOf(right)),
                                    dtypeOfResult(vm, result, common),
                                    left    ? left->device
                                    : right ? right->device
                                            : nullptr);
  combined->requiresGrad = result != PointwiseDtype::Bool && (wantsGrad(vm, a) || wantsGrad(vm, b));
  if (!row || !combined->shape || !common) return combined;
  const KnownOperand x(vm, a), y(vm, b);
  const int64_t count = numberOfElements(*combined->shape);
  const auto fits = [&](const KnownOperand& operand) {
    return operand.isKnown && (operand.count == 1 || static_cast<int64_t>(operand.count) == count);
  };
  if (count < 0 || count > kMostValues || !fits(x) || !fits(y)) return combined;
  // PyTorch converts a number to the dtype of the tensor, so that both operands have single
  // precision.
  const bool single =
      (result == PointwiseDtype::Bool ? common : combined->dtype)->number == scalar::Float;
  std::vector<double> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    double p = x.at(i), q = y.at(i);
    if (single) p = static_cast<float>(p), q = static_cast<float>(q);
    values.push_back(row->compute(p, q));
  }
  setValues(*combined, std::move(values));
  return combined;
}

std::span<const NativeDef> mathRules() { return kMathRules; }

}  // namespace ts::eval
