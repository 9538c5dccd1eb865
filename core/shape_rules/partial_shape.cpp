#include "core/shape_rules/partial_shape.h"

#include <algorithm>

namespace ts::shape_rules {

int64_t plus(int64_t a, int64_t b) {
  int64_t sum = 0;
  return isKnown(a) && isKnown(b) && !__builtin_add_overflow(a, b, &sum) ? sum : kUnknown;
}

int64_t times(int64_t a, int64_t b) {
  int64_t product = 0;
  return isKnown(a) && isKnown(b) && !__builtin_mul_overflow(a, b, &product) ? product : kUnknown;
}

int64_t elements(std::span<const int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product = times(product, size);
  return product;
}

std::optional<int64_t> wrapDim(int64_t dim, int64_t rank) {
  const int64_t range = std::max<int64_t>(rank, 1);
  if (dim < -range || dim >= range) return std::nullopt;
  return dim < 0 ? dim + range : dim;
}

std::optional<size_t> ShapeView::position(int64_t dim) const {
  const int64_t count = hasRank_ ? static_cast<int64_t>(sizes_.size()) : kMostDimensions;
  if (dim < -count || dim >= count || (dim >= 0 && !hasRank_)) return std::nullopt;
  return static_cast<size_t>(dim < 0 ? -dim : count - dim);
}

bool PartialShape::isUnknown() const { return !hasRank_ && std::ranges::none_of(sizes_, isKnown); }

int64_t PartialShape::size(int64_t dim) const {
  const auto i = position(dim);
  return i ? fromEnd(*i) : kUnknown;
}

void PartialShape::setFromEnd(size_t i, int64_t size) {
  if (i > sizes_.size()) {
    if (hasRank_) return;
    Dims longer(i, kUnknown);
    std::ranges::copy(sizes_, longer.end() - sizes_.size());
    sizes_ = std::move(longer);
  }
  sizes_[sizes_.size() - i] = size;
}

}  // namespace ts::shape_rules
