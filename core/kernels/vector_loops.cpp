// Each loop is compiled for AVX2 and for AVX-512. The loops have no branches and call no functions,
// so that the compiler makes vector code of them.
#include "core/kernels/vector_loops.h"

#include <algorithm>
#include <iterator>

#include "core/kernels/box_muller.h"
#include "core/kernels/float_functions.h"
#include "core/kernels/instruction_sets.h"
#include "core/kernels/scalar_math.h"
#include "core/kernels/vector_steps.h"

namespace ts::kernels {

#if defined(__x86_64__)

// The functions with a loop in vectors; formulas that call them are in kLoops.
#define TS_FUNCTIONS(ROW) ROW(exp) ROW(tanh) ROW(sigmoid) ROW(erf) ROW(log) ROW(log1p) ROW(exp2)

namespace math {
namespace {

// A float whose functions are those of float_functions.def: formulas find them by its type.
struct Fast {
  Fast() = default;
  template <typename T>
  explicit Fast(T number) : value(static_cast<float>(number)) {}
  float value = 0;
};
TS_INLINE Fast operator-(Fast x) { return Fast(-x.value); }
#define TS_OPERATOR(result, sign) \
  TS_INLINE result operator sign(Fast x, Fast y) { return result(x.value sign y.value); }
TS_OPERATOR(Fast, +)
TS_OPERATOR(Fast, -)
TS_OPERATOR(Fast, *)
TS_OPERATOR(Fast, /)
TS_OPERATOR(bool, <)
TS_OPERATOR(bool, <=)
TS_OPERATOR(bool, >)
TS_OPERATOR(bool, !=)
#undef TS_OPERATOR
TS_INLINE Fast conjugate(Fast x) { return x; }
#define TS_FUNCTION(name) \
  TS_INLINE Fast name(Fast x) { return Fast(Functions<true>::name(x.value)); }
TS_FUNCTIONS(TS_FUNCTION)
TS_FUNCTION(abs)
#undef TS_FUNCTION

#define FUNCTION(name, arity, numbers, rule, types, ...)                                  \
  struct Formula_##name {                                                                 \
    static constexpr size_t kArity = arity, kNumbers = numbers;                           \
    template <typename T>                                                                 \
    TS_INLINE T at(T x, [[maybe_unused]] T y, [[maybe_unused]] T p, [[maybe_unused]] T q, \
                   [[maybe_unused]] T r) {                                                \
      return __VA_ARGS__;                                                                 \
    }                                                                                     \
  };
#define ACTIVATION FUNCTION
#define GRADIENT FUNCTION
#include "core/kernels/pointwise.def"

}  // namespace
}  // namespace math

namespace {

template <typename Formula>
TS_INLINE void eachFloat(std::byte* const* pointers, int64_t count, const Scalar* numbers) {
  math::Fast n[3]{};
  for (size_t i = 0; i < Formula::kNumbers; ++i) n[i].value = numberTo<float>(numbers[i]);
  const math::Fast p = n[0], q = n[1], r = n[2];
  auto* const to = reinterpret_cast<float*>(pointers[0]);
  const auto* const x = reinterpret_cast<const float*>(pointers[1]);
  const auto* const y = Formula::kArity > 1 ? reinterpret_cast<const float*>(pointers[2]) : x;
  if (count % kStepLanes != 0) __builtin_unreachable();
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    to[i] = Formula::at(math::Fast(x[i]), math::Fast(y[i]), p, q, r).value;
}

template <typename Formula>
[[gnu::target(TS_TARGET_AVX2)]] void inAvx2(std::byte* const* pointers, int64_t count,
                                            const Scalar* numbers) {
  eachFloat<Formula>(pointers, count, numbers);
}
template <typename Formula>
[[gnu::target(TS_TARGET_AVX512)]] void inAvx512(std::byte* const* pointers, int64_t count,
                                                const Scalar* numbers) {
  eachFloat<Formula>(pointers, count, numbers);
}

struct Row {
  const Pointwise* formula;
  Loop avx2, avx512;
};
#define TS_ROW(name) \
  {&formulas::name, inAvx2<math::Formula_##name>, inAvx512<math::Formula_##name>},
constexpr Row kLoops[] = {TS_FUNCTIONS(TS_ROW)  //
                          TS_ROW(gelu) TS_ROW(gelu_tanh) TS_ROW(silu) TS_ROW(mish) TS_ROW(elu)
                              TS_ROW(softplus) TS_ROW(log_sigmoid) TS_ROW(gelu_backward)
                                  TS_ROW(gelu_tanh_backward) TS_ROW(silu_backward)};
#undef TS_ROW

}  // namespace

Loop vectorLoop(const Pointwise& formula) {
  if (!fusesMultiplyAdd()) return nullptr;
  const Row* row = std::ranges::find(kLoops, &formula, &Row::formula);
  if (row == std::end(kLoops)) return nullptr;
  return hasWideVectors() ? row->avx512 : row->avx2;
}

#else

Loop vectorLoop(const Pointwise&) { return nullptr; }

#endif

}  // namespace ts::kernels
