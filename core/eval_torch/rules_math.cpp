// The results of pointwise operators (by tables), reductions and products of matrices.
#include <algorithm>
#include <cmath>

#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

namespace rules = shape_rules;

// The dtype of a pointwise result: that of the operands, a floating one, or bool.
enum class Result : uint8_t { Same, Float, Bool };

struct UnaryRow {
  std::string_view name;
  Result result;
  double (*compute)(double);  // null: the result has no values
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
    {"abs", Result::Same, TS_STD(abs)},
    {"absolute", Result::Same, TS_STD(abs)},
    {"acos", Result::Float, TS_STD(acos)},
    {"acosh", Result::Float, TS_STD(acosh)},
    {"asin", Result::Float, TS_STD(asin)},
    {"asinh", Result::Float, TS_STD(asinh)},
    {"atan", Result::Float, TS_STD(atan)},
    {"atanh", Result::Float, TS_STD(atanh)},
    {"bernoulli", Result::Same, nullptr},
    {"bitwise_not", Result::Same, nullptr},
    {"ceil", Result::Same, TS_STD(ceil)},
    {"celu", Result::Same, nullptr},
    {"clamp", Result::Same, nullptr},
    {"clamp_max", Result::Same, nullptr},
    {"clamp_min", Result::Same, nullptr},
    {"clip", Result::Same, nullptr},
    {"conj", Result::Same, nullptr},
    {"cos", Result::Float, TS_STD(cos)},
    {"cosh", Result::Float, TS_STD(cosh)},
    {"deg2rad", Result::Float, nullptr},
    {"digamma", Result::Float, nullptr},
    {"dropout", Result::Same, nullptr},
    {"elu", Result::Same, nullptr},
    {"erf", Result::Float, TS_STD(erf)},
    {"erfc", Result::Float, TS_STD(erfc)},
    {"erfinv", Result::Float, nullptr},
    {"exp", Result::Float, TS_STD(exp)},
    {"exp2", Result::Float, TS_STD(exp2)},
    {"expm1", Result::Float, TS_STD(expm1)},
    {"fix", Result::Same, TS_STD(trunc)},
    {"floor", Result::Same, TS_STD(floor)},
    {"frac", Result::Same, nullptr},
    {"gelu", Result::Same, nullptr},
    {"hardsigmoid", Result::Same, nullptr},
    {"hardswish", Result::Same, nullptr},
    {"hardtanh", Result::Same, nullptr},
    {"isfinite", Result::Bool, TS_STD(isfinite)},
    {"isinf", Result::Bool, TS_STD(isinf)},
    {"isnan", Result::Bool, TS_STD(isnan)},
    {"layer_norm", Result::Same, nullptr},
    {"leaky_relu", Result::Same, nullptr},
    {"lgamma", Result::Float, nullptr},
    {"log", Result::Float, TS_STD(log)},
    {"log10", Result::Float, TS_STD(log10)},
    {"log1p", Result::Float, TS_STD(log1p)},
    {"log2", Result::Float, TS_STD(log2)},
    {"log_sigmoid", Result::Float, nullptr},
    {"log_softmax", Result::Same, nullptr},
    {"logical_not", Result::Bool, notValue},
    {"logit", Result::Float, nullptr},
    {"masked_fill", Result::Same, nullptr},
    {"mish", Result::Same, nullptr},
    {"nan_to_num", Result::Same, nullptr},
    {"neg", Result::Same, negative},
    {"negative", Result::Same, negative},
    {"rad2deg", Result::Float, nullptr},
    {"reciprocal", Result::Float, reciprocal},
    {"relu", Result::Same, relu},
    {"relu6", Result::Same, nullptr},
    {"round", Result::Same, TS_STD(nearbyint)},
    {"rsqrt", Result::Float, rsqrt},
    {"selu", Result::Same, nullptr},
    {"sgn", Result::Same, nullptr},
    {"sigmoid", Result::Float, [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"sign", Result::Same, sign},
    {"silu", Result::Same, nullptr},
    {"sin", Result::Float, TS_STD(sin)},
    {"sinc", Result::Float, nullptr},
    {"sinh", Result::Float, TS_STD(sinh)},
    {"softmax", Result::Same, nullptr},
    {"softplus", Result::Same, nullptr},
    {"sqrt", Result::Float, TS_STD(sqrt)},
    {"square", Result::Same, square},
    {"tan", Result::Float, TS_STD(tan)},
    {"tanh", Result::Float, TS_STD(tanh)},
    {"trunc", Result::Same, TS_STD(trunc)},
};
#undef TS_STD
static_assert(std::ranges::is_sorted(kUnary, {}, &UnaryRow::name));

struct BinaryRow {
  std::string_view name;
  Result result;
  double (*compute)(double, double);
};
double floorDivide(double a, double b) { return std::floor(a / b); }
double remainderOf(double a, double b) { return a - b * std::floor(a / b); }

constexpr BinaryRow kBinary[] = {
    {"add", Result::Same, [](double a, double b) { return a + b; }},
    {"atan2", Result::Float, [](double a, double b) { return std::atan2(a, b); }},
    {"bitwise_and", Result::Same,
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) & static_cast<int64_t>(b));
     }},
    {"bitwise_left_shift", Result::Same, nullptr},
    {"bitwise_or", Result::Same,
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) | static_cast<int64_t>(b));
     }},
    {"bitwise_right_shift", Result::Same, nullptr},
    {"bitwise_xor", Result::Same,
     [](double a, double b) {
       return static_cast<double>(static_cast<int64_t>(a) ^ static_cast<int64_t>(b));
     }},
    {"div", Result::Float, [](double a, double b) { return a / b; }},
    {"divide", Result::Float, [](double a, double b) { return a / b; }},
    {"eq", Result::Bool, [](double a, double b) { return double(a == b); }},
    {"floor_divide", Result::Same, floorDivide},
    {"fmod", Result::Same, [](double a, double b) { return std::fmod(a, b); }},
    {"ge", Result::Bool, [](double a, double b) { return double(a >= b); }},
    {"greater", Result::Bool, [](double a, double b) { return double(a > b); }},
    {"gt", Result::Bool, [](double a, double b) { return double(a > b); }},
    {"hypot", Result::Same, nullptr},
    {"le", Result::Bool, [](double a, double b) { return double(a <= b); }},
    {"less", Result::Bool, [](double a, double b) { return double(a < b); }},
    {"logical_and", Result::Bool, [](double a, double b) { return double(a != 0 && b != 0); }},
    {"logical_or", Result::Bool, [](double a, double b) { return double(a != 0 || b != 0); }},
    {"logical_xor", Result::Bool, [](double a, double b) { return double((a != 0) != (b != 0)); }},
    {"lt", Result::Bool, [](double a, double b) { return double(a < b); }},
    {"maximum", Result::Same, [](double a, double b) { return std::max(a, b); }},
    {"minimum", Result::Same, [](double a, double b) { return std::min(a, b); }},
    {"mul", Result::Same, [](double a, double b) { return a * b; }},
    {"multiply", Result::Same, [](double a, double b) { return a * b; }},
    {"ne", Result::Bool, [](double a, double b) { return double(a != b); }},
    {"not_equal", Result::Bool, [](double a, double b) { return double(a != b); }},
    {"pow", Result::Same, [](double a, double b) { return std::pow(a, b); }},
    {"remainder", Result::Same, remainderOf},
    {"rsub", Result::Same, [](double a, double b) { return b - a; }},
    {"sub", Result::Same, [](double a, double b) { return a - b; }},
    {"subtract", Result::Same, [](double a, double b) { return a - b; }},
    {"true_divide", Result::Float, [](double a, double b) { return a / b; }},
    {"xlogy", Result::Float, nullptr},
};
static_assert(std::ranges::is_sorted(kBinary, {}, &BinaryRow::name));

