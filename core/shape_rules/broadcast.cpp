#include <algorithm>

#include "core/shape_rules/rules.h"

namespace ts::shape_rules {

Violation broadcastInto(const ShapeView& a, const ShapeView& b, std::span<int64_t> sizes) {
  const std::span<const int64_t> p = a.sizes(), q = b.sizes();
  // A shape of known rank has size 1 in the dimensions that only the other shape has.
  const int64_t beforeP = a.hasRank() ? 1 : kUnknown, beforeQ = b.hasRank() ? 1 : kUnknown;
  for (size_t i = 1; i <= sizes.size(); ++i) {
    const int64_t x = i <= p.size() ? p[p.size() - i] : beforeP;
    const int64_t y = i <= q.size() ? q[q.size() - i] : beforeQ;
    int64_t& size = sizes[sizes.size() - i];
    if (x == y || y == 1)
      size = x;
    else if (x == 1)
      size = y;
    else if (differ(x, y))
      return {Condition::Broadcast, 1, -static_cast<int64_t>(i), x, y};
    else
      size = std::max({x, y, kUnknown});  // an unknown size is 1 or equal to the known one
  }
  return {};
}

Inferred broadcast(const ShapeView& a, const ShapeView& b) {
  Dims sizes(std::max(a.sizes().size(), b.sizes().size()), 1);
  if (Violation violation = broadcastInto(a, b, {sizes.data(), sizes.size()})) return violation;
  return a.hasRank() && b.hasRank() ? PartialShape::of(std::move(sizes))
                                    : PartialShape::endingIn(std::move(sizes));
}

Inferred expand(const ShapeView& shape, std::span<const int64_t> sizes) {
  if (!shape.hasRank()) return PartialShape::of(sizes);
  if (sizes.size() < shape.rank())
    return Violation{Condition::FewerDimensions, 0, 0, static_cast<int64_t>(shape.rank()),
                     static_cast<int64_t>(sizes.size())};
  Dims result(sizes);
  for (size_t i = 1; i <= sizes.size(); ++i) {
    const auto dim = -static_cast<int64_t>(i);
    const int64_t own = i <= shape.rank() ? shape.fromEnd(i) : 1;
    int64_t& wanted = result[sizes.size() - i];
    if (wanted < -1) return Violation{Condition::NotNegative, 0, dim, kUnknown, wanted};
    if (wanted == -1) {
      wanted = i <= shape.rank() ? own : kUnknown;
    } else if (own != 1 && differ(own, wanted)) {
      return Violation{Condition::Expanded, 0, dim, own, wanted};
    }
  }
  return PartialShape::of(std::move(result));
}

}  // namespace ts::shape_rules
