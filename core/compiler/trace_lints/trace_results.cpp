#include "core/compiler/trace_lints/trace_results.h"

#include <algorithm>
#include <array>

#include "core/operator_facts/results.h"
#include "core/ops/schema.h"

namespace ts::compiler {

using operator_facts::Operand;
using operator_facts::OperatorFacts;
using shape_rules::PartialShape;
using types::TypeKind;

namespace {

// The value of each argument of an overload: given, or null for its default.
using BoundArguments = std::vector<const TraceValue*>;

// The arguments of an overload, bound to a call. Sizes are unknown; ranks may be known.
class TracedArguments : public operator_facts::Call {
 public:
  TracedArguments(const ops::FunctionSchema& schema, const BoundArguments& values)
      : schema_(schema), values_(values) {}

  size_t count() const override { return values_.size(); }
  std::string_view name(size_t i) const override { return schema_.arguments[i].name; }

  Operand operand(size_t i) const override {
    const types::TypePtr type = schema_.arguments[i].type;
    const TraceValue* value = values_[i];
    if (!value) return isNone(i) ? Operand{Operand::Kind::None} : ofType(type);
    if (value->isTensor() || type->is(TypeKind::Tensor)) return tensor(*value);
    if (value->is(TracedKind::Plain) && value->value.isNone()) return {Operand::Kind::None};
    if (value->is(TracedKind::Unknown)) return {Operand::Kind::Unknown};
    return ofType(type);
  }
  std::optional<std::vector<Operand>> operands(size_t i) const override {
    const types::TypePtr type = schema_.arguments[i].type;
    const TraceValue* value = values_[i];
    if (!value || !value->is(TracedKind::Sequence) || !type->is(TypeKind::List) ||
        !type->contained()[0]->is(TypeKind::Tensor))
      return std::nullopt;
    std::vector<Operand> all;
    for (const TraceValue& element : value->elements) all.push_back(tensor(element));
    return all;
  }
  std::optional<operator_facts::Ints> ints(size_t i) const override {
    const TraceValue* value = values_[i];
    if (!value) return ofDefault(schema_.arguments[i]);
    if (value->is(TracedKind::Size)) return operator_facts::Ints{std::nullopt};
    if (value->is(TracedKind::Plain)) {
      if (value->value.isNone() || value->value.isBool()) return std::nullopt;
      return operator_facts::Ints{integer(*value)};
    }
    if (!value->is(TracedKind::Sequence)) return std::nullopt;
    operator_facts::Ints all;
    for (const TraceValue& element : value->elements) all.push_back(integer(element));
    return all;
  }
  std::optional<operator_facts::Reals> reals(size_t) const override { return std::nullopt; }
  std::optional<bool> flag(size_t i) const override {
    const TraceValue* value = values_[i];
    if (value) return value->is(TracedKind::Plain) ? value->truth() : std::nullopt;
    const auto& constant = schema_.arguments[i].defaultValue;
    return constant && constant->isBool() ? std::optional(constant->toBool()) : std::nullopt;
  }
  std::optional<std::string_view> text(size_t) const override { return std::nullopt; }

 private:
  bool isNone(size_t i) const {
    const auto& constant = schema_.arguments[i].defaultValue;
    return !constant || constant->isNone();
  }
  static std::optional<int64_t> integer(const TraceValue& value) {
    return value.is(TracedKind::Plain) && value.value.isInt()
               ? std::optional(value.value.integerValue())
               : std::nullopt;
  }
  static std::optional<operator_facts::Ints> ofDefault(const ops::Argument& argument) {
    if (!argument.defaultValue) return std::nullopt;
    const types::Constant& constant = *argument.defaultValue;
    if (constant.isInt()) return operator_facts::Ints{constant.toInt()};
    if (!constant.isContainer()) return std::nullopt;
    operator_facts::Ints all;
    for (const types::Constant& element : constant.elements())
      all.push_back(element.isInt() ? std::optional(element.toInt()) : std::nullopt);
    return all;
  }
  static Operand tensor(const TraceValue& value) {
    if (value.rank < 0) return {Operand::Kind::Tensor};
    return {Operand::Kind::Tensor,
            PartialShape::of(Dims(static_cast<size_t>(value.rank), shape_rules::kUnknown))};
  }
  static Operand ofType(types::TypePtr type) {
    if (type->is(TypeKind::Optional)) type = type->contained()[0];
    const bool isNumber = type->is(TypeKind::Int) || type->is(TypeKind::Float) ||
                          type->is(TypeKind::Bool) || type->is(TypeKind::Number);
    return {isNumber ? Operand::Kind::Number : Operand::Kind::Other};
  }

