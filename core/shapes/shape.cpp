#include "core/shapes/shape.h"

#include <algorithm>

namespace ts::shapes {

Shape Shape::of(std::vector<int64_t> sizes) {
  Shape made;
  made.hasRank_ = true;
  made.sizes_ = std::move(sizes);
  return made;
}

Shape Shape::endingIn(std::vector<int64_t> sizes) {
  Shape made;
  made.sizes_ = std::move(sizes);
  return made;
}

bool Shape::isUnknown() const {
  return !hasRank_ && std::ranges::all_of(sizes_, [](int64_t size) { return size == kUnknown; });
}

void Shape::setFromEnd(size_t i, int64_t size) {
  if (i > sizes_.size()) {
    if (hasRank_) return;
    sizes_.insert(sizes_.begin(), i - sizes_.size(), kUnknown);
  }
  sizes_[sizes_.size() - i] = size;
}

std::optional<size_t> Shape::position(int64_t dim) const {
  if (dim < 0) {
    auto i = static_cast<size_t>(-dim);
    if (hasRank_ && i > sizes_.size()) return std::nullopt;
    return i;
  }
  if (!hasRank_ || dim >= static_cast<int64_t>(sizes_.size())) return std::nullopt;
  return sizes_.size() - static_cast<size_t>(dim);
}

int64_t Shape::size(int64_t dim) const {
  auto i = position(dim);
  return i ? fromEnd(*i) : kUnknown;
}

std::optional<int64_t> Shape::elements() const {
  if (!hasRank_) return std::nullopt;
  constexpr int64_t kMost = int64_t{1} << 40;
  int64_t count = 1;
  for (int64_t size : sizes_) {
    if (size < 0 || size > kMost) return std::nullopt;
    count *= size;
    if (count > kMost) return std::nullopt;
  }
  return count;
}

Shape Shape::flattened(size_t from, size_t to) const {
  std::vector<int64_t> sizes(sizes_.begin(), sizes_.begin() + static_cast<ptrdiff_t>(from));
  int64_t product = 1;
  for (size_t i = from; i <= to; ++i) {
    product = sizes_[i] == kUnknown || product == kUnknown ? kUnknown : product * sizes_[i];
  }
  sizes.push_back(product);
  sizes.insert(sizes.end(), sizes_.begin() + static_cast<ptrdiff_t>(to) + 1, sizes_.end());
  return of(std::move(sizes)).from(*this);
}

Shape Shape::joined(const Shape& other) const {
  size_t count = std::min(sizes_.size(), other.sizes_.size());
  std::vector<int64_t> common(count);
  for (size_t i = 1; i <= count; ++i)
    common[count - i] = fromEnd(i) == other.fromEnd(i) ? fromEnd(i) : kUnknown;
  bool sameRank = hasRank_ && other.hasRank_ && rank() == other.rank();
  Shape made = sameRank ? of(std::move(common)) : endingIn(std::move(common));
  return std::move(made).from(*this);
}

std::string Shape::str() const {
  std::string text = hasRank_ ? "[" : "[...";
  for (size_t i = 0; i < sizes_.size(); ++i) {
    if (i > 0 || !hasRank_) text += ", ";
    text += sizes_[i] == kUnknown ? "?" : std::to_string(sizes_[i]);
  }
  return text + "]";
}

}  // namespace ts::shapes
