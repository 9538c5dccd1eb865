// The formulas of core/kernels as loops, and arguments for which they might fail.
#pragma once

#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

#include "core/jit/cpu_loop.h"
#include "core/jit/vector_functions.h"
#include "core/kernels/copy.h"
#include "core/kernels/formula_trees.h"

namespace ts::jit {

using formulas::parseFormula;
using kernels::formulaOf;
using kernels::Pointwise;
using tensor::DType;
using tensor::Scalar;
using tensor::Tensor;

inline constexpr const Pointwise* kFormulas[] = {
#define UNARY(name, ...) &kernels::formulas::name,
#define FUNCTION UNARY
#define BINARY UNARY
#define FLOAT_BINARY UNARY
#define ACTIVATION UNARY
#include "core/kernels/pointwise.def"
};
// Parameters for which every formula takes all its branches.
inline const Scalar kNumbers[] = {Scalar(1), Scalar(2), Scalar(3)};

// Numbers at which formulas have edges.
inline const std::vector<double>& edges() {
  static const double inf = std::numeric_limits<double>::infinity();
  static const std::vector<double> values = {
      0.0,  -0.0, 1,      -1,    0.5,  -0.5, 2,     -3,    inf,    -inf,           NAN, 1e-3, 0.9,
      -0.7, 20.0, -88.25, 104.5, -1e4, 1e38, -1e38, 1e-40, -1e-40, 1.17549435e-38, 127, -128, 254,
      1e9,  7.25, 2.5,    -1.5};
  return values;
}

// Three tensors: each pair of the values above in the first two, with several values in the third.
inline std::vector<Tensor> triples(DType dtype) {
  constexpr size_t kThird = 4;
  const size_t n = edges().size();
  std::vector<Tensor> tensors;
  for (size_t k = 0; k < 3; ++k) {
    const Tensor wide =
        tensor::empty(tensor::Dims{static_cast<int64_t>(n * n * kThird)}, DType::Float64);
    for (size_t i = 0; i < n * n * kThird; ++i) {
      const size_t index = k == 0 ? i % n : k == 1 ? i / n % n : i / (n * n) * 7 + i / n + i;
      wide.data<double>()[i] = edges()[index % n];
    }
    tensors.push_back(kernels::toDType(wide, dtype));
    // A division of integers by zero has no result.
    if (k == 1 && tensor::isIntegral(dtype))
      tensors[1] = kernels::apply(
          kernels::formulas::add,
          {tensors[1], kernels::apply(kernels::formulas::logical_not, {tensors[1]})}, {Scalar(1)});
  }
  return tensors;
}

inline LoopNode nodeFor(const Pointwise& formula, const std::vector<Tensor>& tensors) {
  const kernels::Operand operands[] = {tensors[0], tensors[1], tensors[2]};
  LoopNode node{formulaOf(formula), "", typesOf(formula, operands), {}};
  for (size_t k = 0; k < formula.arity; ++k) {
    node.names += "xyz"[k];
    node.operands.push_back({LoopOperand::Kind::Input, k, {}});
  }
  for (size_t k = 0; k < formula.numbers; ++k) {
    node.names += "pqr"[k];
    node.operands.push_back({LoopOperand::Kind::Constant, 0, kNumbers[k]});
  }
  return node;
}

inline FusedLoop loopOf(DType dtype, std::vector<LoopNode> nodes) {
  FusedLoop loop{Form::Lines, false, {{dtype}, {dtype}, {dtype}}, std::move(nodes), {}};
  for (size_t i = 0; i < loop.nodes.size(); ++i) loop.outputs.push_back({i});
  return loop;
}

inline bool hasLoop(const Pointwise& formula, DType dtype) {
  return formula.loops[static_cast<size_t>(dtype)] != nullptr;
}
inline bool hasCode(const Pointwise& formula, DType dtype) {
  const std::vector<Tensor> inputs(3, tensor::empty(tensor::Dims{1}, dtype));
  return writeLoop(loopOf(dtype, {nodeFor(formula, inputs)}), {}).has_value();
}

// Functions whose last digits depend on the library.
inline bool isExact(const Pointwise& formula) {
  static const std::set<std::string_view> kArithmetic = {"sqrt", "rsqrt"};
  const std::string_view text = formula.formula;
  for (const std::string_view name : {"exp", "log", "sin", "cos", "tan", "sinh", "asin", "acos",
                                      "erf", "pow", "hypot", "sigmoid", "sinc", "atan", "gamma"})
    if (text.find(name) != std::string_view::npos) return kArithmetic.contains(formula.name);
  return true;
}

}  // namespace ts::jit
