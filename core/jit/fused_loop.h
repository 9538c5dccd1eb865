// Formulas and reductions of rows as one loop nest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/formulas/formula.h"
#include "core/kernels/pointwise.h"

namespace ts::jit {

using formulas::Expression;

// The order of the elements. Lines: a row is one or several lines of adjacent elements. Columns:
// adjacent elements belong to different rows; a row has one element in each line.
enum class Form : uint8_t { Lines, Columns };

struct LoopInput {
  tensor::DType dtype;  // for numbers: Int64, Float64 or Bool
  bool isNumber = false;
  // From one element of a line to the next one: adjacent, the same element, adjacent in the other
  // direction, or a stride that is an argument of the code.
  enum class Step : uint8_t { Next, Same, Back, Any };
  Step step = Step::Next;
  bool isRow = false;  // one element for each row
};

// The value of an operand, computed or known. Count is the number of elements of a row, Position
// the index of an element in its line.
struct LoopOperand {
  enum class Kind : uint8_t { Input, Node, Constant, Count, Position };
  Kind kind;
  size_t index = 0;
  tensor::Scalar constant;
};

// How a value summarises elements: those of a row, or all elements that an output has.
enum class Reduction : uint8_t { None, Sum, Mean, Product, Greatest, Least };

// A formula of operands, or a reduction of its only operand over a row. A sum or product of floats
// is a double.
struct LoopNode {
  const Expression* formula;  // null: a reduction
  std::string names;          // of the operands in the formula, one letter each
  kernels::PointwiseTypes types;
  std::vector<LoopOperand> operands;
  Reduction reduction = Reduction::None;
};

// The elements of a node; of a node that has one value for each row, `isRow`, these values; or
// their sum or mean.
struct LoopOutput {
  size_t node;
  Reduction reduction = Reduction::None;
  bool isRow = false;
};

struct FusedLoop {
  Form form = Form::Lines;
  bool hasLines = false;  // of form Lines: rows may have several lines
  std::vector<LoopInput> inputs;
  std::vector<LoopNode> nodes;
  std::vector<LoopOutput> outputs;
};

inline bool isHalf(tensor::DType dtype) {
  return dtype == tensor::DType::Float16 || dtype == tensor::DType::BFloat16;
}

// The type of sums of elements: double, or int64_t for integers and bools.
inline tensor::DType sumType(tensor::DType element) {
  return tensor::isFloating(element) ? tensor::DType::Float64 : tensor::DType::Int64;
}

}  // namespace ts::jit
