#include "core/interp/operators.h"

#include <algorithm>
#include <unordered_map>

#include "core/interp/arithmetic.h"
#include "core/kernels/copy.h"
#include "core/passes/fold_table.h"

namespace ts::interp {

namespace {

constexpr auto kFamilies = {listOperators,   dictOperators,   textOperators,
                            numberOperators, tensorOperators, stateOperators};

}  // namespace

std::span<const DirectOperator> directOperators() {
  static const auto* all = [] {
    auto* operators = new std::vector<DirectOperator>;
    for (auto family : kFamilies)
      for (const OperatorEntry& row : family())
        if (row.direct != nullptr) operators->push_back({row.name, row.run, row.direct});
    return operators;
  }();
  return *all;
}

const DirectOperator* findDirect(kernels::KernelFunction kernel) {
  static const auto* table = [] {
    auto* byKernel = new std::unordered_map<kernels::KernelFunction, const DirectOperator*>;
    for (const DirectOperator& each : directOperators()) byKernel->emplace(each.kernel, &each);
    return byKernel;
  }();
  const auto row = table->find(kernel);
  return row == table->end() ? nullptr : row->second;
}

kernels::KernelFunction findOperator(std::string_view nameWithOverload) {
  static const auto* table = [] {
    auto* byName = new std::unordered_map<std::string_view, kernels::KernelFunction>;
    for (auto family : kFamilies)
      for (const OperatorEntry& row : family()) byName->emplace(row.name, row.run);
    return byName;
  }();
  if (auto row = table->find(nameWithOverload); row != table->end()) return row->second;
  if (auto kernel = kernels::find(nameWithOverload)) return kernel;
  const size_t dot = std::min(nameWithOverload.find('.'), nameWithOverload.size());
  const std::string_view name = nameWithOverload.substr(0, dot);
  const ops::FunctionSchema* schema = ops::schema(
      Symbol::intern(name), dot < nameWithOverload.size() ? nameWithOverload.substr(dot + 1) : "");
  // Constant folding covers neither tensors nor lists.
  auto isFolded = [](const ops::Argument& argument) {
    const types::TypePtr type =
        argument.type->is(types::TypeKind::Optional) ? argument.type->element() : argument.type;
    return type->contained().empty() && !type->is(types::TypeKind::Tensor);
  };
  if (schema == nullptr || schema->isVararg || !std::ranges::all_of(schema->arguments, isFolded))
    return nullptr;
  return findFolded(name);
}

kernels::KernelFunction findOperator(const ops::FunctionSchema& schema) {
  return findOperator(schema.nameWithOverload());
}

// ---- operators of constant folding

void checkText(std::string_view text) {
  if (text.size() > kMaxText)
    fail("a string of {} bytes exceeds the limit of {} (kMaxText)", text.size(), kMaxText);
}

namespace {

using types::Constant;

Constant operandOf(const IValue& value) {
  if (value.isEnum()) return Constant::enumValue(value.toEnum().type, value.toEnum().name);
  if (value.isString()) checkText(value.toString());
  const auto constant = value.isList() ? std::nullopt : constantOf(value);
  if (!constant)
    fail(ErrorKind::Type, "this operator does not accept a value of type {}", nameOf(value.tag()));
  return *constant;
}

std::vector<passes::FoldRow> foldRows() {
  std::vector<passes::FoldRow> rows;
  for (auto family :
       {passes::numberFolds, passes::mathFolds, passes::stringFolds, passes::valueFolds}) {
    const auto some = family();
    rows.insert(rows.end(), some.begin(), some.end());
  }
  return rows;
}

const std::vector<passes::FoldRow>& rowsOfFolds() {
  static const auto* rows = new std::vector<passes::FoldRow>(foldRows());
  return *rows;
}

// The error message of an operator that has only one reason to raise.
constexpr std::pair<std::string_view, std::string_view> kReasons[] = {
    {"aten::floordiv", "division by 0"},
    {"aten::__round_to_zero_floordiv", "division by 0"},
    {"aten::divmod", "ZeroDivisionError: integer division or modulo by zero"},
    {"aten::pow", "0.0 cannot be raised to a negative power"},
    {"aten::Int", "invalid literal for int() with base 10"},
    {"aten::Float", "could not convert string to float"},
    {"aten::index", "ValueError: substring not found"},
    {"aten::rindex", "ValueError: substring not found"},
    {"aten::center", "The fill character must be exactly one character long"},
    {"aten::ljust", "The fill character must be exactly one character long"},
    {"aten::rjust", "The fill character must be exactly one character long"},
    {"aten::factorial", "factorial() not defined for negative values"},
};

template <size_t I>
void runFolded(Stack& stack) {
  const passes::FoldRow& row = rowsOfFolds()[I];
  std::vector<Constant> arguments;
  arguments.reserve(stack.size());
  for (const IValue& value : stack) arguments.push_back(operandOf(value));
  passes::Results results;
  if (!row.function(arguments, results)) {
    for (const auto& [name, reason] : kReasons)
      if (name == row.name) fail("{}", reason);
    fail("an argument of {} is out of range", row.name);
  }
  stack.clear();
  for (const Constant& result : results) stack.push_back(valueOf(result));
}

constexpr size_t kMostFolds = 200;
template <size_t... I>
constexpr std::array<kernels::KernelFunction, sizeof...(I)> foldedFunctions(
    std::index_sequence<I...>) {
  return {runFolded<I>...};
}
constexpr auto kFolded = foldedFunctions(std::make_index_sequence<kMostFolds>());

}  // namespace

kernels::KernelFunction findFolded(std::string_view name) {
  static const auto* table = [] {
    auto* byName = new std::unordered_map<std::string_view, kernels::KernelFunction>;
    for (size_t i = 0; i < rowsOfFolds().size() && i < kMostFolds; ++i)
      byName->emplace(rowsOfFolds()[i].name, kFolded[i]);
    return byName;
  }();
  auto row = table->find(name);
  return row == table->end() ? nullptr : row->second;
}

// ---- comparison

namespace {

bool tensorsEqual(const Tensor& a, const Tensor& b) {
  if (a.sizes() != b.sizes()) return false;
  const Tensor left = kernels::toDType(a, DType::Complex128);
  const Tensor right = kernels::toDType(b, DType::Complex128);
  const Tensor x = kernels::contiguous(left);
  const Tensor y = kernels::contiguous(right);
  for (int64_t i = 0; i < x.numel(); ++i)
    if (x.data<tensor::Complex128>()[i] != y.data<tensor::Complex128>()[i]) return false;
  return true;
}

bool allEqual(const std::vector<IValue>& a, const std::vector<IValue>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!areEqual(a[i], b[i])) return false;
  return true;
}

}  // namespace

