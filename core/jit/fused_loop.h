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

// The arrangement of the elements in lanes. Lines: a row is one or several lines of adjacent
// elements, and lanes run along a line. Columns: each lane is a row, whose elements are in as many
// lines.
enum class Form : uint8_t { Lines, Columns };

struct LoopInput {
  tensor::DType dtype;  // for numbers: Int64, Float64 or Bool
  bool isNumber = false;
  // From one element of a line to the next one: adjacent, the same element, or a stride that is an
  // argument of the code.
  enum class Step : uint8_t { Next, Same, Any };
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
enum class Reduction : uint8_t { None, Sum, Mean, Greatest, Least };

// A formula of operands, or a reduction of its only operand over a row. A sum of floats is a
// double.
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

// The type of sums of elements: double, or int64_t for integers and bools.
inline tensor::DType sumType(tensor::DType element) {
  return tensor::isFloating(element) ? tensor::DType::Float64 : tensor::DType::Int64;
}

struct LoopSize {
  int64_t rows = 1, lines = 1;
  int64_t count = 0;    // the elements of a line: at least the lanes
  int64_t valid = 0;    // the lanes of the last vector of a line that sums include
  double elements = 0;  // of a row
};

// The steps of a pointer in bytes.
struct LoopSteps {
  int64_t row, line, element;
};

// Machine code of a loop.
// - pointers: the results, then the tensors among the inputs. The result of a reduction of all
//   elements is a sum for each lane, to which the code adds.
// - steps: those of each pointer
// - numbers: one slot for each other input
// - scratch: see WrittenLoop
using LoopCode = void (*)(std::byte* const* pointers, const LoopSteps* steps,
                          const int64_t* numbers, const LoopSize* size, std::byte* scratch);

// The size of vectors. Elements have their lanes in two vectors, because independent instructions
// keep the processor busy.
struct VectorSize {
  int bytes = 16;
  bool isForDoubles = false;
  int lanes() const { return isForDoubles ? bytes / 4 : bytes / 2; }
  bool operator==(const VectorSize&) const = default;
};
// That of this processor.
VectorSize vectorSize();
VectorSize vectorSizeFor(const FusedLoop& loop);

struct WrittenLoop {
  std::string text;  // a module with the function "fused"
  // The bytes of scratch memory for each element of a row; in form Columns, of as many rows as
  // lanes.
  int64_t scratch = 0;
};

// Returns nullopt for a loop without code: see VectorWriter.
std::optional<WrittenLoop> writeLoop(const FusedLoop& loop, VectorSize size);

}  // namespace ts::jit
