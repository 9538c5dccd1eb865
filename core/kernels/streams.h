// Stores past the caches, for results that do not fit into them: the processor then needs not read
// the memory that it overwrites.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace ts::kernels {

// From this size on, results are streamed.
constexpr int64_t kStreamedBytes = int64_t{16} << 20;

// Returns whether rows `step` bytes apart can be streamed: all begin at a multiple of 16 bytes.
inline bool canStream(const void* to, int64_t step) {
#if defined(__x86_64__)
  return reinterpret_cast<uintptr_t>(to) % 16 == 0 && step % 16 == 0;
#else
  return false && (to == nullptr || step == 0);
#endif
}

// Copies `bytes` bytes, a multiple of 16, to a multiple of 16. endStreams() follows the last ones.
inline void streamBytes(void* to, const void* from, int64_t bytes) {
#if defined(__x86_64__)
  for (int64_t i = 0; i < bytes; i += 16)
    _mm_stream_si128(
        reinterpret_cast<__m128i*>(static_cast<char*>(to) + i),
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(static_cast<const char*>(from) + i)));
#else
  std::memcpy(to, from, static_cast<size_t>(bytes));
#endif
}
// The same for any number of bytes at any place.
inline void streamRow(void* to, const void* from, int64_t bytes) {
  const auto head = std::min<int64_t>(bytes, -reinterpret_cast<intptr_t>(to) & 15),
             whole = (bytes - head) / 16 * 16;
  auto* const out = static_cast<char*>(to);
  const auto* const in = static_cast<const char*>(from);
  std::memcpy(out, in, static_cast<size_t>(head));
  streamBytes(out + head, in + head, whole);
  std::memcpy(out + head + whole, in + head + whole, static_cast<size_t>(bytes - head - whole));
}
// Other threads see what was streamed before.
inline void endStreams() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

// Copies adjacent bytes.
inline void copyAdjacent(void* to, const void* from, int64_t bytes) {
  if (bytes < kStreamedBytes) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
    return;
  }
  streamRow(to, from, bytes);
  endStreams();
}

// Results that pass through a buffer, from where they are streamed.
class StreamBuffer {
 public:
  // Calls compute(buffer, first, length) for parts of `count` adjacent elements of `itemBytes`
  // bytes, which begin at `to`. endStreams() follows the last ones.
  template <typename F>
  void run(std::byte* to, int64_t count, int64_t itemBytes, const F& compute) {
    const auto most = static_cast<int64_t>(sizeof bytes_) / itemBytes;
    for (int64_t first = 0; first < count; first += most) {
      const int64_t length = std::min(most, count - first);
      compute(bytes_, first, length);
      streamRow(to + first * itemBytes, bytes_, length * itemBytes);
    }
  }

 private:
  alignas(64) std::byte bytes_[8192];
};

}  // namespace ts::kernels
