// The formulas are those of pointwise.def: within the structs, exp, tanh and the like are the
// functions of float_functions.def. Dense loops have no branches and call no functions, so that the
// compiler makes vector code of them: for the processors of the build, and on x86-64 for those with
// AVX2.
#include "core/kernels/float_rows.h"

#include "core/kernels/box_muller.h"
#include "core/kernels/float_functions.h"
#include "core/kernels/scalar_math.h"

namespace ts::kernels {
namespace math {
namespace {

#define TS_AT(name, arity, numbers, rule, types, ...)                                         \
  template <typename T>                                                                       \
  TS_INLINE auto name##At([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z,   \
                          [[maybe_unused]] T p, [[maybe_unused]] T q, [[maybe_unused]] T r) { \
    return __VA_ARGS__;                                                                       \
  }
#define FUNCTION TS_AT
#define ACTIVATION TS_AT
struct Fused : Functions<true> {
#include "core/kernels/pointwise.def"
};
#define FUNCTION TS_AT
#define ACTIVATION TS_AT
struct Separate : Functions<false> {
#include "core/kernels/pointwise.def"
};

}  // namespace
}  // namespace math

namespace {

template <typename Formula>
TS_INLINE void run(std::byte* const* pointers, const int64_t* steps, int64_t count) {
  auto* to = reinterpret_cast<float*>(pointers[0]);
  const auto* from = reinterpret_cast<const float*>(pointers[1]);
  if (steps[0] == sizeof(float) && steps[1] == sizeof(float)) {
#pragma GCC ivdep
    for (int64_t i = 0; i < count; ++i) to[i] = Formula::at(from[i]);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    *reinterpret_cast<float*>(pointers[0] + i * steps[0]) =
        Formula::at(*reinterpret_cast<const float*>(pointers[1] + i * steps[1]));
}

}  // namespace

#if defined(__x86_64__)
#define TS_RUN_FUSED(name)                                                                   \
  [[gnu::target("avx2,fma")]] static void name##Fused(std::byte* const* pointers,            \
                                                      const int64_t* steps, int64_t count) { \
    run<name##Of<math::Fused>>(pointers, steps, count);                                      \
  }
#define TS_TRY_FUSED(name) \
  if (fusesMultiplyAdd()) return name##Fused(pointers, steps, count);
#else
#define TS_RUN_FUSED(name)
#define TS_TRY_FUSED(name)
#endif

#define TS_DEFINE_ROW(name)                                                              \
  namespace {                                                                            \
  template <typename Formulas>                                                           \
  struct name##Of {                                                                      \
    TS_INLINE float at(float x) { return Formulas::name##At(x, x, x, x, x, x); }         \
  };                                                                                     \
  }                                                                                      \
  TS_RUN_FUSED(name)                                                                     \
  void float_rows::name(std::byte* const* pointers, const int64_t* steps, int64_t count, \
                        const Scalar*) {                                                 \
    TS_TRY_FUSED(name)                                                                   \
    run<name##Of<math::Separate>>(pointers, steps, count);                               \
  }
TS_FLOAT_ROWS(TS_DEFINE_ROW)

}  // namespace ts::kernels
