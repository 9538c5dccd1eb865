// Stores past the caches, for results that do not fit into them: the processor then needs not read
// the memory that it overwrites.
#pragma once

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
// Other threads see what was streamed before.
inline void endStreams() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

}  // namespace ts::kernels
