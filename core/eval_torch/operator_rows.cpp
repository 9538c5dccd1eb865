// Results of operators by their rows in core/operator_facts.
#include <algorithm>

#include "core/eval_torch/operator_rows.h"
#include "core/operator_facts/results.h"

namespace ts::eval {
namespace {

namespace rules = shape_rules;
using operator_facts::Operand;
using operator_facts::OperatorFacts;
using rules::PartialShape;

PartialShape partialShape(const std::optional<Shape>& shape) {
  return shape ? PartialShape::of(Dims(*shape)) : PartialShape();
}

// The bound arguments of a rule.
class RuleArguments : public operator_facts::Call {
 public:
  RuleArguments(Vm& vm, std::span<const std::string_view> names, std::span<const Value> values)
      : vm_(vm), names_(names), values_(values) {}

  using Call::ints;
  using Call::operand;
  size_t count() const override { return values_.size(); }
  std::string_view name(size_t i) const override { return names_[i]; }
  Operand operand(size_t i) const override { return operandOf(values_[i]); }
  std::optional<std::vector<Operand>> operands(size_t i) const override {
    const auto items = itemsOf(values_[i]);
    if (!items || items->empty() || !items->front().as<Tensor>()) return std::nullopt;
    std::vector<Operand> all;
    for (const Value& item : *items) all.push_back(operandOf(item));
    return all;
  }
  std::optional<operator_facts::Ints> ints(size_t i) const override {
    if (auto* dtype = values_[i].as<Dtype>()) return operator_facts::Ints{dtype->number};
    if (const auto integer = integerOf(values_[i])) return operator_facts::Ints{integer};
    const auto items = itemsOf(values_[i]);
    if (!items) return std::nullopt;
    operator_facts::Ints all;
    for (const Value& item : *items) all.push_back(integerOf(item));
    return all;
  }
  std::optional<operator_facts::Reals> reals(size_t i) const override {
    const auto items = itemsOf(values_[i]);
    operator_facts::Reals all;
    for (const Value& item : items ? *items : values_.subspan(i, 1)) {
      double number = 0;
      const bool isKnown = !item.isUnknown() && !item.isUnbound() && vm_.asReal(item, number);
      all.push_back(isKnown ? std::optional(number) : std::nullopt);
    }
    return all;
  }
  std::optional<bool> flag(size_t i) const override {
    return values_[i].isBool() ? std::optional(values_[i].integerValue() != 0) : std::nullopt;
  }
  std::optional<std::string_view> text(size_t i) const override {
    auto* text = values_[i].as<Str>();
    return text ? std::optional<std::string_view>(text->text) : std::nullopt;
  }
  tensor::DType defaultDtype() const override {
    const auto& dtype = torchOf(vm_).defaultDtype;
    const auto dtypeValue = dtype ? tensor::dtypeFromNumber(dtype->number) : std::nullopt;
    return dtypeValue.value_or(tensor::DType::Float32);
  }

 private:
  // The items of a list or tuple; of `*size` that was called with one sequence, those of the
  // sequence.
  static std::optional<std::span<const Value>> itemsOf(const Value& value) {
    std::optional<std::span<const Value>> items;
    if (auto* tuple = value.as<Tuple>()) items = tuple->items;
    if (auto* list = value.as<List>(); list && !list->unknown) items = list->items;
    if (items && items->size() == 1)
      if (auto inner = itemsOf(items->front())) return inner;
    return items;
  }
  static std::optional<int64_t> integerOf(const Value& value) {
    if (value.isInt()) return value.integerValue();
    auto* tensor = value.as<Tensor>();
    const bool isKnown = tensor && valuesOf(*tensor) && tensor->elements.size() == 1;
    return isKnown ? std::optional(static_cast<int64_t>(valueAt(*tensor, 0))) : std::nullopt;
  }
  Operand operandOf(const Value& value) const {
    if (value.isUnbound()) return {};
    if (value.isNone()) return {Operand::Kind::None};
    if (value.isUnknown()) return {Operand::Kind::Unknown};
    if (auto* tensor = value.as<Tensor>())
      return {Operand::Kind::Tensor, partialShape(tensor->shape),
              tensor->dtype ? tensor::dtypeFromNumber(tensor->dtype->number) : std::nullopt};
    if (value.isBool()) return {Operand::Kind::Number, {}, tensor::DType::Bool};
    if (value.isInt()) return {Operand::Kind::Number, {}, tensor::DType::Int64};
    if (value.isFloat()) return {Operand::Kind::Number, {}, defaultDtype()};
    return {Operand::Kind::Other};
  }

