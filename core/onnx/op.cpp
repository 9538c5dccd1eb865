#include "core/onnx/op.h"

#include <fmt/format.h>

#include <algorithm>

namespace ts::onnx {

using operator_facts::Ints;
using operator_facts::Operand;
using operator_facts::Reals;

Op::Op(Lowering& lowering, const ops::FunctionSchema& schema, std::vector<Val> arguments,
       const Row* row)
    : lowering(lowering),
      b(lowering.builder),
      schema(schema),
      arguments(std::move(arguments)),
      row(row) {
  if (const operator_facts::OperatorFacts* facts = operator_facts::factsOf(schema))
    facts_ = operator_facts::resultsOf(*facts, *this, operator_facts::isInPlace(schema.name),
                                       schema.returns.size());
}

void Op::refuse(const std::string& why) const {
  lowering.refuse(fmt::format("`{}` has no ONNX form here: {}", schema.name, why));
}

const Val& Op::value(std::string_view name) const {
  static const Val none = IValue();
  const auto at = find(name);
  return at && *at < arguments.size() ? arguments[*at] : none;
}

Wire Op::wire(std::string_view name, DType dtype) const {
  const Val& argument = value(name);
  if (const auto* known = std::get_if<IValue>(&argument); known && known->isNumber()) {
    const tensor::Scalar number = known->toScalar();
    const Tensor tensor = tensor::empty({}, dtype);
    tensor::visit(dtype, [&]<typename T>() { *tensor.data<T>() = number.to<T>(); });
    return b.constant(tensor);
  }
  return b.cast(lowering.wireOf(argument), dtype);
}

Wires Op::wires(std::string_view name) const {
  const auto* list = std::get_if<ListPtr>(&value(name));
  if (list == nullptr) refuse(fmt::format("`{}` is not a list", name));
  if ((*list)->sequence) refuse(fmt::format("the length of the list `{}` is not known", name));
  Wires all;
  for (const Val& item : (*list)->items) all.push_back(lowering.wireOf(item));
  return all;
}

Wires Op::wires(std::string_view name, DType dtype) const {
  Wires all = wires(name);
  for (Wire& wire : all) wire = b.cast(wire, dtype);
  return all;
}

int64_t Op::needInteger(std::string_view name) const {
  const auto value = Call::integer(name);
  if (!value) refuse(fmt::format("`{}` is not a constant", name));
  return *value;
}

std::vector<int64_t> Op::needIntegers(std::string_view name) const {
  const auto values = Call::ints(name);
  if (!values) refuse(fmt::format("`{}` is not a constant", name));
  std::vector<int64_t> all;
  for (const auto& each : *values) {
    if (!each) refuse(fmt::format("`{}` is not a constant", name));
    all.push_back(*each);
  }
  return all;
}

std::vector<int64_t> Op::needIntegers(std::string_view name, size_t count) const {
  std::vector<int64_t> all = needIntegers(name);
  if (all.size() == 1) all.assign(count, all[0]);
  if (all.size() != count) refuse(fmt::format("`{}` has another length than expected", name));
  return all;
}

double Op::needReal(std::string_view name) const {
  const auto value = Call::real(name);
  if (!value) refuse(fmt::format("`{}` is not a constant", name));
  return *value;
}

bool Op::needFlag(std::string_view name) const {
  const auto value = Call::flag(name);
  if (!value) refuse(fmt::format("`{}` is not a constant", name));
  return *value;
}

int64_t Op::wrap(int64_t dim, int64_t rank) {
  return dim < 0 ? dim + std::max<int64_t>(rank, 1) : dim;
}

int64_t Op::needRank(const Wire& wire) const {
  if (!wire.shape.hasRank()) refuse("the number of dimensions of a tensor is not known");
  return wire.rank();
}

int64_t Op::dim(std::string_view name, const Wire& of) const {
  return wrap(needInteger(name), needRank(of));
}

std::vector<int64_t> Op::dims(std::string_view name, const Wire& of) const {
  if (isNone(name)) return {};
  std::vector<int64_t> all = needIntegers(name);
  for (int64_t& each : all) each = wrap(each, needRank(of));
  std::ranges::sort(all);
  return all;
}

std::optional<DType> Op::knownDtype(size_t output) const {
  return output < facts_.each.size() ? facts_.each[output].dtype : std::nullopt;
}

DType Op::dtype(size_t output) const {
  const auto dtype = knownDtype(output);
  if (!dtype) refuse("the dtype of its result is not known");
  return *dtype;
}

DType Op::common(std::initializer_list<std::string_view> names) const {
  // Tensors with dimensions come before those without, and these before numbers; a lower class
  // matters only where its kind of number is higher.
  const auto kind = [](DType dtype) {
    return dtype == DType::Bool        ? 0
           : tensor::isIntegral(dtype) ? 1
           : tensor::isFloating(dtype) ? 2
                                       : 3;
  };
  std::optional<DType> classes[3];
  for (const std::string_view name : names) {
    const Operand operand = Call::operand(name);
    if (!operand.dtype) continue;
    const size_t at = operand.isNumber() ? 2 : operand.shape.isRank(0) ? 1 : 0;
    classes[at] = classes[at] ? tensor::promote(*classes[at], *operand.dtype) : *operand.dtype;
  }
  std::optional<DType> result;
  for (const auto& each : classes)
    if (each && (!result || kind(*each) > kind(*result)))
      result = result ? tensor::promote(*result, *each) : each;
  if (!result) refuse("the dtype of its operands is not known");
  return *result;
}

void Op::give(Wire wire) {
  const size_t output = results.size();
  if (const auto wanted = knownDtype(output); wanted && !wire.isSequence)
    wire = b.cast(wire, *wanted);
  const PartialShape inferred = shape(output);
  if (inferred.hasRank() && !wire.isSequence) {
    if (!wire.shape.hasRank() || wire.shape.rank() != inferred.rank()) {
      wire.shape = inferred;
    } else {
      Dims sizes(wire.shape.sizes());
      for (size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] < 0) sizes[i] = inferred.sizes()[i];
      wire.shape = PartialShape::of(std::move(sizes));
    }
    b.setShape(wire);
  }
  results.emplace_back(lowering.newTensor(wire));
}

