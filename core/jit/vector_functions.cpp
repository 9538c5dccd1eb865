#include "core/jit/vector_functions.h"

#include <algorithm>

#include "core/jit/host_functions.h"
#include "core/kernels/formula_trees.h"
#include "core/kernels/sleef.h"

namespace ts::jit {

using formulas::Expression;
using tensor::DType;

std::optional<std::string> vectorFunction(std::string_view name, DType dtype, int lanes) {
  kernels::SleefFunction function = kernels::sleefFunction(name, dtype, lanes);
  if (function.code == nullptr) return std::nullopt;
  return std::move(function.symbol);
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

bool callsFunction(const Expression& at) {
  if (at.kind == Expression::Kind::Call)
    if (hostFunction(at.text, at.parts.size(), DType::Float64) || at.text.starts_with("bessel"))
      return true;
  return callsVectorFunction(at) ||
         std::ranges::any_of(at.parts, [](const Expression& part) { return callsFunction(part); });
}

bool callsVectorFunction(std::string_view formula) {
  const auto tree = formulas::parseFormula(formula);
  return tree && callsVectorFunction(*tree);
}

}  // namespace ts::jit
