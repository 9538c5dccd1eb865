// Each loop is compiled for AVX2 and for AVX-512. The loops have no branches and call no functions
// but SLEEF's, so that the compiler makes vector code of them.
#include "core/kernels/vector_steps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/kernels/box_muller.h"
#include "core/kernels/convert_runs.h"
#include "core/kernels/float_functions.h"
#include "core/kernels/instruction_sets.h"
#include "core/kernels/sleef.h"

namespace ts::kernels {

using tensor::DType;

#if defined(__x86_64__)

namespace {

template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;

// Functions<true>, and what is one instruction.
template <typename T>
struct Instructions;
template <>
struct Instructions<float> : Functions<true> {
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  TS_INLINE float floorOf(float x) { return __builtin_floorf(x); }
  TS_INLINE float ceilOf(float x) { return __builtin_ceilf(x); }
  TS_INLINE float truncOf(float x) { return __builtin_truncf(x); }
  TS_INLINE float nearest(float x) { return __builtin_rintf(x); }
  TS_INLINE float sqrt(float x) { return __builtin_sqrtf(x); }
};
template <>
struct Instructions<double> : Functions<true, double> {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  TS_INLINE double floorOf(double x) { return __builtin_floor(x); }
  TS_INLINE double ceilOf(double x) { return __builtin_ceil(x); }
  TS_INLINE double truncOf(double x) { return __builtin_trunc(x); }
  TS_INLINE double nearest(double x) { return __builtin_rint(x); }
  TS_INLINE double sqrt(double x) { return __builtin_sqrt(x); }
};

// ---- the operations, one struct each

#define TS_OPERATION(name, arity, type, ...)                                                      \
  template <typename T>                                                                           \
  struct name##Step {                                                                             \
    using F [[maybe_unused]] = Instructions<T>;                                                   \
    using In = type;                                                                              \
    static constexpr int kArity = arity;                                                          \
    TS_INLINE auto at(In x, [[maybe_unused]] In y, [[maybe_unused]] In z) { return __VA_ARGS__; } \
  };
#define FLOAT_STEP(name, arity, ...) TS_OPERATION(name, arity, T, __VA_ARGS__)
#define TEST_STEP FLOAT_STEP
#define MASK_STEP(name, arity, ...) \
  TS_OPERATION(name, arity, BitsOf<T>, static_cast<In>(__VA_ARGS__))
#include "core/kernels/vector_steps.def"
// Functions of float_functions.def, which are faster than SLEEF's, as one step each.
#define TS_FUNCTIONS(ROW) ROW(exp) ROW(tanh) ROW(sigmoid)
#define TS_FUNCTION(name) TS_OPERATION(name, 1, T, F::name(x))
TS_FUNCTIONS(TS_FUNCTION)
#define TS_FLOAT_FUNCTIONS(ROW) ROW(erf) ROW(log) ROW(log1p) ROW(exp2)
TS_FLOAT_FUNCTIONS(TS_FUNCTION)

// The remainder of a division that is rounded towards zero, exactly as std::fmod's, for quotients
// below kMost: rounding raises the quotient by at most one, and never lowers it below a whole
// number.
template <typename T>
struct Remainder {
  using F = Instructions<T>;
  static constexpr T kMost = sizeof(T) == 4 ? T(0x1p22) : T(0x1p51);
  TS_INLINE T at(T x, T y) {
    const T near = F::fma(-F::truncOf(x / y), y, x);
    // The signs of x and the rest differ.
    const bool isBeyond = F::copysign(near, F::copysign(T(1), near) * x) < 0;
    return F::copysign(near + (isBeyond ? F::copysign(y, x) : T(0)), x);
  }
};

template <typename Operation, typename T>
TS_INLINE void eachOf(std::byte* to, const std::byte* x, const std::byte* y, const std::byte* z,
                      int64_t count) {
  using In = typename Operation::In;
  using Out = decltype(Operation::at(In(), In(), In()));
  const auto* a = reinterpret_cast<const In*>(x);
  const auto* b = reinterpret_cast<const In*>(Operation::kArity > 1 ? y : x);
  const auto* c = reinterpret_cast<const In*>(Operation::kArity > 2 ? z : x);
  if (count % kStepLanes != 0) __builtin_unreachable();
  if constexpr (std::is_same_v<Out, bool>) {
    auto* out = reinterpret_cast<BitsOf<T>*>(to);
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = Operation::at(a[i], b[i], c[i]) ? -1 : 0;
  } else {
    auto* out = reinterpret_cast<Out*>(to);
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) out[i] = Operation::at(a[i], b[i], c[i]);
  }
}

