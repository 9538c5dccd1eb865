#include "core/jit/vector_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace ts::jit {

using tensor::DType;

namespace {

// Functions of SLEEF, with the greatest error in tenths of an ulp. PyTorch uses them, too. SLEEF's
// asinh and acosh are infinite above 2e19, and its log1p above 1e38 and 1e307.
struct LibraryRow {
  std::string_view name;
  const char* accuracy;
  std::string_view function = name;
};
constexpr LibraryRow kVectorFunctions[] = {
    {"exp", "u10"},
    {"exp2", "u10"},
    {"expm1", "u10"},
    {"log", "u10"},
    {"log2", "u10"},
    {"log10", "u10"},
    {"log1pBelow", "u10", "log1p"},
    {"sin", "u10"},
    {"cos", "u10"},
    {"tan", "u10"},
    {"asin", "u10"},
    {"acos", "u10"},
    {"atan", "u10"},
    {"sinh", "u10"},
    {"cosh", "u10"},
    {"tanh", "u10"},
    {"atanh", "u10"},
    {"erf", "u10"},
    {"erfc", "u15"},
    {"pow", "u10"},
    {"atan2", "u10"},
    {"hypot", "u05"},
};

using Formulas = std::unordered_map<std::string, Expression>;
void addFormula(Formulas& formulas, const char* name, const char* text) {
  if (auto parsed = parseFormula(text)) formulas.emplace(name, std::move(*parsed));
}
const Formulas& scalarFunctions() {
  static const Formulas functions = [] {
    Formulas made;
#define SCALAR_1(name, ...) addFormula(made, #name, #__VA_ARGS__);
#define SCALAR_2 SCALAR_1
#define SCALAR_3 SCALAR_1
#define SCALAR_4 SCALAR_1
#include "core/kernels/scalar_functions.def"
    return made;
  }();
  return functions;
}
// The functions of float_functions.def.
const Formulas& fasterFunctions(DType dtype) {
  static const Formulas floats = [] {
    Formulas made;
#define FLOAT_FUNCTION(name, ...) addFormula(made, #name, #__VA_ARGS__);
#include "core/kernels/float_functions.def"
    return made;
  }();
  static const Formulas doubles = [] {
    Formulas made;
#define DOUBLE_FUNCTION(name, ...) addFormula(made, #name, #__VA_ARGS__);
#include "core/kernels/float_functions.def"
    return made;
  }();
  return dtype == DType::Float32 ? floats : doubles;
}

bool hasVectorFunctions() {
  static const bool isOpen = dlopen("libsleef.so.3", RTLD_NOW | RTLD_GLOBAL) != nullptr;
  return isOpen;
}

}  // namespace

const Expression* formulaOf(const kernels::Pointwise& formula) {
  static thread_local std::unordered_map<const kernels::Pointwise*, std::optional<Expression>>
      known;
  auto [found, isNew] = known.try_emplace(&formula);
  if (isNew) found->second = parseFormula(formula.formula);
  return found->second ? &*found->second : nullptr;
}

const Expression* functionFormula(const std::string& name, DType dtype) {
  if (dtype == DType::Float32 || dtype == DType::Float64)
    if (auto found = fasterFunctions(dtype).find(name); found != fasterFunctions(dtype).end())
      return &found->second;
  auto found = scalarFunctions().find(name);
  return found == scalarFunctions().end() ? nullptr : &found->second;
}

std::optional<std::string> vectorFunction(std::string_view name, DType dtype, int lanes) {
  const auto* row = std::ranges::find(kVectorFunctions, name, &LibraryRow::name);
  if (row == std::end(kVectorFunctions) || !hasVectorFunctions()) return std::nullopt;
  return fmt::format("Sleef_{}{}{}_{}", row->function, dtype == DType::Float32 ? "f" : "d", lanes,
                     row->accuracy);
}

bool callsVectorFunction(const Expression& at) {
  if (at.kind == Expression::Kind::Call) {
    if (vectorFunction(at.text, DType::Float64, 2) ||
        fasterFunctions(DType::Float32).contains(at.text))
      return true;
    if (const Expression* function = functionFormula(at.text, DType::Float64))
      if (callsVectorFunction(*function)) return true;
  }
  return std::ranges::any_of(at.parts,
                             [](const Expression& part) { return callsVectorFunction(part); });
}

bool callsVectorFunction(std::string_view formula) {
  const auto tree = parseFormula(formula);
  return tree && callsVectorFunction(*tree);
}

}  // namespace ts::jit
