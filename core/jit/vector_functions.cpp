#include "core/jit/vector_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/kernels/formula_trees.h"

namespace ts::jit {

using formulas::Expression;
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

bool hasVectorFunctions() {
  static const bool isOpen = dlopen("libsleef.so.3", RTLD_NOW | RTLD_GLOBAL) != nullptr;
  return isOpen;
}

}  // namespace

std::optional<std::string> vectorFunction(std::string_view name, DType dtype, int lanes) {
  const auto* row = std::ranges::find(kVectorFunctions, name, &LibraryRow::name);
  if (row == std::end(kVectorFunctions) || !hasVectorFunctions()) return std::nullopt;
  return fmt::format("Sleef_{}{}{}_{}", row->function, dtype == DType::Float32 ? "f" : "d", lanes,
                     row->accuracy);
}

bool callsVectorFunction(const Expression& at) {
  if (at.kind == Expression::Kind::Call) {
    if (vectorFunction(at.text, DType::Float64, 2) || kernels::hasFasterFormula(at.text))
      return true;
    if (const Expression* function = kernels::functionFormula(at.text, DType::Float64))
      if (callsVectorFunction(*function)) return true;
  }
  return std::ranges::any_of(at.parts,
                             [](const Expression& part) { return callsVectorFunction(part); });
}

bool callsVectorFunction(std::string_view formula) {
  const auto tree = formulas::parseFormula(formula);
  return tree && callsVectorFunction(*tree);
}

}  // namespace ts::jit
