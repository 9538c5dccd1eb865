// Copies of short runs of elements between strided and dense memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ts::kernels {

// Elements that are `step` bytes apart, one after the other.
template <typename T>
void collect(std::byte* to, const std::byte* from, int64_t step, int64_t count) {
  auto* out = reinterpret_cast<T*>(to);
  if (step == 0) return void(std::fill_n(out, count, *reinterpret_cast<const T*>(from)));
  for (int64_t i = 0; i < count; ++i) std::memcpy(out + i, from + i * step, sizeof(T));
}
template <typename T>
void scatter(std::byte* to, const std::byte* from, int64_t step, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * step, from + i * sizeof(T), sizeof(T));
}

}  // namespace ts::kernels
