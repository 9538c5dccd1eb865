#include "core/kernels/formula_trees.h"

#include <optional>
#include <unordered_map>

namespace ts::kernels {

using tensor::DType;
using ts::formulas::Expression;
using ts::formulas::parseFormula;

namespace {

using FormulasByName = std::unordered_map<std::string, Expression>;

void addFormula(FormulasByName& formulas, const char* name, const char* text) {
  if (auto parsed = parseFormula(text)) formulas.emplace(name, std::move(*parsed));
}
// The functions of scalar_functions.def: of all elements, and of floating point alone.
struct ScalarFunctions {
  FormulasByName all, floats;
};
const ScalarFunctions& scalarFunctions() {
  static const ScalarFunctions functions = [] {
    ScalarFunctions byName;
#define SCALAR_1(name, ...) addFormula(byName.all, #name, #__VA_ARGS__);
#define SCALAR_2 SCALAR_1
#define SCALAR_3 SCALAR_1
#define SCALAR_4 SCALAR_1
#define FLOAT_1(name, ...) addFormula(byName.floats, #name, #__VA_ARGS__);
#define FLOAT_2 FLOAT_1
#define FLOAT_3 FLOAT_1
#include "core/kernels/scalar_functions.def"
    return byName;
  }();
  return functions;
}
// The functions of float_functions.def.
const FormulasByName& fasterFunctions(DType dtype) {
  static const FormulasByName floats = [] {
    FormulasByName byName;
#define FLOAT_FUNCTION(name, ...) addFormula(byName, #name, #__VA_ARGS__);
#include "core/kernels/float_functions.def"
    return byName;
  }();
  static const FormulasByName doubles = [] {
    FormulasByName byName;
#define DOUBLE_FUNCTION(name, ...) addFormula(byName, #name, #__VA_ARGS__);
#include "core/kernels/float_functions.def"
    return byName;
  }();
  return dtype == DType::Float32 ? floats : doubles;
}

}  // namespace

const Expression* formulaOf(const Pointwise& formula) {
  // A cache of each thread, so that a look-up needs no lock.
  static thread_local std::unordered_map<const Pointwise*, std::optional<Expression>> trees;
  auto [tree, isNew] = trees.try_emplace(&formula);
  if (isNew) tree->second = parseFormula(formula.formula);
  return tree->second ? &*tree->second : nullptr;
}

const Expression* functionFormula(const std::string& name, DType dtype) {
  const auto found = [&](const FormulasByName& functions) {
    auto formula = functions.find(name);
    return formula == functions.end() ? nullptr : &formula->second;
  };
  if (dtype == DType::Float32 || dtype == DType::Float64)
    if (const Expression* faster = found(fasterFunctions(dtype))) return faster;
  if (tensor::isFloating(dtype))
    if (const Expression* ofFloats = found(scalarFunctions().floats)) return ofFloats;
  return found(scalarFunctions().all);
}

bool hasFasterFormula(const std::string& name) {
  return fasterFunctions(DType::Float32).contains(name);
}

}  // namespace ts::kernels
