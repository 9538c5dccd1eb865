// Copies of short runs of elements, strided or dense.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/kernels/streams.h"

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

// Copies adjacent bytes. isStreamed: past the caches, where there are more than a few; then
// endStreams() follows. A few are copied in pieces: a call would take longer.
inline void copyBytes(void* to, const void* from, size_t bytes, bool isStreamed) {
  constexpr size_t kPiece = 16, kMost = 8 * kPiece, kWorthStreams = 1024;
  if (isStreamed && bytes >= kWorthStreams) {
    streamRow(to, from, static_cast<int64_t>(bytes));
    return;
  }
  if (bytes > kMost || bytes % kPiece != 0) {
    std::memcpy(to, from, bytes);
    return;
  }
  for (size_t i = 0; i < bytes; i += kPiece)
    std::memcpy(static_cast<std::byte*>(to) + i, static_cast<const std::byte*>(from) + i, kPiece);
}

}  // namespace ts::kernels
