// Turns the formulas of pointwise.def into loops, one per element type. Included by the files that
// instantiate a section.
#pragma once

#include "core/kernels/pointwise.h"
#include "core/kernels/scalar_math.h"

namespace ts::kernels {

// The element types that a formula supports: integers, bool, floating point, complex, complex from
// PyTorch 2.6.
enum Types : unsigned {
  I = 1,
  B = 2,
  F = 4,
  C = 8,
  N = 16,
  IB = I | B,
  IF = I | F,
  IBF = IB | F,
  FC = F | C,
  IFC = IF | C,
  IBFC = IBF | C,
  FN = F | N,
  IBFN = IBF | N
};

template <typename T>
constexpr unsigned kTypesOf = std::is_same_v<T, bool> ? B
                              : isComplexType<T>      ? (C | N)
                              : std::is_integral_v<T> ? I
                                                      : F;

template <typename T>
struct PartOf {
  using Type = T;
};
template <typename T>
struct PartOf<std::complex<T>> {
  using Type = T;
};
template <typename T, Rule rule>
using ResultOf = std::conditional_t<
    rule == Rule::Bool, bool,
    std::conditional_t<rule == Rule::Real || rule == Rule::FloatReal, typename PartOf<T>::Type, T>>;

template <typename To, typename From>
inline To stored(From value) {
  if constexpr (std::is_same_v<To, bool> && std::is_integral_v<From>)
    return value != 0;
  else
    return To(value);
}

// Formula::at(x, y, z, p, q, r) computes one element.
template <typename Formula, size_t arity, size_t numbers, Rule rule, typename T>
void loop(std::byte* const* pointers, const int64_t* steps, int64_t count, const Scalar* scalars) {
  using Value = ComputeType<T>;
  using Result = ResultOf<T, rule>;
  std::array<Value, 3> n{};
  for (size_t i = 0; i < numbers; ++i) n[i] = numberTo<Value>(scalars[i]);
  auto at = [n](Value x, Value y, Value z) {
    return stored<Result>(Formula::template at<Value>(x, y, z, n[0], n[1], n[2]));
  };
  constexpr int64_t size = sizeof(T);
  [[maybe_unused]] auto* out = reinterpret_cast<Result*>(pointers[0]);
  // The compiler does not load vectors of bools.
  using In = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
  const auto value = [](In in) {
    if constexpr (std::is_same_v<T, bool>)
      return in != 0;
    else
      return Value(in);
  };
  [[maybe_unused]] auto* a = reinterpret_cast<const In*>(pointers[1]);
  [[maybe_unused]] const bool isDense = steps[0] == sizeof(Result) && steps[1] == size;
  // Separate loops that the compiler can vectorise.
  constexpr bool isSimple = !isReducedType<T> && !isComplexType<T>;
  if constexpr (isSimple && arity == 1) {
    if (isDense) {
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = at(value(a[i]), Value(), Value());
      return;
    }
  } else if constexpr (isSimple && arity == 2) {
    auto* b = reinterpret_cast<const In*>(pointers[2]);
    if (isDense && steps[2] == size) {
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = at(value(a[i]), value(b[i]), Value());
      return;
    }
    if (isDense && steps[2] == 0) {
      const Value y = value(*b);
#pragma GCC ivdep
      for (int64_t i = 0; i < count; ++i) out[i] = at(value(a[i]), y, Value());
      return;
    }
  }
  std::array<const std::byte*, arity> in;
  for (size_t k = 0; k < arity; ++k) in[k] = pointers[k + 1];
  std::byte* to = pointers[0];
  for (int64_t i = 0; i < count; ++i) {
    std::array<Value, 3> v{};
    for (size_t k = 0; k < arity; ++k) {
      v[k] = Value(*reinterpret_cast<const T*>(in[k]));
      in[k] += steps[k + 1];
    }
    *reinterpret_cast<Result*>(to) = at(v[0], v[1], v[2]);
    to += steps[0];
  }
}

template <typename Formula, size_t arity, size_t numbers, Rule rule, unsigned types>
constexpr std::array<Loop, 16> loopsOf() {
  std::array<Loop, 16> loops{};
#define TS_LOOP(T, name)             \
  if constexpr (types & kTypesOf<T>) \
    loops[static_cast<size_t>(DType::name)] = loop<Formula, arity, numbers, rule, T>;
  TS_DTYPES(TS_LOOP)
#undef TS_LOOP
  return loops;
}

// Defines formulas::name. The expression uses the functions of scalar_math.h.
#define TS_FORMULA(name, arity, numbers, rule, types, ...)                             \
  namespace math {                                                                     \
  namespace {                                                                          \
  struct Formula_##name {                                                              \
    template <typename T>                                                              \
    static auto at([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z,   \
                   [[maybe_unused]] T p, [[maybe_unused]] T q, [[maybe_unused]] T r) { \
      return __VA_ARGS__;                                                              \
    }                                                                                  \
  };                                                                                   \
  }                                                                                    \
  }                                                                                    \
  constinit const Pointwise formulas::name = {                                         \
      #name,                                                                           \
      arity,                                                                           \
      numbers,                                                                         \
      Rule::rule,                                                                      \
      loopsOf<math::Formula_##name, arity, numbers, Rule::rule, types>(),              \
      ((types)&N) != 0,                                                                \
      #__VA_ARGS__};

}  // namespace ts::kernels
