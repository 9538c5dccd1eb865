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
  if (step == 2 * sizeof(T)) {  // in vectors
    const auto* in = reinterpret_cast<const T*>(from);
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = in[2 * i];
    return;
  }
  for (int64_t i = 0; i < count; ++i) std::memcpy(out + i, from + i * step, sizeof(T));
}
template <typename T>
void scatter(std::byte* to, const std::byte* from, int64_t step, int64_t count) {
  for (int64_t i = 0; i < count; ++i) std::memcpy(to + i * step, from + i * sizeof(T), sizeof(T));
}

}  // namespace ts::kernels