template <typename Row, size_t N>
const Row* rowOf(const Row (&rows)[N], std::string_view name) {
  auto found = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return found != std::end(rows) && found->name == name ? found : nullptr;
}

Ref<Dtype> resultOf(Vm& vm, Result result, Ref<Dtype> operands) {
  TorchState& state = torchOf(vm);
  if (result == Result::Bool) return state.dtypes[scalar::Bool];
  if (result == Result::Float && operands && categoryOf(operands->number) < 2)
    return state.defaultDtype;
  return operands;
}

bool wantsGrad(Vm& vm, const Value& value) {
  auto* tensor = value.as<Tensor>();
  return tensor && tensor->requiresGrad && torchOf(vm).gradEnabled;
}

// The values of an operand: a number or a tensor. An operand with one value has it at every index.
struct Operand {
  const Tensor* tensor = nullptr;
  double number = 0;
  bool known = false;
  size_t count = 1;
  Operand(Vm& vm, const Value& value) : tensor(value.as<Tensor>()) {
    if (tensor) {
      known = valuesOf(*tensor);
      count = tensor->elements.size();
    } else {
      known = vm.asReal(value, number);
    }
  }
  double at(size_t i) const { return tensor ? valueAt(*tensor, count == 1 ? 0 : i) : number; }
};

