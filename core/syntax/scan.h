// Search for the next relevant byte, sixteen bytes at a time where SSE2 is available.
#pragma once

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ts::syntax::scan {

// All functions return `end` if nothing is found.
inline const char* to(const char* p, const char* end, char c) {
  const void* match = std::memchr(p, c, static_cast<size_t>(end - p));
  return match ? static_cast<const char*>(match) : end;
}

template <typename... Chars>
inline const char* toAny(const char* p, const char* end, Chars... chars) {
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    __m128i hits = _mm_setzero_si128();
    ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(block, _mm_set1_epi8(chars)))), ...);
    if (auto mask = static_cast<unsigned>(_mm_movemask_epi8(hits)))
      return p + std::countr_zero(mask);
  }
#endif
  while (p < end && !((*p == chars) || ...)) ++p;
  return p;
}

inline const char* toEither(const char* p, const char* end, char a, char b) {
  return toAny(p, end, a, b);
}

// True if any byte is 0x80 or above.
inline bool hasNonAscii(const char* p, const char* end) {
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16) {
    if (_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))) return true;
  }
#endif
  for (; p < end; ++p) {
    if (static_cast<signed char>(*p) < 0) return true;
  }
  return false;
}

}  // namespace ts::syntax::scan
