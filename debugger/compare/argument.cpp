#include "debugger/compare/argument.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numeric>

#include "core/eval_torch/torch_objects.h"
#include "core/kernels/copy.h"
#include "core/syntax/ast.h"
#include "core/syntax/parser.h"

namespace ts::debugger {
namespace {

using Kind = Argument::Kind;

constexpr int64_t kMostWritten = 64;  // elements of a tensor that are listed in source
constexpr int kDeepestArgument = 50;  // nesting of containers; a deeper value can't be written

// ---- reading

// The source text of each argument; empty for a starred one, and for all when the count differs.
std::vector<std::string> sourcesOf(const std::string& source, size_t count) {
  std::vector<std::string> sources(count);
  auto file = std::make_shared<SourceFile>("<arguments>", "f(" + source + ")\n");
  diag::Sink problems;
  syntax::ModulePtr tree = syntax::parse(file, problems);
  if (problems.size() || tree->body.empty()) return sources;
  const auto* statement = syntax::dynCast<syntax::ExprStmt>(*tree->body.begin());
  const auto* call = statement ? syntax::dynCast<syntax::Call>(statement->value) : nullptr;
  if (!call || call->args.size() + call->keywords.size() != count) return sources;
  size_t i = 0;
  for (const syntax::Expr* arg : call->args)
    sources[i++] = arg->kind == syntax::ExprKind::Starred ? "" : std::string(file->text(arg->span));
  for (const syntax::Keyword* keyword : call->keywords)
    sources[i++] = std::string(file->text(keyword->value->span));
  return sources;
}

std::optional<Argument> read(eval::Vm& vm, const eval::Value& value, const std::string& source,
                             int depth);

std::optional<Argument> readTensor(const tensor::Tensor& tensor, const std::string& source) {
  Argument argument;
  argument.kind = Kind::Tensor;
  argument.source = source;
  argument.dtype = tensor.dtype();
  argument.shape = tensor.sizes().vec();
  if (!source.empty()) return argument;
  if (tensor.isMeta() || tensor::isComplex(tensor.dtype())) return std::nullopt;
  if (tensor.numel() > kMostWritten) {
    argument.fill = Fill::Ones;  // the search starts from a simpler tensor
    return argument;
  }
  argument.fill = Fill::Data;
  const tensor::Tensor wide = kernels::contiguous(kernels::toDType(tensor, tensor::DType::Float64));
  argument.data.assign(wide.data<double>(), wide.data<double>() + wide.numel());
  return argument;
}

std::optional<Argument> readItems(eval::Vm& vm, const std::vector<eval::Value>& items, Kind kind,
                                  int depth) {
  if (depth > kDeepestArgument) return std::nullopt;
  Argument list;
  list.kind = kind;
  for (const eval::Value& item : items) {
    auto argument = read(vm, item, "", depth);
    if (!argument) return std::nullopt;
    list.items.push_back(std::move(*argument));
  }
  return list;
}

std::optional<Argument> read(eval::Vm& vm, const eval::Value& value, const std::string& source,
                             int depth) {
  Argument argument;
  argument.source = source;
  std::optional<Argument> container;
  if (auto* tensor = value.as<eval::Tensor>()) {
    container = readTensor(tensor->data, source);
  } else if (value.isBool() || value.isInt() || value.isFloat()) {
    argument.kind = Kind::Number;
    argument.value = valueOf(vm, value);
    return argument;
  } else if (value.isNone()) {
    argument.kind = Kind::None;
    return argument;
  } else if (auto* text = value.as<eval::Str>()) {
    argument.kind = Kind::Text;
    argument.value = IValue(text->text);
    return argument;
  } else if (auto* list = value.as<eval::List>()) {
    container = readItems(vm, list->items, Kind::List, depth + 1);
  } else if (auto* tuple = value.as<eval::Tuple>(); tuple && vm.classOf(value)->name == "tuple") {
    container = readItems(vm, tuple->items, Kind::Tuple, depth + 1);
  } else if (auto* dict = value.as<eval::Dict>()) {
    std::vector<eval::Value> values;
    std::vector<std::string> keys;
    dict->each([&](const eval::Value& key, const eval::Value& item) {
      keys.push_back(vm.repr(key));
      values.push_back(item);
    });
    container = readItems(vm, values, Kind::Dict, depth + 1);
    if (container) container->keys = std::move(keys);
  }
  if (container) return container;
  if (source.empty()) return std::nullopt;
  return argument;
}

// ---- writing

std::string numberText(double number, tensor::DType dtype) {
  if (dtype == tensor::DType::Bool) return number != 0 ? "True" : "False";
  if (!tensor::isFloating(dtype)) return fmt::format("{}", static_cast<int64_t>(number));
  if (!std::isfinite(number))
    return fmt::format("float('{}')", std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
  return brief(IValue(number));
}

std::string shapeTuple(const std::vector<int64_t>& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string nested(const Argument& tensor, size_t dim, size_t& at) {
  if (dim == tensor.shape.size()) return numberText(tensor.data[at++], tensor.dtype);
  std::string text = "[";
  for (int64_t i = 0; i < tensor.shape[dim]; ++i)
    text += (i ? ", " : "") + nested(tensor, dim + 1, at);
  return text + "]";
}

std::string tensorSource(const Argument& tensor) {
  const bool isUsual = tensor.dtype == tensor::DType::Float32;
  const std::string dtype =
      isUsual ? "" : fmt::format(", dtype=torch.{}", tensor::nameOf(tensor.dtype));
  std::string sizes;
  for (const int64_t size : tensor.shape)
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  if (tensor.shape.empty()) sizes = "()";
  switch (tensor.fill) {
    case Fill::Given: return tensor.source;
    case Fill::Zeros: return fmt::format("torch.zeros({}{})", sizes, dtype);
    case Fill::Ones: return fmt::format("torch.ones({}{})", sizes, dtype);
    case Fill::Full: {
      // torch.full takes the dtype of the number when no dtype is given.
      const bool isNatural =
          isUsual || (tensor.dtype == tensor::DType::Int64) || tensor.dtype == tensor::DType::Bool;
      return fmt::format("torch.full({}, {}{})", shapeTuple(tensor.shape),
                         numberText(tensor.number, tensor.dtype), isNatural ? "" : dtype);
    }
    case Fill::Range: {
      const std::string row = isUsual
                                  ? fmt::format("torch.arange({}.)", tensor.numel())
                                  : fmt::format("torch.arange({}{})", tensor.numel(),
                                                tensor.dtype == tensor::DType::Int64 ? "" : dtype);
      return tensor.shape.size() == 1
                 ? row
                 : fmt::format("{}.reshape{}", row,
                               tensor.shape.empty() ? "(())" : shapeTuple(tensor.shape));
    }
    case Fill::Data: {
      size_t at = 0;
      const bool isNatural = tensor.numel() && (isUsual || tensor.dtype == tensor::DType::Int64 ||
                                                tensor.dtype == tensor::DType::Bool);
      return fmt::format(
          "torch.tensor({}{})", nested(tensor, 0, at),
          isNatural ? "" : fmt::format(", dtype=torch.{}", tensor::nameOf(tensor.dtype)));
    }
  }
  return {};
}

}  // namespace

int64_t Argument::numel() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

std::string Argument::text() const {
  std::string inner;
  for (size_t i = 0; i < items.size(); ++i)
    inner += (i ? ", " : "") + (kind == Kind::Dict ? keys[i] + ": " : "") + items[i].text();
  switch (kind) {
    case Kind::Tensor: return tensorSource(*this);
    case Kind::Number:
    case Kind::Text:
      if (value.isDouble() && !std::isfinite(value.toDouble()))
        return numberText(value.toDouble(), tensor::DType::Float64);
      if (value.isString() && value.toString().find_first_of("'\\\n") != std::string::npos &&
          !source.empty())
        return source;
      return value.isString() ? "'" + value.toString() + "'" : brief(value);
    case Kind::None: return "None";
    case Kind::List: return "[" + inner + "]";
    case Kind::Tuple: return "(" + inner + (items.size() == 1 ? ",)" : ")");
    case Kind::Dict: return "{" + inner + "}";
    case Kind::Other: return source;
  }
  return {};
}

std::optional<std::vector<Argument>> argumentsOf(TargetProgram& program,
                                                 const std::string& source) {
  const Arguments evaluated = program.evaluate(source);
  const std::vector<std::string> sources = sourcesOf(source, evaluated.values.size());
  std::vector<Argument> arguments;
  for (size_t i = 0; i < evaluated.values.size(); ++i) {
    auto argument = read(program.vm(), evaluated.values[i], sources[i], 0);
    if (!argument) return std::nullopt;
    const size_t positional = evaluated.values.size() - evaluated.names.size();
    if (i >= positional) argument->name = evaluated.names[i - positional]->text;
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

std::string textOf(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& argument : arguments)
    text += (text.empty() ? "" : ", ") + (argument.name.empty() ? "" : argument.name + "=") +
            argument.text();
  return text;
}

}  // namespace ts::debugger
