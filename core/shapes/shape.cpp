#include "core/shapes/shape.h"

#include <algorithm>

namespace ts::shapes {

Shape Shape::joined(const Shape& other) const {
  const size_t count = std::min(sizes().size(), other.sizes().size());
  Dims common(count, kUnknown);
  for (size_t i = 1; i <= count; ++i)
    if (fromEnd(i) == other.fromEnd(i)) common[count - i] = fromEnd(i);
  const bool sameRank = hasRank() && other.hasRank() && rank() == other.rank();
  return Shape(sameRank ? of(std::move(common)) : endingIn(std::move(common))).from(*this);
}

std::string Shape::str() const {
  std::string text = hasRank() ? "[" : "[...";
  for (size_t i = 0; i < sizes().size(); ++i) {
    if (i > 0 || !hasRank()) text += ", ";
    text += sizes()[i] == kUnknown ? "?" : std::to_string(sizes()[i]);
  }
  return text + "]";
}

}  // namespace ts::shapes
