// The result of a shape rule: a shape, or the condition that the operands violate.
#pragma once

#include "core/shape_rules/partial_shape.h"

namespace ts::shape_rules {

// The conditions that rules check. In parentheses: Violation's `expected` and `actual`.
enum class Condition : uint8_t {
  None,                // nothing is violated
  DimensionInRange,    // a dimension exists (number of dimensions, the dimension as given)
  DistinctDimensions,  // no dimension occurs twice (-, the dimension from the start)
  AtMost64Dimensions,  // the limit of reductions (64, number of dimensions)
  Rank,                // number of dimensions (the right one, that of the operand)
  HasDimensions,       // an operand is not a scalar
  Ordered,             // flatten: the first dimension is not behind the last
  Broadcast,           // sizes are equal or 1 (of the first operand, of the second)
  Inner,               // columns of the first matrix equal rows of the second (columns, rows)
  Batch,               // lists of matrices are equally long (the first, the second)
  Groups,              // groups divide the weight's first size (groups, the size)
  Channels,            // channels of weight and input are equal (weight, input)
  KernelFits,          // the kernel is not larger than the input (padded input, kernel)
  OutputSize,          // the result's size is large enough (size of the input, of the result)
  OutputPadding,       // it is smaller than stride or dilation (-, the output padding)
  Joined,              // cat, stack: other sizes are equal (of the first tensor, of this one)
  OneInferred,         // view: at most one size is -1
  NotNegative,         // a size is not negative (-, the size)
  Inferable,           // view: the other sizes contain no 0 when one is -1 (elements, -)
  Elements,            // view: the number of elements stays (elements, -)
  FewerDimensions,     // expand: at least as many sizes as dimensions (dimensions, sizes)
  Expanded,            // expand: only a size of 1 changes (the tensor's size, the size wanted)
};

struct Violation {
  Condition condition = Condition::None;
  // The index of the operand that violates the condition.
  size_t operand = 0;
  // The dimension counted from the end: -1 is the last. 0 when the condition has no dimension.
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
