// The formulas are those of pointwise.def: within the struct, exp, tanh and the like are the
// functions of float_functions.def. Dense loops have no branches and call no functions, so that the
// compiler makes vector code of them.
#include "core/kernels/float_rows.h"

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
#define TS_DEFINE_ROW(name)                                                             \
  namespace {                                                                           \
  struct name##Of {                                                                     \
    TS_INLINE float at(float x) { return math::Fused::name##At(x, x, x, x, x, x); }     \
  };                                                                                    \
  }                                                                                     \
  [[gnu::target("avx2,fma")]] void float_rows::name(                                    \
      std::byte* const* pointers, const int64_t* steps, int64_t count, const Scalar*) { \
    run<name##Of>(pointers, steps, count);                                              \
  }
TS_FLOAT_ROWS(TS_DEFINE_ROW)
#endif

}  // namespace ts::kernels
