// The result of a shape rule: a shape, or the condition that the operands violate.
#pragma once

#include "core/shape_rules/partial_shape.h"

namespace ts::shape_rules {

// The conditions that rules check. The fields of a Violation in parentheses: "expected, actual".
enum class Condition : uint8_t {
  None,                // nothing is violated
  DimensionInRange,    // `dim` exists (number of dimensions, the dimension as it was given)
  DistinctDimensions,  // no dimension occurs twice (-, the dimension counted from the start)
  AtMost64Dimensions,  // the limit of reductions (64, number of dimensions)
  Rank,                // an operand has the right number of dimensions (the number, that it has)
  HasDimensions,       // an operand is not a scalar
  Ordered,             // flatten: the first dimension is not behind the last
  Broadcast,           // sizes are equal or 1 (size of the first, of the second)
  Inner,               // columns of the first matrix are rows of the second (columns, rows)
  Batch,               // two lists of matrices are equally long (length of the first, the second)
  Groups,              // groups divide the weight's first size (groups, the size)
  Channels,            // the input has the channels of the weight (of the weight, of the input)
  KernelFits,       // the kernel is not larger than the padded input (padded size, kernel's size)
  OutputSize,       // the result has a positive size (size of the input, of the result)
  OutputPadding,    // it is smaller than stride or dilation (-, the output padding)
  Joined,           // cat, stack: the other dimensions are equal (in the first tensor, in this)
  OneInferred,      // at most one size is -1
  NotNegative,      // a size is not negative (-, the size)
  Inferable,        // the other sizes determine the size that is -1; not when they contain a 0
  Elements,         // a view keeps the number of elements (the number, -)
  FewerDimensions,  // expand: at least as many sizes as dimensions (dimensions, sizes)
  Expanded,         // expand: only a size of 1 changes (size of the tensor, the size wanted)
};

struct Violation {
  Condition condition = Condition::None;
  // The index of the operand that violates the condition, where the rule has several.
  size_t operand = 0;
  // The dimension, counted from the end: -1 is the last. 0: the condition is not about one.
  int64_t dim = 0;
  int64_t expected = kUnknown;
  int64_t actual = kUnknown;

  explicit operator bool() const { return condition != Condition::None; }
};

struct [[nodiscard]] Inferred {
  Inferred(PartialShape&& shape) : shape(std::move(shape)) {}
  Inferred(Violation violation) : violation(violation) {}

  explicit operator bool() const { return !violation; }

  PartialShape shape;  // unknown when there is a violation
  Violation violation;
};

}  // namespace ts::shape_rules
