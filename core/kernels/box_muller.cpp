// PyTorch's AVX2 code computes logarithm, sine and cosine with polynomials of the Cephes library.
// GCC fuses some of their multiplications and additions. Each `fused` below is one of these: a
// different choice changes the last bit of some results.
#include "core/kernels/box_muller.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>

#include "core/base/vector_bytes.h"

#if defined(__x86_64__)
#define TS_WITH_FMA [[gnu::target("avx2,fma")]]
#else
#define TS_WITH_FMA
#endif

namespace ts::kernels {

namespace {

bool hasFusedInstructions() {
#if defined(__x86_64__)
  return vectorBytes() >= 32 && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

TS_WITH_FMA [[gnu::always_inline]] inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

// The natural logarithm of a number in (0, 1].
TS_WITH_FMA [[gnu::always_inline]] inline float logarithm(float x) {
  constexpr float kRootHalf = 0.707106781186547524F;
  constexpr float kTerms[] = {7.0376836292E-2F,  -1.1514610310E-1F, 1.1676998740E-1F,
                              -1.2420140846E-1F, 1.4249322787E-1F,  -1.6668057665E-1F,
                              2.0000714765E-1F,  -2.4999993993E-1F, 3.3333331174E-1F};
  // ln 2 in two parts: the first has few bits.
  constexpr float kLn2Low = -2.12194440e-4F, kLn2High = 0.693359375F;
  const auto bits = std::bit_cast<uint32_t>(x);
  auto exponent = static_cast<float>(static_cast<int32_t>(bits >> 23) - 126);
  x = std::bit_cast<float>((bits & 0x807fffff) | 0x3f000000);  // in [0.5, 1)
  const bool isSmall = x < kRootHalf;
  exponent -= isSmall ? 1.0F : 0.0F;
  x = (x - 1) + (isSmall ? x : 0.0F);
  const float square = x * x;
  float y = kTerms[0];
#pragma GCC unroll 16
  for (size_t i = 1; i < std::size(kTerms); ++i) y = fused(y, x, kTerms[i]);
  y *= x;
  const float low = exponent * kLn2Low;
  y = fused(y, square, low);
  y = fused(-square, 0.5F, y);
  x += y;
  return fused(exponent, kLn2High, x);
}

struct SineCosine {
  float sine, cosine;
};
// For a number in [0, 2 pi].
TS_WITH_FMA [[gnu::always_inline]] inline SineCosine sineCosine(float x) {
  constexpr float kFourOverPi = 1.27323954473516F;
  // pi / 4 in three parts.
  constexpr float kParts[] = {-0.78515625F, -2.4187564849853515625e-4F, -3.77489497744594108e-8F};
  const int octant = (static_cast<int>(x * kFourOverPi) + 1) & ~1;
  const auto turns = static_cast<float>(octant);
#pragma GCC unroll 4
  for (float part : kParts) x = fused(turns, part, x);
  const float square = x * x;
  float even = fused(2.443315711809948E-005F, square, -1.388731625493765E-003F);
  even = fused(even, square, 4.166664568298827E-002F);
  even *= square;
  const float half = square * 0.5F;
  even = fused(even, square, -half) + 1;
  float odd = fused(-1.9515295891E-4F, square, 8.3321608736E-3F);
  odd = fused(odd, square, -1.6666654611E-1F);
  odd *= square;
  odd = fused(odd, x, x);
  const bool isSwapped = (octant & 2) != 0;
  const float sine = isSwapped ? even : odd, cosine = isSwapped ? odd : even;
  const bool isLowerHalf = (octant & 4) != 0, isLeft = ((octant - 2) & 4) == 0;
  return {isLowerHalf ? -sine : sine, isLeft ? -cosine : cosine};
}

TS_WITH_FMA float fuse(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
TS_WITH_FMA double fuse(double a, double b, double c) { return __builtin_fma(a, b, c); }

}  // namespace

bool fusesMultiplyAdd() {
  static const bool fuses = hasFusedInstructions();
  return fuses;
}

bool hasWideVectors() {
#if defined(__x86_64__)
  static const bool isWide =
      fusesMultiplyAdd() && vectorBytes() >= 64 && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return isWide;
#else
  return false;
#endif
}

float multiplyAdd(float a, float b, float c) {
  return fusesMultiplyAdd() ? fuse(a, b, c) : a * b + c;
}
double multiplyAdd(double a, double b, double c) {
  return fusesMultiplyAdd() ? fuse(a, b, c) : a * b + c;
}

namespace {
TS_WITH_FMA void fuseAll(float* data, int64_t count, float b, float c) {
  for (int64_t i = 0; i < count; ++i) data[i] = __builtin_fmaf(data[i], b, c);
}
}  // namespace
void multiplyAddAll(float* data, int64_t count, float b, float c) {
  if (fusesMultiplyAdd()) return fuseAll(data, count, b, c);
  for (int64_t i = 0; i < count; ++i) data[i] = data[i] * b + c;
}

// The loop has no branches and calls no functions, so that the compiler makes vector code of it.
TS_WITH_FMA void boxMullerFused(float* data, float mean, float deviation) {
#pragma GCC ivdep
  for (int i = 0; i < 8; ++i) {
    const float radius = __builtin_sqrtf(-2.0F * logarithm(1.0F - data[i]));
    const SineCosine at = sineCosine(static_cast<float>(2 * std::numbers::pi) * data[i + 8]);
    const float first = radius * at.cosine, second = radius * at.sine;
    data[i] = fused(first, deviation, mean);
    data[i + 8] = fused(second, deviation, mean);
  }
}

}  // namespace ts::kernels
