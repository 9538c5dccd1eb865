#include "core/picture/model_call.h"

#include <algorithm>
#include <charconv>

#include "core/picture/costs.h"

namespace ts::viz {

using operator_facts::DType;
using operator_facts::Ints;
using operator_facts::Operand;
using operator_facts::Reals;

namespace {

template <typename T>
std::optional<T> numberOf(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The numbers of "3" or "[1, 1]"; null for other texts.
template <typename T>
std::optional<std::vector<std::optional<T>>> numbersOf(std::string_view text) {
  std::vector<std::optional<T>> all;
  const bool isList = text.starts_with('[') && text.ends_with(']');
  if (isList) text = text.substr(1, text.size() - 2);
  if (isList && text.empty()) return all;
  while (true) {
    const size_t end = std::min(text.find(", "), text.size());
    const auto number = numberOf<T>(text.substr(0, end));
    if (!number) return std::nullopt;
    all.push_back(number);
    if (end == text.size()) return all;
    text.remove_prefix(end + 2);
  }
}

std::optional<DType> dtypeOfNumber(std::string_view type) {
  if (type == "bool") return DType::Bool;
  if (type == "int") return DType::Int64;
  return type == "float" ? std::optional(tensor::defaultDType()) : std::nullopt;
}

}  // namespace

const ModelNode* ModelCall::list(const ModelArgument& argument) const {
  if (argument.folded || uses_ == nullptr) return nullptr;
  const NodeId maker = model_.values[argument.value].node;
  if (maker == kNone || (*uses_)[argument.value] != 1) return nullptr;
  const ModelNode& node = model_.nodes[maker];
  return node.kind == "prim::ListConstruct" ? &node : nullptr;
}

Operand ModelCall::operandOf(const ModelArgument& argument) const {
  const ModelValue& value = model_.values[argument.value];
  if (value.tensor || shapes_.isTensor(argument)) {
    Operand operand{Operand::Kind::Tensor, shapes_.shape(&argument)};
    if (const TensorFacts* facts = shapes_.facts(argument))
      operand.dtype = tensor::dtypeFromName(facts->dtype);
    return operand;
  }
  if (value.type == "NoneType" || (argument.folded && argument.text == "None"))
    return {Operand::Kind::None};
  if (value.type == "int" || value.type == "float" || value.type == "bool" ||
      value.type == "Scalar" || value.type == "number")
    return {Operand::Kind::Number, {}, dtypeOfNumber(value.type)};
  const bool isOptional = value.type.starts_with("Optional[") || value.type.ends_with('?');
  return {isOptional ? Operand::Kind::Unknown : Operand::Kind::Other};
}

std::optional<std::vector<Operand>> ModelCall::operands(size_t i) const {
  const std::string& type = model_.values[at(i).value].type;
  const ModelNode* listNode = type.find("Tensor") == type.npos ? nullptr : list(at(i));
  if (listNode == nullptr || model_.values[at(i).value].tensor) return std::nullopt;
  std::vector<Operand> all;
  for (const ModelArgument& item : listNode->arguments) all.push_back(operandOf(item));
  return all;
}

std::optional<int64_t> ModelCall::integerOf(const ModelArgument& argument) const {
  if (argument.folded) {
    const auto numbers = numbersOf<int64_t>(argument.text);
    return numbers && numbers->size() == 1 ? numbers->front() : std::nullopt;
  }
  if (integers_ == nullptr) return std::nullopt;
  const auto entry = integers_->find(argument.value);
  return entry == integers_->end() ? std::nullopt : std::optional(entry->second);
}

std::optional<Ints> ModelCall::ints(size_t i) const {
  const ModelArgument& argument = at(i);
  if (argument.folded) {
    const std::string* setting = settingOf(shapes_.overlay(), argument.text);
    return numbersOf<int64_t>(setting != nullptr ? *setting : argument.text);
  }
  if (const auto integer = integerOf(argument)) return Ints{integer};
  const ModelNode* listNode = list(argument);
  if (listNode == nullptr) return std::nullopt;
  Ints all;
  for (const ModelArgument& item : listNode->arguments) all.push_back(integerOf(item));
  return all;
}

std::optional<Reals> ModelCall::reals(size_t i) const {
  if (at(i).folded) return numbersOf<double>(at(i).text);
  const auto numbers = ints(i);
  if (!numbers) return std::nullopt;
  Reals all;
  for (const auto& number : *numbers)
    all.push_back(number ? std::optional(static_cast<double>(*number)) : std::nullopt);
  return all;
}

std::optional<bool> ModelCall::flag(size_t i) const {
  if (!at(i).folded || (at(i).text != "True" && at(i).text != "False")) return std::nullopt;
  return at(i).text == "True";
}

std::optional<std::string_view> ModelCall::text(size_t i) const {
  const std::string_view quoted = at(i).text;
  if (!at(i).folded || quoted.size() < 2 || !quoted.starts_with('"')) return std::nullopt;
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace ts::viz