void Op::giveList(const Wires& wires) {
  auto list = std::make_shared<ListCell>();
  list->element = types::tensorType();
  list->depth = lowering.depth();
  for (const Wire& wire : wires) list->items.emplace_back(lowering.newTensor(wire));
  results.emplace_back(list);
}

Operand Op::operandOf(const Val& value) const {
  if (const auto* tensor = std::get_if<TensorPtr>(&value))
    return {Operand::Kind::Tensor, (*tensor)->shape, (*tensor)->dtype};
  if (const auto* number = std::get_if<Number>(&value)) {
    const DType dtype = number->wire().dtype;
    return {Operand::Kind::Number, {}, dtype == DType::Float64 ? tensor::defaultDType() : dtype};
  }
  if (const auto* known = std::get_if<IValue>(&value)) {
    if (known->isNone()) return {Operand::Kind::None};
    if (known->isBool()) return {Operand::Kind::Number, {}, DType::Bool};
    if (known->isInt()) return {Operand::Kind::Number, {}, DType::Int64};
    if (known->isDouble()) return {Operand::Kind::Number, {}, tensor::defaultDType()};
    if (known->isComplex())
      return {Operand::Kind::Number, {}, tensor::complexOf(tensor::defaultDType())};
  }
  return {Operand::Kind::Other};
}

Operand Op::operand(size_t i) const { return operandOf(arguments[i]); }

std::optional<std::vector<Operand>> Op::operands(size_t i) const {
  const auto* list = std::get_if<ListPtr>(&arguments[i]);
  if (list == nullptr || (*list)->sequence) return std::nullopt;
  std::vector<Operand> all;
  for (const Val& item : (*list)->items) {
    // Also lists of tensors and None, such as the indices of aten::index.
    if (!std::holds_alternative<TensorPtr>(item) && !onnx::isNone(item)) return std::nullopt;
    all.push_back(operandOf(item));
  }
  return all;
}

namespace {

template <typename T>
std::optional<T> knownNumber(const Val& value) {
  const auto* known = std::get_if<IValue>(&value);
  if (known == nullptr || !known->isNumber() || known->isComplex()) return std::nullopt;
  if (std::is_same_v<T, int64_t> && known->isDouble()) return std::nullopt;
  return known->toScalar().to<T>();
}

template <typename T>
std::optional<std::vector<std::optional<T>>> knownNumbers(const Val& value) {
  std::vector<std::optional<T>> all;
  if (const auto* list = std::get_if<ListPtr>(&value)) {
    if ((*list)->sequence) return std::nullopt;
    for (const Val& item : (*list)->items) {
      if (!std::holds_alternative<IValue>(item) && !std::holds_alternative<Number>(item))
        return std::nullopt;
      all.push_back(knownNumber<T>(item));
    }
    return all;
  }
  if (std::holds_alternative<Number>(value)) return std::vector<std::optional<T>>{std::nullopt};
  const auto number = knownNumber<T>(value);
  return number ? std::optional(std::vector<std::optional<T>>{number}) : std::nullopt;
}

}  // namespace

std::optional<Ints> Op::ints(size_t i) const { return knownNumbers<int64_t>(arguments[i]); }
std::optional<Reals> Op::reals(size_t i) const { return knownNumbers<double>(arguments[i]); }

std::optional<bool> Op::flag(size_t i) const {
  const auto* known = std::get_if<IValue>(&arguments[i]);
  return known && known->isBool() ? std::optional(known->toBool()) : std::nullopt;
}

std::optional<std::string_view> Op::text(size_t i) const {
  const auto* known = std::get_if<IValue>(&arguments[i]);
  if (known == nullptr || !known->isString()) return std::nullopt;
  return known->toString();
}

}  // namespace ts::onnx