// ---- reductions

Ref<Tensor> reduced(Vm& vm, const Tensor& self, const Value& dim, const Value& keepdim) {
  const bool keep = !keepdim.isUnbound() && vm.truth(keepdim);
  const Shape& shape = knownShape(self);
  if (dim.isUnknown()) throw UnknownTruth{};
  const bool all = dim.isNone() || dim.isUnbound();
  const auto dims = rules::reductionDims(all ? Shape() : shapeArgument(vm, dim), shape.size());
  if (dims.violation) inferredShape(vm, dims.violation);  // throws
  return reshaped(vm, self, rules::reduce(shape, dims.dims, keep).vec());
}

std::vector<double> valuesIn(const Tensor& tensor) {
  std::vector<double> values;
  for (size_t i = 0; i < tensor.elements.size(); ++i) values.push_back(valueAt(tensor, i));
  return values;
}

enum class Fold : uint8_t { None, Sum, Prod, Mean, Max, Min };
double fold(Fold kind, const std::vector<double>& values) {
  if (kind == Fold::Max) return *std::ranges::max_element(values);
  if (kind == Fold::Min) return *std::ranges::min_element(values);
  double result = kind == Fold::Prod ? 1 : 0;
  for (double value : values) result = kind == Fold::Prod ? result * value : result + value;
  return kind == Fold::Mean ? result / static_cast<double>(values.size()) : result;
}

// sum(self, dim=None, keepdim=False, *, dtype=None)
template <Fold kFold, Result kResult>
Value reduce(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Ref<Tensor> made = reduced(vm, self, args[1], args[2]);
  Ref<Dtype> dtype = self.dtype;
  const bool adds = kFold == Fold::Sum || kFold == Fold::Prod;
  if (adds && dtype && categoryOf(dtype->number) < 2) dtype = torchOf(vm).dtypes[scalar::Int64];
  made->dtype = dtypeArgument(vm, args[3], resultOf(vm, kResult, dtype));
  if (kFold != Fold::None && valuesOf(self) && !self.elements.empty() && made->shape->empty())
    setValues(*made, {fold(kFold, valuesIn(self))});
  return made;
}
// max(self), max(self, dim), max(self, other)
template <Fold kFold>
Value extreme(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  if (args[1].as<Tensor>())
    return pointwiseBinary(vm, kFold == Fold::Max ? "maximum" : "minimum", args[0], args[1]);
  if (args[1].isUnbound()) {
    Value none[] = {args[0], Value::none(), Value::boolean(false), Value::none()};
    return reduce<kFold, Result::Same>(vm, none);
  }
  Ref<Tensor> values = reduced(vm, self, args[1], args[2]);
  Ref<Tensor> places = reshaped(vm, *values, values->shape);
  places->dtype = torchOf(vm).dtypes[scalar::Int64];
  places->requiresGrad = false;
  return vm.tuple({Value(values), Value(places)});
}
Value places(Vm& vm, Value* args) {
  Ref<Tensor> made = reduced(vm, tensorArgument(vm, args[0]), args[1], args[2]);
  made->dtype = torchOf(vm).dtypes[scalar::Int64];
  made->requiresGrad = false;
  return made;
}
Value norm(Vm& vm, Value* args) {
  return reduced(vm, tensorArgument(vm, args[0]), args[2], args[3]);
}
Value cumulate(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Ref<Tensor> made = reshaped(vm, self, self.shape);
  if (self.dtype && categoryOf(self.dtype->number) < 2)
    made->dtype = torchOf(vm).dtypes[scalar::Int64];
  made->dtype = dtypeArgument(vm, args[2], made->dtype);
  return made;
}
Value cumsum(Vm& vm, Value* args) {
  Value made = cumulate(vm, args);
  Tensor& self = *args[0].as<Tensor>();
  if (!valuesOf(self) || !self.shape || self.shape->size() != 1) return made;
  std::vector<double> values = valuesIn(self);
  for (size_t i = 1; i < values.size(); ++i) values[i] += values[i - 1];
  setValues(*made.as<Tensor>(), std::move(values));
  return made;
}

