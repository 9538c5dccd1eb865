#include <algorithm>

#include "core/shape_rules/rules.h"

namespace ts::shape_rules {
namespace {

Violation checkRank(const ShapeView& first, const ShapeView& other) {
  if (!first.hasRank() || !other.hasRank() || first.rank() == other.rank()) return {};
  return {Condition::Rank, 1, 0, static_cast<int64_t>(first.rank()),
          static_cast<int64_t>(other.rank())};
}

// The first dimension, from the left, in which the sizes differ. skipped: from the end.
Violation checkSizes(const ShapeView& first, const ShapeView& other, size_t skipped) {
  for (size_t i = std::min(first.sizes().size(), other.sizes().size()); i > 0; --i)
    if (i != skipped && differ(first.fromEnd(i), other.fromEnd(i)))
      return {Condition::Joined, 1, -static_cast<int64_t>(i), first.fromEnd(i), other.fromEnd(i)};
  return {};
}

}  // namespace

Violation Joining::add(const ShapeView& shape) {
  if (shape.isRank(0)) return {Condition::HasDimensions};
  if (isSkipped(shape)) return {};
  if (isEmpty_) {
    if (shape.hasRank() && !wrapDim(dim_, static_cast<int64_t>(shape.rank())))
      return {Condition::DimensionInRange, 0, 0, static_cast<int64_t>(shape.rank()), dim_};
    isEmpty_ = false;
    joined_ = PartialShape(shape);
    return {};
  }
  if (Violation violation = checkRank(joined_, shape)) return violation;
  const auto at = joined_.position(dim_);
  if (!at) {
    joined_ = {};
    return {};
  }
  if (Violation violation = checkSizes(joined_, shape, *at)) return violation;
  const int64_t total = plus(joined_.fromEnd(*at), shape.fromEnd(*at));
  for (size_t i = 1; i <= shape.sizes().size(); ++i)
    if (!isKnown(joined_.fromEnd(i))) joined_.setFromEnd(i, shape.fromEnd(i));
  joined_.setFromEnd(*at, total);
  return {};
}

PartialShape Joining::take() && { return isEmpty_ ? PartialShape::of({0}) : std::move(joined_); }

Violation checkEqual(const ShapeView& first, const ShapeView& other) {
  if (Violation violation = checkRank(first, other)) return violation;
  return checkSizes(first, other, 0);
}

}  // namespace ts::shape_rules