  const ops::FunctionSchema& schema_;
  const BoundArguments& values_;
};

// True when the parameter may take the value.
bool accepts(const ops::Argument& argument, types::TypePtr type, const TraceValue& value) {
  if (type->is(TypeKind::Optional))
    return (value.is(TracedKind::Plain) && value.value.isNone()) ||
           accepts(argument, type->contained()[0], value);
  const bool isList = type->is(TypeKind::List);
  switch (value.kind) {
    case TracedKind::Tensor:
    case TracedKind::State:
    case TracedKind::Fresh:
    case TracedKind::Captured: return type->is(TypeKind::Tensor);
    case TracedKind::Size:
      return !type->is(TypeKind::Bool) && !type->is(TypeKind::String) &&
             argument.declaredBase != "ScalarType";
    case TracedKind::Sizes: return isList && !type->contained()[0]->is(TypeKind::Tensor);
    case TracedKind::TensorList: return isList && type->contained()[0]->is(TypeKind::Tensor);
    case TracedKind::Sequence: {
      if (!isList) return false;
      const bool takesTensors = type->contained()[0]->is(TypeKind::Tensor);
      return std::ranges::all_of(value.elements, [&](const TraceValue& element) {
        return element.is(TracedKind::Unknown) || element.isTensor() == takesTensors;
      });
    }
    case TracedKind::Plain: {
      const eval::Value& plain = value.value;
      if (plain.isUnbound() || plain.isUnknown()) return !type->is(TypeKind::Tensor);
      if (plain.isNone()) return false;
      const bool isNumber = type->is(TypeKind::Number) || type->is(TypeKind::Float);
      if (plain.isBool()) return type->is(TypeKind::Bool);
      if (plain.isInt())
        return isNumber || (type->is(TypeKind::Int) && argument.declaredBase != "ScalarType") ||
               (isList && type->contained()[0]->is(TypeKind::Int));
      if (plain.isFloat()) return isNumber;
      return !type->is(TypeKind::Tensor) && !isNumber && !type->is(TypeKind::Bool);
    }
    default: return true;
  }
}

bool isOutput(const ops::Argument& argument) {
  return argument.keywordOnly && argument.alias && argument.alias->isWrite;
}

// The name of a parameter in Python.
bool isNamed(const ops::Argument& argument, std::string_view name) {
  return argument.name == name || (name == "input" && argument.name == "self") ||
         (name == "axis" && argument.name == "dim") ||
         (name == "keepdims" && argument.name == "keepdim");
}

// Binds a call to an overload; null when it does not fit. `gathered` holds numbers given as
// `*size`.
std::optional<BoundArguments> bind(const ops::FunctionSchema& schema, const OperatorCall& call,
                                   TraceValue& gathered) {
  std::vector<const TraceValue*> positional;
  if (call.self) positional.push_back(call.self);
  for (const TraceValue& value : call.positional) positional.push_back(&value);
  BoundArguments bound(schema.arguments.size(), nullptr);
  size_t used = 0;
  for (size_t i = 0; i < bound.size(); ++i) {
    const ops::Argument& argument = schema.arguments[i];
    const auto named = std::ranges::find_if(
        call.keyword, [&](const auto& each) { return isNamed(argument, each.first); });
    if (!argument.keywordOnly && used < positional.size()) {
      bound[i] = positional[used++];
      const bool isSizes = argument.type->is(TypeKind::List) && !argument.broadcastSize &&
                           argument.type->contained()[0]->is(TypeKind::Int);
      const auto isInteger = [](const TraceValue* value) {
        return value->is(TracedKind::Size) || value->is(TracedKind::Plain);
      };
      if (isSizes && isInteger(bound[i])) {
        std::vector<TraceValue> sizes{*bound[i]};
        while (used < positional.size() && isInteger(positional[used]))
          sizes.push_back(*positional[used++]);
        gathered = TraceValue::sequence(std::move(sizes), false);
        bound[i] = &gathered;
      }
    } else if (named != call.keyword.end()) {
      bound[i] = &named->second;
    } else if (!argument.defaultValue && !argument.type->is(TypeKind::Optional)) {
      return std::nullopt;
    }
    if (bound[i] && !accepts(argument, argument.type, *bound[i])) return std::nullopt;
  }
  if (used < positional.size()) return std::nullopt;
  static constexpr std::array<std::string_view, 1> kOfPythonOnly = {"requires_grad"};
  for (const auto& keyword : call.keyword) {
    const bool isKnown = std::ranges::any_of(schema.arguments, [&](const ops::Argument& argument) {
      return isNamed(argument, keyword.first);
    });
    if (!isKnown && std::ranges::find(kOfPythonOnly, keyword.first) == kOfPythonOnly.end())
      return std::nullopt;
  }
  return bound;
}

OperatorResult::Kind kindOf(const ops::FunctionSchema& schema) {
  using Kind = OperatorResult::Kind;
  if (schema.returns.empty()) return Kind::Other;
  const auto isTensor = [](const ops::Argument& result) {
    return result.type->is(TypeKind::Tensor);
  };
  if (std::ranges::all_of(schema.returns, isTensor))
    return schema.returns.size() == 1 ? Kind::Tensor : Kind::Tensors;
  const types::TypePtr type = schema.returns[0].type;
  const bool isList = type->is(TypeKind::List) && type->contained()[0]->is(TypeKind::Tensor);
  return isList && schema.returns.size() == 1 ? Kind::TensorList : Kind::Other;
}

// "values" and "indices" of sort(); empty for an operator whose results have no names.
std::vector<std::string_view> fieldsOf(const ops::FunctionSchema& schema) {
  std::vector<std::string_view> fields;
  for (const ops::Argument& result : schema.returns)
    if (!result.name.empty()) fields.emplace_back(result.name);
  return fields.size() == schema.returns.size() ? fields : std::vector<std::string_view>{};
}

std::vector<int> ranksOf(const ops::FunctionSchema& schema, const BoundArguments& bound) {
  std::vector<int> ranks(schema.returns.size(), -1);
  const OperatorFacts* facts = operator_facts::factsOf(schema);
  if (!facts) return ranks;
  const operator_facts::Results results = operator_facts::resultsOf(
      *facts, TracedArguments(schema, bound), operator_facts::isInPlace(schema.name), ranks.size());
  if (results.isList) return ranks;
  for (size_t i = 0; i < ranks.size(); ++i)
    if (results.each[i].shape.hasRank()) ranks[i] = static_cast<int>(results.each[i].shape.rank());
  return ranks;
}

void join(std::optional<OperatorResult>& all, OperatorResult result) {
  if (!all) {
    all = std::move(result);
    return;
  }
  if (all->kind != result.kind || all->ranks.size() != result.ranks.size()) {
    all = OperatorResult();
    return;
  }
  if (all->fields != result.fields) all->fields.clear();
  for (size_t i = 0; i < result.ranks.size(); ++i)
    if (all->ranks[i] != result.ranks[i]) all->ranks[i] = -1;
}

// Overloads for numbers and lists of them never apply to tensors.
bool takesTensor(const ops::FunctionSchema& schema, bool isMethod) {
  if (schema.arguments.empty()) return true;
  if (isMethod) return schema.arguments[0].type->is(TypeKind::Tensor);
  return std::ranges::any_of(schema.arguments, [](const ops::Argument& argument) {
    return argument.type->is(TypeKind::Tensor) || argument.type->is(TypeKind::List);
  });
}

}  // namespace

OperatorResult resultOfOperator(std::string_view op, const OperatorCall& call) {
  const auto schemas = ops::schemasOf(Symbol::intern(op));
  std::optional<OperatorResult> chosen, all;
  for (const ops::FunctionSchema* schema : schemas) {
    if (!takesTensor(*schema, call.self != nullptr)) continue;
    OperatorResult result{kindOf(*schema), std::vector<int>(schema->returns.size(), -1),
                          fieldsOf(*schema)};
    join(all, result);
    TraceValue gathered;
    if (!call.isComplete || std::ranges::any_of(schema->arguments, isOutput)) continue;
    const auto bound = bind(*schema, call, gathered);
    if (!bound) continue;
    result.ranks = ranksOf(*schema, *bound);
    join(chosen, std::move(result));
  }
  if (chosen) return *chosen;
  // Methods without a schema, such as float(), and calls with arguments of Python only.
  const OperatorFacts* facts = operator_facts::factsOf(op);
  if (facts && facts->shape.rule == operator_facts::Shape::Same && call.self &&
      facts->shape.operands[0].empty())
    return {OperatorResult::Kind::Tensor, {call.self->rank}};
  return all.value_or(OperatorResult());
}

}  // namespace ts::compiler