// diff(self, n=1, dim=-1)
Value difference(Vm& vm, Value* args) {
  Tensor& self = tensorArgument(vm, args[0]);
  Shape shape = knownShape(self);
  const int64_t steps = intArgument(vm, args[1]);
  const int64_t dim = dimArgument(vm, args[2], static_cast<int64_t>(shape.size()));
  if (shape.empty())
    vm.raise(vm.types.RuntimeError, "diff expects input to be at least one-dimensional");
  int64_t& size = shape[static_cast<size_t>(dim)];
  if (size >= 0) size = std::max<int64_t>(size - steps, 0);
  Ref<Tensor> made = reshaped(vm, self, shape);
  if (!valuesOf(self) || shape.size() != 1) return made;
  std::vector<double> values = valuesIn(self);
  for (int64_t step = 0; step < steps && !values.empty(); ++step) {
    for (size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
  }
  setValues(*made, std::move(values));
  return made;
}

// ---- products

Value product(Vm& vm, const Value& a, const Value& b, Shape shape) {
  Ref<Tensor> made = reshaped(vm, *a.as<Tensor>(), std::move(shape));
  const Value both[] = {a, b};
  made->dtype = resultDtype(vm, both);
  made->requiresGrad = wantsGrad(vm, a) || wantsGrad(vm, b);
  return made;
}
Value matmul(Vm& vm, Value* args) {
  const Shape& a = knownShape(tensorArgument(vm, args[0]));
  const Shape& b = knownShape(tensorArgument(vm, args[1]));
  const rules::Inferred inferred = rules::matmul(a, b);
  const rules::Violation& violation = inferred.violation;
  if (violation.condition == rules::Condition::HasDimensions)
    vm.raise(vm.types.RuntimeError, "matmul: both arguments need at least one dimension");
  if (violation.condition == rules::Condition::Inner)
    vm.raise(vm.types.RuntimeError, "mat1 and mat2 shapes cannot be multiplied (" +
                                        std::to_string(a.size() == 1 ? 1 : a[a.size() - 2]) + "x" +
                                        std::to_string(violation.expected) + " and " +
                                        std::to_string(violation.actual) + "x" +
                                        std::to_string(b.size() == 1 ? 1 : b.back()) + ")");
  if (violation.condition == rules::Condition::Broadcast)
    broadcast(vm, Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));  // raises
  return product(vm, args[0], args[1], inferredShape(vm, inferred));
}
Value addmm(Vm& vm, Value* args) { return matmul(vm, args + 1); }
Value outer(Vm& vm, Value* args) {
  const Shape& a = knownShape(tensorArgument(vm, args[0]));
  const Shape& b = knownShape(tensorArgument(vm, args[1]));
  return product(vm, args[0], args[1], inferredShape(vm, rules::outer(a, b)));
}
Value where(Vm& vm, Value* args) {
  Tensor& condition = tensorArgument(vm, args[0]);
  if (args[1].isUnbound()) throw UnknownTruth{};
  auto shapeOf = [&](const Value& value) {
    auto* tensor = value.as<Tensor>();
    return tensor ? tensor->shape : std::optional<Shape>(Shape{});
  };
  Ref<Tensor> made =
      reshaped(vm, condition,
               broadcast(vm, condition.shape, broadcast(vm, shapeOf(args[1]), shapeOf(args[2]))));
  const Value both[] = {args[1], args[2]};
  made->dtype = resultDtype(vm, both);
  made->requiresGrad = wantsGrad(vm, args[1]) || wantsGrad(vm, args[2]);
  return made;
}
Value linear(Vm& vm, Value* args) {
  const Shape& input = knownShape(tensorArgument(vm, args[0]));
  const Shape& weight = knownShape(tensorArgument(vm, args[1]));
  return product(vm, args[0], args[1], inferredShape(vm, rules::linear(input, weight)));
}
Value embedding(Vm& vm, Value* args) {
  const Shape& indices = knownShape(tensorArgument(vm, args[1]));
  const Shape& weight = knownShape(tensorArgument(vm, args[0]));
  return reshaped(vm, *args[0].as<Tensor>(), inferredShape(vm, rules::embedding(weight, indices)));
}

