// float_functions.def as C++ functions, for loops without branches and calls that the compiler
// makes vector code of. A file that includes this has -fno-trapping-math: GCC computes both sides
// of a choice, in vectors, only where operations cannot trap.
#pragma once

#include <bit>
#include <cstdint>

namespace ts::kernels {

#define TS_INLINE [[gnu::always_inline]] static inline

// The functions of float or double. isFused: the processor rounds x * y + z once.
template <bool isFused, typename T = float>
struct Functions;

template <bool isFused>
struct Functions<isFused, float> {
  using T = float;
  TS_INLINE T fma(T x, T y, T z) {
    if constexpr (isFused) return __builtin_fmaf(x, y, z);
    return x * y + z;
  }
  TS_INLINE T abs(T x) { return __builtin_fabsf(x); }
  TS_INLINE T copysign(T x, T y) { return __builtin_copysignf(x, y); }
  TS_INLINE T min(T x, T y) { return y < x ? y : x; }
  // For |x| < 2^22: the sum has no digits behind the point.
  TS_INLINE T round(T x) {
    constexpr T kMagic = 0x1.8p23F;
    return (x + kMagic) - kMagic;
  }
  TS_INLINE T floor(T x) {
    const T near = round(x);
    return near > x ? near - 1 : near;
  }
  // The sum has the exponent's bits in its last place.
  TS_INLINE T power2(T x) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(x + (0x1.8p23F + 127)) << 23);
  }
  TS_INLINE T sqrt(T x) { return __builtin_sqrtf(x); }
  TS_INLINE T trunc(T x) { return __builtin_truncf(x); }
  TS_INLINE T tan(T x) { return __builtin_tanf(x); }
  template <typename>
  TS_INLINE T infinity() {
    return __builtin_inff();
  }
  // The bits from those of 2^-0.5 on.
  TS_INLINE int32_t logBits(T x) { return std::bit_cast<int32_t>(x) - 0x3F3504F3; }
  TS_INLINE T logExponent(T x) { return static_cast<T>(logBits(x) >> 23); }
  TS_INLINE T logFraction(T x) {
    return std::bit_cast<float>(std::bit_cast<int32_t>(x) - (logBits(x) & ~0x7FFFFF));
  }
#define FLOAT_FUNCTION(name, ...)                                                              \
  TS_INLINE T name([[maybe_unused]] T x, [[maybe_unused]] T y = 0, [[maybe_unused]] T z = 0) { \
    return __VA_ARGS__;                                                                        \
  }
#include "core/kernels/float_functions.def"
};

template <bool isFused>
struct Functions<isFused, double> {
  using T = double;
  TS_INLINE T fma(T x, T y, T z) {
    if constexpr (isFused) return __builtin_fma(x, y, z);
    return x * y + z;
  }
  TS_INLINE T abs(T x) { return __builtin_fabs(x); }
  TS_INLINE T copysign(T x, T y) { return __builtin_copysign(x, y); }
  // For |x| < 2^51.
  TS_INLINE T round(T x) {
    constexpr T kMagic = 0x1.8p52;
    return (x + kMagic) - kMagic;
  }
  TS_INLINE T floor(T x) {
    const T near = round(x);
    return near > x ? near - 1 : near;
  }
  TS_INLINE T power2(T x) {
    return std::bit_cast<double>(std::bit_cast<uint64_t>(x + (0x1.8p52 + 1023)) << 52);
  }
  TS_INLINE T sqrt(T x) { return __builtin_sqrt(x); }
  TS_INLINE int64_t logBits(T x) { return std::bit_cast<int64_t>(x) - 0x3FE6A09E667F3BCD; }
  TS_INLINE T logExponent(T x) { return static_cast<T>(logBits(x) >> 52); }
  TS_INLINE T logFraction(T x) {
    return std::bit_cast<double>(std::bit_cast<int64_t>(x) - (logBits(x) & ~0xFFFFFFFFFFFFF));
  }
  TS_INLINE T log(T x) { return __builtin_log(x); }
  TS_INLINE T log1pBelow(T x) { return __builtin_log1p(x); }
#define DOUBLE_FUNCTION(name, ...)                                                             \
  TS_INLINE T name([[maybe_unused]] T x, [[maybe_unused]] T y = 0, [[maybe_unused]] T z = 0) { \
    return __VA_ARGS__;                                                                        \
  }
#include "core/kernels/float_functions.def"
};

}  // namespace ts::kernels