  Vm& vm_;
  std::span<const std::string_view> names_;
  std::span<const Value> values_;
};

std::string number(int64_t value) { return std::to_string(value); }

// Raises the exception of PyTorch for a violation, or throws UnknownTruth.
[[noreturn]] void raiseViolation(Vm& vm, const OperatorFacts& facts, const RuleArguments& call,
                                 const operator_facts::Results& results) {
  const rules::Violation& violation = results.violation;
  const auto shape = [&](size_t operand) {
    return operand < results.operands.size() ? call.operand(results.operands[operand]).shape
                                             : PartialShape();
  };
  const auto raise = [&](const std::string& text) { vm.raise(vm.types.RuntimeError, text); };
  const std::string expected = number(violation.expected), actual = number(violation.actual);
  using rules::Condition;
  switch (violation.condition) {
    case Condition::Broadcast: {
      const auto rank = static_cast<int64_t>(
          std::max(shape(0).sizes().size(), shape(violation.operand).sizes().size()));
      raise("The size of tensor a (" + expected + ") must match the size of tensor b (" + actual +
            ") at non-singleton dimension " + number(rank + violation.dim));
      break;
    }
    case Condition::Inner: {
      const PartialShape a = shape(0), b = shape(1);
      raise("mat1 and mat2 shapes cannot be multiplied (" + number(a.isRank(1) ? 1 : a.fromEnd(2)) +
            "x" + expected + " and " + actual + "x" + number(b.isRank(1) ? 1 : b.fromEnd(1)) + ")");
      break;
    }
    case Condition::Channels:
      raise("expected input to have " + expected + " channels, but got " + actual +
            " channels instead");
      break;
    case Condition::HasDimensions:
      if (facts.shape.rule == operator_facts::Shape::Matmul)
        raise("matmul: both arguments need at least one dimension");
      break;
    case Condition::Rank:
      raise(std::string(facts.name) + ": a tensor of " + expected +
            " dimensions is needed, not of " + actual);
      break;
    case Condition::FewerDimensions:
      raise("expand: fewer sizes than the tensor has dimensions");
      break;
    case Condition::Expanded: {
      const auto sizes = call.ints(facts.shape.operands[1]);
      raise("The expanded size of the tensor (" + actual + ") must match the existing size (" +
            expected + ") at non-singleton dimension " +
            number((sizes ? static_cast<int64_t>(sizes->size()) : 0) + violation.dim));
      break;
    }
    default: break;
  }
  inferredShape(vm, violation);  // raises for a dimension out of range
  throw UnknownTruth{};
}

}  // namespace

Value byRow(Vm&, Value*) { throw UnknownTruth{}; }

Value resultByRow(Vm& vm, std::string_view op, std::span<const std::string_view> names,
                  std::span<const Value> values, size_t outputs) {
  const OperatorFacts* facts = operator_facts::factsOf(op);
  const RuleArguments call(vm, names, values);
  const auto first = std::ranges::find_if(
      values, [](const Value& value) { return value.as<Tensor>() != nullptr; });
  if (!facts || first == values.end()) {
    if (!values.empty() && !values[0].isUnknown()) tensorArgument(vm, values[0]);  // raises
    throw UnknownTruth{};
  }
  const operator_facts::Results results = operator_facts::resultsOf(*facts, call, false, outputs);
  if (results.violation) raiseViolation(vm, *facts, call, results);
  const TorchState& state = torchOf(vm);
  const auto makeResult = [&](const operator_facts::ResultFacts& result) {
    std::optional<Shape> shape;
    if (result.shape.hasRank()) shape = result.shape.sizes().vec();
    Ref<Tensor> tensor = reshaped(vm, *first->as<Tensor>(), std::move(shape));
    tensor->dtype = result.dtype ? state.dtypes[static_cast<size_t>(*result.dtype)] : nullptr;
    const bool isReal =
        !result.dtype || tensor::isFloating(*result.dtype) || tensor::isComplex(*result.dtype);
    tensor->requiresGrad = facts->isDifferentiable && isReal && state.gradEnabled &&
                           std::ranges::any_of(values, [](const Value& value) {
                             auto* operand = value.as<Tensor>();
                             return operand && operand->requiresGrad;
                           });
    return tensor;
  };
  if (!results.isList && outputs == 1) return makeResult(results.each[0]);
  std::vector<Value> items;
  for (const operator_facts::ResultFacts& result : results.each)
    items.push_back(makeResult(result));
  return vm.tuple(std::move(items));
}

PointwiseDtype pointwiseDtype(std::string_view op) {
  const OperatorFacts* facts = operator_facts::factsOf(op);
  if (!facts) return PointwiseDtype::Same;
  switch (facts->dtype.rule) {
    case operator_facts::Dtype::Fixed: return PointwiseDtype::Bool;
    case operator_facts::Dtype::Float:
    case operator_facts::Dtype::FloatReal:
    case operator_facts::Dtype::Divided: return PointwiseDtype::Float;
    default: return PointwiseDtype::Same;
  }
}

size_t pointwiseOperands(std::string_view op) {
  using operator_facts::Kind;
  const OperatorFacts* facts = operator_facts::factsOf(op);
  if (!facts || (facts->kind != Kind::ElementWise && facts->kind != Kind::Along &&
                 facts->kind != Kind::Random))
    return 0;
  const auto schemas = ops::schemasOf(ts::Symbol::intern(op));
  if (schemas.empty() || schemas.front()->returns.size() != 1) return 0;
  const auto& operands = facts->shape.operands;
  switch (facts->shape.rule) {
    case operator_facts::Shape::Same: return operands[0].empty() ? 1 : 0;
    case operator_facts::Shape::Broadcast: return operands[2].empty() ? 2 : 0;
    default: return 0;
  }
}

}  // namespace ts::eval