constexpr NativeDef kMathRules[] = {
    {"sum", "self, dim=None, keepdim=False, *, dtype=None", reduce<Fold::Sum, Result::Same>},
    {"prod", "self, dim=None, keepdim=False, *, dtype=None", reduce<Fold::Prod, Result::Same>},
    {"mean", "self, dim=None, keepdim=False, *, dtype=None", reduce<Fold::Mean, Result::Same>},
    {"all", "self, dim=None, keepdim=False, dtype=None", reduce<Fold::None, Result::Bool>},
    {"any", "self, dim=None, keepdim=False, dtype=None", reduce<Fold::None, Result::Bool>},
    {"logsumexp", "self, dim, keepdim=False, dtype=None", reduce<Fold::None, Result::Float>},
    {"amax", "self, dim=(), keepdim=False, dtype=None", reduce<Fold::Max, Result::Same>},
    {"amin", "self, dim=(), keepdim=False, dtype=None", reduce<Fold::Min, Result::Same>},
    {"max", "self, dim=..., keepdim=False", extreme<Fold::Max>},
    {"min", "self, dim=..., keepdim=False", extreme<Fold::Min>},
    {"argmax", "self, dim=None, keepdim=False", places},
    {"argmin", "self, dim=None, keepdim=False", places},
    {"norm", "self, p='fro', dim=None, keepdim=False, dtype=None", norm},
    {"cumsum", "self, dim, *, dtype=None", cumsum},
    {"cumprod", "self, dim, *, dtype=None", cumulate},
    {"diff", "self, n=1, dim=-1", difference},
    {"matmul", "self, other", matmul},
    {"mm", "self, mat2", matmul},
    {"mv", "self, vec", matmul},
    {"bmm", "self, mat2", matmul},
    {"dot", "self, tensor", matmul},
    {"addmm", "self, mat1, mat2, *, beta=1, alpha=1", addmm},
    {"outer", "self, vec2", outer},
    {"ger", "self, vec2", outer},
    {"where", "condition, self=..., other=...", where},
    {"linear", "input, weight, bias=None", linear},
    {"embedding", "weight, input, padding_idx=-1, scale_grad_by_freq=False, sparse=False",
     embedding},
};

template <typename Row, size_t N>
std::vector<std::string_view> namesOf(const Row (&rows)[N]) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace

Value pointwiseUnary(Vm& vm, std::string_view name, const Value& a) {
  Tensor& self = tensorArgument(vm, a);
  const UnaryRow* row = rowOf(kUnary, name);
  Ref<Tensor> made = reshaped(vm, self, self.shape);
  const Result result = row ? row->result : Result::Same;
  made->dtype = resultOf(vm, result, self.dtype);
  if (result == Result::Bool) made->requiresGrad = false;
  if (!row || !row->compute || !valuesOf(self)) return made;
  std::vector<double> values = valuesIn(self);
  for (double& value : values) value = row->compute(value);
  setValues(*made, std::move(values));
  return made;
}

Value pointwiseBinary(Vm& vm, std::string_view name, const Value& a, const Value& b) {
  auto *left = a.as<Tensor>(), *right = b.as<Tensor>();
  const BinaryRow* row = rowOf(kBinary, name);
  auto shapeOf = [](Tensor* tensor) {
    return tensor ? tensor->shape : std::optional<Shape>(Shape{});
  };
  const Value both[] = {a, b};
  const Result result = row ? row->result : Result::Same;
  Ref<Dtype> common = resultDtype(vm, both);
  Ref<Tensor> made =
      makeTensor(vm, broadcast(vm, shapeOf(left), shapeOf(right)), resultOf(vm, result, common),
                 left    ? left->device
                 : right ? right->device
                         : nullptr);
  made->requiresGrad = result != Result::Bool && (wantsGrad(vm, a) || wantsGrad(vm, b));
  if (!row || !row->compute || !made->shape || !common) return made;
  const Operand x(vm, a), y(vm, b);
  const int64_t count = numberOfElements(*made->shape);
  const auto fits = [&](const Operand& operand) {
    return operand.known && (operand.count == 1 || static_cast<int64_t>(operand.count) == count);
  };
  if (count < 0 || count > kMostValues || !fits(x) || !fits(y)) return made;
  // PyTorch converts a number to the dtype of the tensor, so that both operands have single
  // precision.
  const bool single = (result == Result::Bool ? common : made->dtype)->number == scalar::Float;
  std::vector<double> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    double p = x.at(i), q = y.at(i);
    if (single) p = static_cast<float>(p), q = static_cast<float>(q);
    values.push_back(row->compute(p, q));
  }
  setValues(*made, std::move(values));
  return made;
}

std::span<const NativeDef> mathRules() { return kMathRules; }

std::span<const std::string_view> unaryNames() {
  static const std::vector<std::string_view> names = namesOf(kUnary);
  return names;
}
std::span<const std::string_view> binaryNames() {
  static const std::vector<std::string_view> names = namesOf(kBinary);
  return names;
}

}  // namespace ts::eval