template <typename T>
TS_INLINE void remainders(std::byte* to, const std::byte* x, const std::byte* y, int64_t count) {
  using F = Instructions<T>;
  const auto* a = reinterpret_cast<const T*>(x);
  const auto* b = reinterpret_cast<const T*>(y);
  const auto isOther = [](T p, T q) {
    const bool isNear = F::abs(p / q) < Remainder<T>::kMost, isFinite = F::abs(q) < F::kInfinity;
    return !(isNear & isFinite);
  };
  T results[kStepBlock];
  BitsOf<T> others = 0;
  if (count % kStepLanes != 0) __builtin_unreachable();
  for (int64_t i = 0; i < count; ++i) results[i] = Remainder<T>::at(a[i], b[i]);
  for (int64_t i = 0; i < count; ++i) others |= isOther(a[i], b[i]) ? 1 : 0;
  for (int64_t i = 0; others != 0 && i < count; ++i)
    if (isOther(a[i], b[i])) results[i] = std::fmod(a[i], b[i]);
  std::copy_n(results, count, reinterpret_cast<T*>(to));
}

// ---- the loops for each instruction set

#define TS_LOOPS(set, bytes, ...)                                                         \
  struct set {                                                                            \
    template <template <typename> typename Operation, typename T>                         \
    [[gnu::target(__VA_ARGS__)]] static void each(std::byte* to, const std::byte* x,      \
                                                  const std::byte* y, const std::byte* z, \
                                                  int64_t count, const void*) {           \
      eachOf<Operation<T>, T>(to, x, y, z, count);                                        \
    }                                                                                     \
    template <typename T>                                                                 \
    [[gnu::target(__VA_ARGS__)]] static void fmod(std::byte* to, const std::byte* x,      \
                                                  const std::byte* y, const std::byte*,   \
                                                  int64_t count, const void*) {           \
      remainders<T>(to, x, y, count);                                                     \
    }                                                                                     \
    /* Calls a function of SLEEF for `bytes` bytes at a time. */                          \
    template <typename T, int arity>                                                      \
    [[gnu::target(__VA_ARGS__)]] static void call(std::byte* to, const std::byte* x,      \
                                                  const std::byte* y, const std::byte*,   \
                                                  int64_t count, const void* function) {  \
      typedef T Vector [[gnu::vector_size(bytes)]];                                       \
      void* const code = const_cast<void*>(function);                                     \
      for (int64_t i = 0; i < count * static_cast<int64_t>(sizeof(T)); i += bytes) {      \
        Vector a, b;                                                                      \
        __builtin_memcpy(&a, x + i, bytes);                                               \
        if constexpr (arity == 1) {                                                       \
          a = reinterpret_cast<Vector (*)(Vector)>(code)(a);                              \
        } else {                                                                          \
          __builtin_memcpy(&b, y + i, bytes);                                             \
          a = reinterpret_cast<Vector (*)(Vector, Vector)>(code)(a, b);                   \
        }                                                                                 \
        __builtin_memcpy(to + i, &a, bytes);                                              \
      }                                                                                   \
    }                                                                                     \
  };
TS_LOOPS(Avx2, 32, TS_TARGET_AVX2)
TS_LOOPS(Avx512, 64, TS_TARGET_AVX512)