bool areEqual(const IValue& a, const IValue& b) {
  if (a.isNumber() && b.isNumber()) {
    if (a.isComplex() || b.isComplex())
      return a.toScalar().to<tensor::Complex128>() == b.toScalar().to<tensor::Complex128>();
    if (a.isDouble() || b.isDouble()) return a.toScalar().to<double>() == b.toScalar().to<double>();
    return a.toScalar().to<int64_t>() == b.toScalar().to<int64_t>();
  }
  if (a.tag() != b.tag()) return false;
  const tensor::ValueDepth depth;
  switch (a.tag()) {
    case tensor::Tag::String: return a.toString() == b.toString();
    case tensor::Tag::Tensor: return tensorsEqual(a.toTensor(), b.toTensor());
    case tensor::Tag::Tuple: return allEqual(a.toTuple().items, b.toTuple().items);
    case tensor::Tag::List: return allEqual(a.toList().items, b.toList().items);
    case tensor::Tag::Device: return a.toDevice().text() == b.toDevice().text();
    case tensor::Tag::Enum:
      return a.toEnum().type == b.toEnum().type && a.toEnum().name == b.toEnum().name;
    case tensor::Tag::Dict: {
      auto& right = b.toDict();
      if (a.toDict().size() != right.size()) return false;
      for (const auto& [key, value] : a.toDict().entries()) {
        const IValue* other = right.find(key);
        if (other == nullptr || !areEqual(value, *other)) return false;
      }
      return true;
    }
    default: return a.same(b);
  }
}

bool isLess(const IValue& a, const IValue& b) {
  if (a.isNumber() && b.isNumber() && !a.isComplex() && !b.isComplex()) {
    if (a.isDouble() || b.isDouble()) return a.toScalar().to<double>() < b.toScalar().to<double>();
    return a.toScalar().to<int64_t>() < b.toScalar().to<int64_t>();
  }
  if (a.isString() && b.isString()) return a.toString() < b.toString();
  if (a.isTensor() && b.isTensor())
    return isLess(IValue(kernels::itemOf(a.toTensor())), IValue(kernels::itemOf(b.toTensor())));
  if (a.isTuple() && b.isTuple()) {
    const tensor::ValueDepth depth;
    const auto& left = a.toTuple().items;
    const auto& right = b.toTuple().items;
    for (size_t i = 0; i < std::min(left.size(), right.size()); ++i)
      if (!areEqual(left[i], right[i])) return isLess(left[i], right[i]);
    return left.size() < right.size();
  }
  if (a.isObject()) {
    const ir::Function* method = a.toObject().type->method("__lt__");
    Interpreter* interpreter = Interpreter::current();
    if (method && interpreter) return interpreter->run(*method, {a, b}).toBool();
  }
  fail("'<' is not defined for {} and {}", typeOf(a)->str(), typeOf(b)->str());
}

SliceRange sliceOf(std::optional<int64_t> start, std::optional<int64_t> end, int64_t step,
                   size_t size) {
  if (step == 0) fail("slice step cannot be zero");
  const auto length = static_cast<int64_t>(size);
  auto bound = [&](std::optional<int64_t> value, int64_t standard) {
    if (!value) return standard;
    const int64_t at = *value < 0 ? *value + length : *value;
    return step < 0 ? std::clamp<int64_t>(at, -1, length - 1) : std::clamp<int64_t>(at, 0, length);
  };
  const int64_t from = bound(start, step < 0 ? length - 1 : 0);
  const int64_t to = bound(end, step < 0 ? -1 : length);
  return {from, rangeLength(from, to, step)};
}

}  // namespace ts::interp
