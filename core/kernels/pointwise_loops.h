// Turns the formulas of pointwise.def into loops, one per element type. Included by the files that
// instantiate a section.
#pragma once

#include "core/kernels/convert_runs.h"
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

// The compiler makes no vector code of bools in memory.
template <typename T>
using InMemory = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

// The operand that has one element for all results.
enum class One : uint8_t { None, First, Second };

// Formula::at(x, y, z, p, q, r) computes one element. All arguments are values, which no result
// overwrites.
template <One one, typename Formula, typename Result, typename Value, typename T>
TS_INLINED void eachElement(InMemory<Result>* to, const T* x, const T* y, const T* z, int64_t count,
                            Value p, Value q, Value r) {
  if (count == 0) return;
  const auto same = Value(one == One::Second ? *y : *x);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    to[i] = stored<Result>(Formula::template at<Value>(one == One::First ? same : Value(x[i]),
                                                       one == One::Second ? same : Value(y[i]),
                                                       Value(z[i]), p, q, r));
}

// The same for halves, as many at a time as a pack has floats: the compiler keeps them in
// registers.
template <size_t kBytes, typename Formula, typename Result>
TS_INLINED void eachHalf(InMemory<Result>* to, const tensor::Half* x, const tensor::Half* y,
                         const tensor::Half* z, int64_t count, float p, float q, float r) {
  constexpr int64_t kWidth = kBytes / sizeof(float);
  int64_t i = 0;
  for (; i + kWidth <= count; i += kWidth) {
    float a[kWidth], b[kWidth], c[kWidth];
    convertRun<kBytes>(a, x + i, kWidth);
    convertRun<kBytes>(b, y + i, kWidth);
    convertRun<kBytes>(c, z + i, kWidth);
    std::conditional_t<isReducedType<Result>, float, InMemory<Result>> results[kWidth];
    for (int64_t k = 0; k < kWidth; ++k)
      results[k] = stored<std::conditional_t<isReducedType<Result>, float, Result>>(
          Formula::template at<float>(a[k], b[k], c[k], p, q, r));
    if constexpr (isReducedType<Result>)
      convertRun<kBytes>(to + i, results, kWidth);
    else
      std::memcpy(to + i, results, sizeof results);
  }
  eachElement<One::None, Formula, Result, float>(to + i, x + i, y + i, z + i, count - i, p, q, r);
}

// isInVectors: the compiler can make vector code of the formula, for some types.
template <typename Formula, bool isInVectors, size_t arity, size_t numbers, Rule rule, typename T,
          One one = One::None>
void loop(std::byte* const* pointers, int64_t count, const Scalar* scalars) {
  using Value = ComputeType<T>;
  using Result = ResultOf<T, rule>;
  Value n[3]{};
  for (size_t i = 0; i < numbers; ++i) n[i] = numberTo<Value>(scalars[i]);
  const auto at = [&](size_t k) {
    return reinterpret_cast<const InMemory<T>*>(pointers[k <= arity ? k : 1]);
  };
  auto* const to = reinterpret_cast<InMemory<Result>*>(pointers[0]);
  const auto *x = at(1), *y = at(2), *z = at(3);
  const Value p = n[0], q = n[1], r = n[2];
  if constexpr (isInVectors && std::is_same_v<T, tensor::Half>)
    inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
      eachHalf<kBytes, Formula, Result>(to, x, y, z, count, p, q, r);
    });
  else if constexpr (isInVectors)
    inVectors([=]<size_t>() TS_INLINED_LAMBDA {
      eachElement<one, Formula, Result, Value>(to, x, y, z, count, p, q, r);
    });
  else
    eachElement<one, Formula, Result, Value>(to, x, y, z, count, p, q, r);
}

template <typename Formula, bool isInVectors, size_t arity, size_t numbers, Rule rule,
          unsigned types>
constexpr std::array<Loop, 16> loopsOf() {
  std::array<Loop, 16> loops{};
#define TS_LOOP(T, name)             \
  if constexpr (types & kTypesOf<T>) \
    loops[static_cast<size_t>(DType::name)] = loop<Formula, isInVectors, arity, numbers, rule, T>;
  TS_DTYPES(TS_LOOP)
#undef TS_LOOP
  return loops;
}
// Loops for the types that programs broadcast most: loops for all types are too much code.
template <typename Formula, bool isInVectors, size_t arity, size_t numbers, Rule rule,
          unsigned types, One one>
constexpr std::array<Loop, 16> loopsWithOneOf() {
  std::array<Loop, 16> loops{};
#define TS_LOOP(T, name)                                          \
  if constexpr (isInVectors && arity == 2 && types & kTypesOf<T>) \
    loops[static_cast<size_t>(DType::name)] = loop<Formula, true, 2, numbers, rule, T, one>;
  TS_LOOP(float, Float32)
  TS_LOOP(double, Float64)
  TS_LOOP(int64_t, Int64)
#undef TS_LOOP
  return loops;
}

// Defines formulas::name. The expression uses the functions of scalar_math.h.
#define TS_FORMULA(...) TS_FORMULA_IN(true, __VA_ARGS__)
// Formulas that call functions of the C library.
#define TS_CALLING_FORMULA(...) TS_FORMULA_IN(false, __VA_ARGS__)
#define TS_FORMULA_IN(isInVectors, name, arity, numbers, rule, types, ...)                  \
  namespace math {                                                                          \
  namespace {                                                                               \
  struct Formula_##name {                                                                   \
    template <typename T>                                                                   \
    static auto at([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z,        \
                   [[maybe_unused]] T p, [[maybe_unused]] T q, [[maybe_unused]] T r) {      \
      return __VA_ARGS__;                                                                   \
    }                                                                                       \
  };                                                                                        \
  }                                                                                         \
  }                                                                                         \
  constinit const Pointwise formulas::name = {                                              \
      #name,                                                                                \
      arity,                                                                                \
      numbers,                                                                              \
      Rule::rule,                                                                           \
      loopsOf<math::Formula_##name, isInVectors, arity, numbers, Rule::rule, types>(),      \
      ((types)&N) != 0,                                                                     \
      #__VA_ARGS__,                                                                         \
      {loopsWithOneOf<math::Formula_##name, isInVectors, arity, numbers, Rule::rule, types, \
                      One::First>(),                                                        \
       loopsWithOneOf<math::Formula_##name, isInVectors, arity, numbers, Rule::rule, types, \
                      One::Second>()}};

}  // namespace ts::kernels