struct Row {
  std::string_view name;
  VectorStep step;
};
template <typename Set, typename T>
constexpr Row kSteps[] = {
#define FLOAT_STEP(name, arity, ...) \
  {#name, {&Set::template each<name##Step, T>, nullptr, arity, false, false}},
#define TEST_STEP(name, arity, ...) \
  {#name, {&Set::template each<name##Step, T>, nullptr, arity, true, false}},
#define MASK_STEP(name, arity, ...) \
  {#name, {&Set::template each<name##Step, T>, nullptr, arity, true, false}},
#include "core/kernels/vector_steps.def"
    {"fmod", {&Set::template fmod<T>, nullptr, 2, false, false}},
};
#define TS_ROW(name) {#name, {&Set::template each<name##Step, T>, nullptr, 1, false, true}},
template <typename Set, typename T>
constexpr Row kFunctions[] = {TS_FUNCTIONS(TS_ROW)};
template <typename Set, typename T>
constexpr Row kFloatFunctions[] = {TS_FLOAT_FUNCTIONS(TS_ROW)};

template <typename Set, typename T>
VectorStep find(std::string_view name, [[maybe_unused]] DType dtype, [[maybe_unused]] int bytes) {
  for (const Row& row : kFunctions<Set, T>)
    if (row.name == name) return row.step;
  if constexpr (sizeof(T) == 4)
    for (const Row& row : kFloatFunctions<Set, T>)
      if (row.name == name) return row.step;
  for (const Row& row : kSteps<Set, T>)
    if (row.name == name) return row.step;
#if defined(__clang__)
  // Clang passes vectors in memory, unless a whole file is compiled for the instruction set.
  return {};
#else
  const SleefFunction found = sleefFunction(name, dtype, bytes / static_cast<int>(sizeof(T)));
  if (found.code == nullptr) return {};
  return {found.arity == 2 ? &Set::template call<T, 2> : &Set::template call<T, 1>, found.code,
          found.arity, false, true};
#endif
}

template <typename Mask>
[[gnu::target(TS_TARGET_AVX2)]] void boolsOf(bool* to, const std::byte* from, int64_t count) {
  auto* out = reinterpret_cast<uint8_t*>(to);
  const auto* bits = reinterpret_cast<const Mask*>(from);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<uint8_t>(bits[i] & 1);
}

}  // namespace

bool hasVectorSteps() {
  return fusesMultiplyAdd();  // these processors have F16C, too
}

VectorStep vectorStep(std::string_view name, DType dtype) {
  const bool isWide = hasWideVectors();
  if (dtype == DType::Float32)
    return isWide ? find<Avx512, float>(name, dtype, 64) : find<Avx2, float>(name, dtype, 32);
  return isWide ? find<Avx512, double>(name, dtype, 64) : find<Avx2, double>(name, dtype, 32);
}

void maskToBool(bool* to, const std::byte* from, int64_t count, size_t maskBytes) {
  maskBytes == 4 ? boolsOf<int32_t>(to, from, count) : boolsOf<int64_t>(to, from, count);
}

#else

bool hasVectorSteps() { return false; }
VectorStep vectorStep(std::string_view, DType) { return {}; }
void maskToBool(bool*, const std::byte*, int64_t, size_t) {}

#endif

void widenHalf(float* to, const std::byte* from, int64_t count, DType dtype) {
  inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
    dtype == DType::Float16
        ? convertRun<kBytes>(to, reinterpret_cast<const tensor::Half*>(from), count)
        : convertRun<kBytes>(to, reinterpret_cast<const tensor::BFloat16*>(from), count);
  });
}
void narrowToHalf(std::byte* to, const float* from, int64_t count, DType dtype) {
  inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
    dtype == DType::Float16
        ? convertRun<kBytes>(reinterpret_cast<tensor::Half*>(to), from, count)
        : convertRun<kBytes>(reinterpret_cast<tensor::BFloat16*>(to), from, count);
  });
}

}  // namespace ts::kernels
