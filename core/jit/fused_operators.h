// Operators that fusions compute although they are not formulas of elements: reductions of rows,
// operators that contain them, losses, choices and conversions. Each is a few steps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/jit/fused_loop.h"
#include "core/kernels/registry.h"

namespace ts::jit {

// The dimensions that the reductions of a fusion reduce, as their operators name them: negative
// ones count from the end. With groups, as of group_norm, the dimension 1 is split into groups
// and their channels, and the channels and all dimensions after them are reduced.
struct RowSpace {
  std::vector<int64_t> dims;
  int64_t groups = 0;
  int64_t from = -1;  // instead: this dimension and all after it
  // The classes of a loss, dimension 1, are probably the last dimension as well.
  bool isOfClasses = false;
  bool mayEqual(const RowSpace& other) const;
  // The reduced dimensions of a tensor with `rank` dimensions, ascending. Returns nullopt if the
  // tensor lacks a dimension. Only for a space without groups.
  std::optional<std::vector<size_t>> dimsOf(int64_t rank) const;
};

// The dimensions of the fusion that those of an argument belong to: the last ones; the last ones
// that are not reduced; or the dimension 1, for an argument with one dimension.
enum class Alignment : uint8_t { Last, Kept, Channel };

struct OperatorArgument {
  size_t index;
  Alignment alignment = Alignment::Last;
};

// An operator with known constants.
//
// Steps are separated by semicolons. Each is a formula of pointwise.def, or a reduction of one:
// sum, mean, product, greatest or least. All but the last step have a name, a letter from a to h:
// "a = mean(x); x - a". Operands are x, y, z, u, v, numbers p, q, r; n is the number of elements
// of a row, i the position in a row. require(condition, value) fails where the condition is false.
struct OperatorPlan {
  std::string steps;
  std::vector<OperatorArgument> operands;  // x, y, ...
  std::vector<tensor::Scalar> numbers;     // p, q, ...
  std::optional<RowSpace> space;           // of its reductions
  bool isRow = false;                      // the result has one value for each row
  bool keepsDims = false;                  // isRow: with the reduced dimensions
  Reduction total = Reduction::None;       // of the result
  // The operand whose elements must be positions in a row, as of cross_entropy_loss; -1: none.
  int positions = -1;
  // The result may be the argument x itself, as of a conversion to its own dtype.
  bool mayAlias = false;
  // The result has the value of the argument in other dimensions: it changes only their number.
  bool isView = false;
  bool isMoved = false;      // the operand is the result, as of cat: see FusedView
  bool isExpanded = false;   // isView: it repeats the elements
  bool countsRows = false;   // the steps read positions, which must fit into a float
  bool onlyOfNodes = false;  // a kernel reads less than a loop, unless the loop has made the tensor
  // The type of the steps; nullopt: that of the result.
  std::optional<tensor::DType> computedIn = std::nullopt;
  bool isComputedInArgument = false;  // that of the first argument
};

// arguments: the values of those that are constants, else null. result: which one, of an operator
// with two. Returns nullopt for other operators
// and for arguments that are left to the interpreter.
std::optional<OperatorPlan> planOperator(kernels::KernelFunction function,
                                         std::span<const tensor::IValue* const> arguments,
                                         size_t result = 0);

// True for operators that have plans for some arguments.
bool hasPlan(kernels::KernelFunction function);

// A step of a plan.
struct OperatorStep {
  char name = 0;                          // 0: the result
  Reduction reduction = Reduction::None;  // of the expression
  Expression expression;
};
// Valid for ever. Thread-safe.
const std::vector<OperatorStep>& stepsOf(const std::string& text);

}  // namespace ts::jit
