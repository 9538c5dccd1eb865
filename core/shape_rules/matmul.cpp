#include "core/shape_rules/rules.h"

namespace ts::shape_rules {
namespace {

// The dimensions in front of a matrix; none of a vector.
ShapeView batchOf(const ShapeView& shape) {
  return shape.sizes().first(shape.rank() < 2 ? 0 : shape.rank() - 2);
}

}  // namespace

Inferred matmul(const ShapeView& a, const ShapeView& b) {
  if (a.isRank(0)) return Violation{Condition::HasDimensions, 0};
  if (b.isRank(0)) return Violation{Condition::HasDimensions, 1};
  if (!b.hasRank()) return PartialShape();  // the inner dimension of a vector is its last
  const bool isVector = b.rank() == 1;
  const int64_t columns = a.fromEnd(1), rows = b.fromEnd(isVector ? 1 : 2);
  if (differ(columns, rows)) return Violation{Condition::Inner, 1, 0, columns, rows};
  if (!a.hasRank()) return isVector ? PartialShape() : PartialShape::endingIn({b.fromEnd(1)});
  Inferred result = broadcast(batchOf(a), batchOf(b));
  if (!result) {
    result.violation.dim -= 2;
    return result;
  }
  if (a.rank() >= 2) result.shape.append(a.fromEnd(2));
  if (!isVector) result.shape.append(b.fromEnd(1));
  return result;
}

Inferred matrixProduct(const ShapeView& a, const ShapeView& b, size_t rank) {
  for (size_t i = 0; i < 2; ++i) {
    const ShapeView& operand = i == 0 ? a : b;
    if (operand.hasRank() && operand.rank() != rank)
      return Violation{Condition::Rank, i, 0, static_cast<int64_t>(rank),
                       static_cast<int64_t>(operand.rank())};
  }
  const int64_t columns = a.fromEnd(1), rows = b.fromEnd(2);
  if (differ(columns, rows)) return Violation{Condition::Inner, 1, 0, columns, rows};
  if (rank == 2) return PartialShape::of({a.fromEnd(2), b.fromEnd(1)});
  const int64_t p = a.fromEnd(3), q = b.fromEnd(3);
  if (differ(p, q)) return Violation{Condition::Batch, 1, -3, p, q};
  return PartialShape::of({isKnown(p) ? p : q, a.fromEnd(2), b.fromEnd(1)});
}

Inferred linear(const ShapeView& input, const ShapeView& weight) {
  if (weight.hasRank() && weight.rank() != 2)
    return Violation{Condition::Rank, 1, 0, 2, static_cast<int64_t>(weight.rank())};
  if (input.isRank(0)) return Violation{Condition::HasDimensions, 0};
  const int64_t columns = input.fromEnd(1), features = weight.fromEnd(1);
  if (differ(columns, features)) return Violation{Condition::Inner, 1, -1, columns, features};
  PartialShape result(input);
  result.setFromEnd(1, weight.fromEnd(2));
  return result;
}

Inferred outer(const ShapeView& a, const ShapeView& b) {
  for (size_t i = 0; i < 2; ++i) {
    const ShapeView& operand = i == 0 ? a : b;
    if (operand.hasRank() && operand.rank() != 1)
      return Violation{Condition::Rank, i, 0, 1, static_cast<int64_t>(operand.rank())};
  }
  return PartialShape::of({a.fromEnd(1), b.fromEnd(1)});
}

Inferred embedding(const ShapeView& weight, const ShapeView& indices) {
  if (!weight.hasRank()) return PartialShape();
  if (weight.rank() == 0) return Violation{Condition::HasDimensions, 0};
  PartialShape result(indices);
  for (int64_t size : weight.sizes().subspan(1)) result.append(size);
  return result;
}

}  // namespace ts::shape_rules
