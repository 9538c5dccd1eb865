// The loops have no branches and call no functions, so that the compiler makes vector code of them:
// for the processors of the build, and on x86-64 for those with AVX2.
#include "core/kernels/gates.h"

#include <bit>

#include "core/kernels/box_muller.h"

namespace ts::kernels {
namespace {

#define TS_INLINE [[gnu::always_inline]] static inline

// float_functions.def, and what its formulas use. isFused: the processor rounds x * y + z once.
template <bool isFused>
struct Functions {
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
  TS_INLINE T log1pBelow(T x) { return __builtin_log1pf(x); }
#define FLOAT_FUNCTION(name, ...)                                                              \
  TS_INLINE T name([[maybe_unused]] T x, [[maybe_unused]] T y = 0, [[maybe_unused]] T z = 0) { \
    return __VA_ARGS__;                                                                        \
  }
#include "core/kernels/float_functions.def"
};

template <typename F>
TS_INLINE void lstm(const GateRow& row, const float* __restrict cell, float* __restrict nextCell) {
  const float* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  const int64_t n = row.features;
  float* __restrict out = row.nextHidden;
  for (int64_t i = 0; i < n; ++i) {
    const float keep = F::sigmoid(x[n + i] + y[n + i]) * cell[i];
    const float cell = keep + F::sigmoid(x[i] + y[i]) * F::tanh(x[2 * n + i] + y[2 * n + i]);
    nextCell[i] = cell;
    out[i] = F::sigmoid(x[3 * n + i] + y[3 * n + i]) * F::tanh(cell);
  }
}

template <typename F>
TS_INLINE void gru(const GateRow& row, const float* __restrict hidden) {
  const float* __restrict x = row.fromInput, * __restrict y = row.fromHidden;
  const int64_t n = row.features;
  float* __restrict out = row.nextHidden;
  for (int64_t i = 0; i < n; ++i) {
    const float reset = F::sigmoid(x[i] + y[i]);
    const float update = F::sigmoid(x[n + i] + y[n + i]);
    const float fresh = F::tanh(x[2 * n + i] + reset * y[2 * n + i]);
    out[i] = (hidden[i] - fresh) * update + fresh;
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void lstmAvx2(const GateRow& row, const float* cell, float* nextCell) {
  lstm<Functions<true>>(row, cell, nextCell);
}
[[gnu::target("avx2,fma")]] void gruAvx2(const GateRow& row, const float* hidden) {
  gru<Functions<true>>(row, hidden);
}
#endif

}  // namespace

void lstmGates(const GateRow& row, const float* cell, float* nextCell) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return lstmAvx2(row, cell, nextCell);
#endif
  lstm<Functions<false>>(row, cell, nextCell);
}

void gruGates(const GateRow& row, const float* hidden) {
#if defined(__x86_64__)
  if (fusesMultiplyAdd()) return gruAvx2(row, hidden);
#endif
  gru<Functions<false>>(row, hidden);
}

}  // namespace ts::kernels
