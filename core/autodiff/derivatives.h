// The derivatives of operators, as graphs: one for each argument that has a gradient. The rows of
// data/derivatives.txt are expressions of TorchScript, compiled at their first use.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/ir/ir.h"
#include "core/ops/schema.h"

namespace ts::autodiff {

// A parameter of a derivative's function.
struct Parameter {
  // Given: the gradient, or None where none has arrived.
  enum class Kind : unsigned char { Argument, Shape, Result, Gradient, Given };
  Kind kind;
  size_t index;  // of the argument, whose shape it may be, or of the result
};

// The gradient of one argument.
struct Formula {
  size_t argument;
  bool isZero = false;    // everywhere
  bool sumsRows = false;  // of its tensors: see row_sum.h
  std::vector<Parameter> parameters = {};
  const ir::Function* function = nullptr;  // null: not compiled yet
  // The formula is an item of a tuple from which gradients of other arguments are taken, too: the
  // formula of the tuple, with the same parameters. Else null.
  const Formula* tuple = nullptr;
  size_t item = 0;
};

struct Derivative {
  std::vector<Formula> formulas;  // by argument; arguments without a gradient have none
  // A composite operator: the function of its arguments that computes its results. The tape records
  // the operators of the function, not the composite operator; it has no formulas.
  std::optional<Formula> parts = std::nullopt;
  std::vector<std::unique_ptr<Formula>> tuples = {};
};

// The derivative of an operator, or of the operator that it does in place; null for an operator
// without a row. Thread-safe; the pointer stays valid.
const Derivative* derivativeOf(const ops::FunctionSchema& schema);
// The graph of a formula of derivativeOf(), or of its parts, compiled at the first call. Throws
// tensor::Error for a formula that does not compile, which the tests exclude.
const ir::Function& functionOf(const Formula& formula);

// The operators with rows, for tests and reports: "add.Tensor".
std::vector<std::string> derivativeNames();

}  // namespace ts::autodiff
