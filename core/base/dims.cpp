#include "core/base/dims.h"

#include <algorithm>

namespace ts {

void Dims::assign(std::span<const int64_t> values) {
  resize(values.size());
  std::copy(values.begin(), values.end(), begin());
}

void Dims::grow(size_t count) {
  const size_t capacity = std::max<size_t>(count, size_t{capacity_} * 2);
  auto* larger = new int64_t[capacity]();
  std::copy(begin(), end(), larger);
  delete[] heap_;
  heap_ = larger;
  capacity_ = static_cast<uint32_t>(capacity);
}

void Dims::insert(size_t at, int64_t value) {
  push_back(value);
  std::rotate(begin() + at, end() - 1, end());
}

void Dims::erase(size_t at) {
  std::copy(begin() + at + 1, end(), begin() + at);
  --count_;
}

void Dims::swap(Dims& other) noexcept {
  std::swap(count_, other.count_);
  std::swap(capacity_, other.capacity_);
  std::swap(heap_, other.heap_);
  std::swap(inline_, other.inline_);
}

}  // namespace ts
