#include "core/autodiff/derivatives.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/per_profile.h"
#include "core/compiler/unit/unit.h"
#include "core/ops/line_table.h"
#include "core/syntax/parser.h"
#include "core/tensor/error.h"

namespace ts::ops {

extern const LineTables kDerivativeLines, kHelperLines, kLayerHelperLines, kAlgebraHelperLines;

}  // namespace ts::ops

namespace ts::autodiff {
namespace {

constexpr std::string_view kImports =
    "import math\nimport torch\nfrom torch import Tensor\n"
    "from typing import List, Optional, Tuple, Union\n";
constexpr std::string_view kLike = "like_", kGiven = "given_";
constexpr std::string_view kNamespace = "aten::";
constexpr std::string_view kComposite = ":";  // in place of an argument
constexpr char kRowSum = '+';                 // after an argument
constexpr std::string_view kHelperModule = "derivative_helpers";
constexpr std::string_view kNumber = "Union[int, float, complex]";

// One line of the data file.
struct Row {
  std::string_view op, argument, formula;
  bool sumsRows = false;
};
Row rowOf(std::string_view line) {
  const size_t first = line.find(' '), second = line.find(' ', first + 1);
  Row row{line.substr(0, first), line.substr(first + 1, second - first - 1),
          line.substr(second + 1)};
  row.sumsRows = row.argument.ends_with(kRowSum);
  if (row.sumsRows) row.argument.remove_suffix(1);
  return row;
}

// "EXPRESSION[2]" is an item of a tuple.
std::optional<size_t> itemIn(std::string_view formula) {
  constexpr size_t kIndex = 3;
  const size_t at = formula.size() - std::min(formula.size(), kIndex);
  if (formula.substr(at).size() != kIndex || formula[at] != '[' || formula.back() != ']' ||
      std::isdigit(static_cast<unsigned char>(formula[at + 1])) == 0)
    return std::nullopt;
  return formula[at + 1] - '0';
}
std::string_view tupleOf(std::string_view formula) { return formula.substr(0, formula.rfind('[')); }

// A type of a schema as an annotation of TorchScript.
std::string annotationOf(std::string_view type) {
  if (type.ends_with('?')) {
    type.remove_suffix(1);
    return fmt::format("Optional[{}]", annotationOf(type));
  }
  if (type.ends_with("[]")) {
    type.remove_suffix(2);
    return fmt::format("List[{}]", annotationOf(type));
  }
  if (type == "Scalar" || type == "number") return std::string(kNumber);
  return type == "Device" ? "torch.device" : std::string(type);
}

bool isName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
// The names that an expression reads, without attributes and repetitions.
std::vector<std::string_view> namesIn(std::string_view text) {
  std::vector<std::string_view> names;
  for (size_t at = 0; at < text.size();) {
    if (!isName(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && isName(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    if ((at == 0 || text[at - 1] != '.') && std::ranges::find(names, name) == names.end())
      names.push_back(name);
    at = end;
  }
  return names;
}

std::string nameOfResult(const ops::FunctionSchema& schema, size_t index) {
  const std::string& name = schema.returns[index].name;
  if (!name.empty()) return name;
  return schema.returns.size() == 1 ? "result" : fmt::format("result{}", index);
}

// The rows and compiled functions of one profile. Never destroyed, because graphs may use its
// types while the process ends.
class Library {
 public:
  Library() : unit_(loader_) {
    const ops::LineTable& table = ops::kDerivativeLines.current();
    for (size_t i = 0; i < table.size; ++i) {
      const Row row = rowOf(table[i]);
      rows_[row.op].push_back(row);
    }
  }

  const Derivative* derivativeOf(const ops::FunctionSchema& schema) {
    const std::lock_guard lock(mutex_);
    auto [entry, isNew] = derivatives_.try_emplace(&schema);
    if (isNew) entry->second = make(schema);
    return entry->second.get();
  }

  const ir::Function& functionOf(const Formula& formula) {
    const std::lock_guard lock(mutex_);
    if (formula.function != nullptr) return *formula.function;
    const auto source = sources_.find(&formula);
    if (source == sources_.end()) tensor::fail("a formula of another version of PyTorch");
    const ir::Function* function = compile(source->second);
    const_cast<Formula&>(formula).function = function;
    return *function;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, rows] : rows_) names.emplace_back(name);
    return names;
  }

 private:
  struct NoModules : compiler::ModuleLoader {
    Loaded load(std::string_view) override { return {}; }
  };

  // The rows of an operator, and the operator that they name the arguments of.
  struct Found {
    const std::vector<Row>* rows = nullptr;
    const ops::FunctionSchema* schema = nullptr;
  };

  Found rowsOf(const ops::FunctionSchema& schema) const {
    std::string name = schema.nameWithOverload();
    if (!name.starts_with(kNamespace)) return {};
    name.erase(0, kNamespace.size());
    if (const auto own = rows_.find(name); own != rows_.end()) return {&own->second, &schema};
    // The rows of "mul.Tensor" serve "mul_.Tensor", which has the same arguments.
    const size_t dot = std::min(name.find('.'), name.size());
    if (dot == 0 || name[dot - 1] != '_') return {};
    const std::string overload = dot == name.size() ? "" : name.substr(dot + 1);
    const ops::FunctionSchema* twin = ops::schema(
        Symbol::intern(fmt::format("{}{}", kNamespace, name.substr(0, dot - 1))), overload);
    name.erase(dot - 1, 1);
    const auto rows = rows_.find(name);
    return rows == rows_.end() || twin == nullptr ? Found{} : Found{&rows->second, twin};
  }

  std::unique_ptr<Derivative> make(const ops::FunctionSchema& of) {
    const Found found = rowsOf(of);
    const auto* rows = found.rows;
    if (rows == nullptr) return nullptr;
    const ops::FunctionSchema& schema = *found.schema;
    // "A = B": the rows of another operator.
    if (rows->front().argument == "=") {
      const auto others = rows_.find(rows->front().formula);
      if (others == rows_.end()) return nullptr;
      rows = &others->second;
    }
    auto derivative = std::make_unique<Derivative>();
    if (const Row& row = rows->front(); row.argument == kComposite) {
      derivative->parts = formulaOf(schema, row, 0);
      sources_[&*derivative->parts] = sourceOf(schema, row, *derivative->parts, "");
      return derivative;
    }
    for (const Row& row : *rows) {
      const auto argument = schema.argumentIndex(row.argument);
      if (argument) derivative->formulas.push_back(formulaOf(schema, row, *argument));
    }
    const auto rowOf = [&](const Formula& formula) -> const Row& {
      return *std::ranges::find(*rows, schema.arguments[formula.argument].name, &Row::argument);
    };
    for (Formula& formula : derivative->formulas) {
      const Row& row = rowOf(formula);
      if (formula.isZero) continue;
      sources_[&formula] = sourceOf(
          schema, row, formula, " -> " + annotationOf(isList(schema, row) ? "Tensor[]" : "Tensor"));
      if (const auto item = itemIn(row.formula)) {
        formula.item = *item;
        formula.tuple = tupleFor(*derivative, schema, *rows, row);
      }
    }
    return derivative;
  }

  // The formula of a tuple, for all arguments whose gradients are its items; null for one alone.
  const Formula* tupleFor(Derivative& derivative, const ops::FunctionSchema& schema,
                          const std::vector<Row>& rows, Row row) {
    const std::string_view text = tupleOf(row.formula);
    const auto isOfTuple = [&](const Row& other) {
      return itemIn(other.formula) && tupleOf(other.formula) == text;
    };
    if (std::ranges::count_if(rows, isOfTuple) < 2) return nullptr;
    const Row& first = *std::ranges::find_if(rows, isOfTuple);
    for (const Formula& formula : derivative.formulas)
      if (formula.tuple != nullptr &&
          schema.arguments[formula.tuple->argument].name == first.argument)
        return formula.tuple;
    row = {first.op, first.argument, text};
    auto tuple =
        std::make_unique<Formula>(formulaOf(schema, row, *schema.argumentIndex(first.argument)));
    Source source = sourceOf(schema, row, *tuple, "");
    source.name += "_tuple";
    sources_[tuple.get()] = std::move(source);
    return derivative.tuples.emplace_back(std::move(tuple)).get();
  }

  Formula formulaOf(const ops::FunctionSchema& schema, const Row& row, size_t argument) {
    Formula formula{argument};
    formula.isZero = row.formula == "zero";
    formula.sumsRows = row.sumsRows;
    if (formula.isZero) return formula;
    for (const std::string_view name : namesIn(row.formula)) {
      if (const auto index = schema.argumentIndex(name)) {
        formula.parameters.push_back({Parameter::Kind::Argument, *index});
        continue;
      }
      if (name.starts_with(kLike)) {
        if (const auto index = schema.argumentIndex(name.substr(kLike.size())))
          formula.parameters.push_back({Parameter::Kind::Shape, *index});
        continue;
      }
      for (size_t i = 0; i < schema.returns.size(); ++i) {
        const std::string result = nameOfResult(schema, i);
        if (name == result) {
          formula.parameters.push_back({Parameter::Kind::Result, i});
        } else if (name.starts_with(kGiven) && name.substr(kGiven.size()) == result) {
          formula.parameters.push_back({Parameter::Kind::Given, i});
        } else if (name == "grad_" + result || (i == 0 && (name == "grad" || name == "grads"))) {
          formula.parameters.push_back({Parameter::Kind::Gradient, i});
        }
      }
    }
    return formula;
  }

  // The text of a formula's function.
  struct Source {
    std::string name, text;
  };
  static bool isList(const ops::FunctionSchema& schema, const Row& row) {
    return schema.arguments[*schema.argumentIndex(row.argument)].type->str().ends_with("[]");
  }
  // returns: the annotation of the result; empty: the compiler infers its type.
  Source sourceOf(const ops::FunctionSchema& schema, const Row& row, const Formula& formula,
                  std::string_view returns) {
    std::string parameters;
    for (const Parameter& parameter : formula.parameters) {
      std::string name;
      std::string type;
      switch (parameter.kind) {
        case Parameter::Kind::Argument:
          name = schema.arguments[parameter.index].name;
          type = schema.arguments[parameter.index].type->str();
          break;
        case Parameter::Kind::Shape:
          name = std::string(kLike) + schema.arguments[parameter.index].name;
          type = schema.arguments[parameter.index].type->str();
          break;
        case Parameter::Kind::Result:
          name = nameOfResult(schema, parameter.index);
          type = schema.returns[parameter.index].type->str();
          break;
        case Parameter::Kind::Given:
          name = std::string(kGiven) + nameOfResult(schema, parameter.index);
          type = schema.returns[parameter.index].type->str() + "?";
          break;
        case Parameter::Kind::Gradient: {
          type = schema.returns[parameter.index].type->str();
          const bool isFirst = parameter.index == 0;
          name = type.ends_with("[]") ? "grads"
                 : isFirst && hasName(row.formula, "grad")
                     ? "grad"
                     : "grad_" + nameOfResult(schema, parameter.index);
          break;
        }
      }
      parameters +=
          fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", name, annotationOf(type));
    }
    std::string name = schema.nameWithOverload().substr(kNamespace.size());
    std::ranges::replace(name, '.', '_');
    name += fmt::format("__{}", row.argument == kComposite ? "parts" : row.argument);
    return {name,
            fmt::format("def {}({}){}:\n  return {}\n", name, parameters, returns, row.formula)};
  }
  static bool hasName(std::string_view text, std::string_view name) {
    const auto names = namesIn(text);
    return std::ranges::find(names, name) != names.end();
  }

  // The functions of the helpers, a module that is parsed once.
  void addHelpers() {
    std::string text(kImports);
    constexpr std::string_view kDef = "def ", kScalar = "SCALAR";
    for (const ops::LineTables* tables :
         {&ops::kHelperLines, &ops::kLayerHelperLines, &ops::kAlgebraHelperLines}) {
      const ops::LineTable& lines = tables->current();
      for (size_t i = 0; i < lines.size; ++i) {
        text += lines[i];
        text += '\n';
        if (lines[i].starts_with(kDef))
          helpers_.push_back(lines[i].substr(kDef.size(), lines[i].find('(') - kDef.size()));
      }
    }
    for (size_t at; (at = text.find(kScalar)) != std::string::npos;)
      text.replace(at, kScalar.size(), kNumber);
    addModule(kHelperModule, std::move(text));
  }
  const compiler::PyModule* addModule(std::string_view name, std::string text) {
    const auto file = std::make_shared<SourceFile>(std::string(name), std::move(text));
    diag::Sink sink;
    return unit_.environment().addModule(std::string(name), std::string(name), false,
                                         syntax::parse(file, sink), /*isTorchScript=*/true);
  }

  const ir::Function* compile(const Source& source) {
    if (helpers_.empty()) addHelpers();
    std::string text(kImports);
    for (const std::string_view name : namesIn(source.text))
      if (std::ranges::find(helpers_, name) != helpers_.end())
        text += fmt::format("from {} import {}\n", kHelperModule, name);
    text += source.text;
    const compiler::PyModule* module = addModule("derivative_" + source.name, std::move(text));
    const syntax::Stmt* definition = module->tree->body.back();
    const compiler::PyRef object = unit_.environment().objectFor(*module, *definition);
    const size_t before = unit_.sink().size();
    const ir::Function* function = unit_.compile(*object->function);
    if (function == nullptr || !function->graph || unit_.sink().size() != before)
      tensor::fail("the derivative {} does not compile: {}", source.name,
                   unit_.sink().size() == before ? "it has no graph"
                                                 : unit_.sink().diagnostics()[before].message);
    return function;
  }

  NoModules loader_;
  compiler::CompilationUnit unit_;
  std::mutex mutex_;
  std::vector<std::string_view> helpers_;  // their names
  std::map<std::string_view, std::vector<Row>, std::less<>> rows_;
  std::unordered_map<const ops::FunctionSchema*, std::unique_ptr<Derivative>> derivatives_;
  std::unordered_map<const Formula*, Source> sources_;
};

Library& library() {
  static auto* libraries = new PerProfile<Library>;
  return libraries->get();
}

}  // namespace

const Derivative* derivativeOf(const ops::FunctionSchema& schema) {
  return library().derivativeOf(schema);
}
const ir::Function& functionOf(const Formula& formula) { return library().functionOf(formula); }
std::vector<std::string> derivativeNames() { return library().names(); }

}  // namespace ts::autodiff
