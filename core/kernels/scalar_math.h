// The functions available in formulas of pointwise.def. They work on one element of each type that
// supports them; half and bfloat16 are computed as float.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <concepts>
#include <limits>
#include <numbers>

#include "core/kernels/convert.h"
#include "core/kernels/packs.h"
#include "core/tensor/error.h"

namespace ts::kernels::math {

template <typename T>
concept Real = std::floating_point<T>;
template <typename T>
concept Whole = std::integral<T>;
template <typename T>
concept Cplx = isComplexType<T>;

using std::acos;
using std::acosh;
using std::asin;
using std::asinh;
using std::atan;
using std::atanh;
using std::conj;
using std::copysign;
using std::cos;
using std::cosh;
using std::erf;
using std::erfc;
using std::exp;
using std::expm1;
using std::hypot;
using std::log10;
using std::log1p;
using std::log2;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

// Products of complex numbers in vectors. Those of the library repair infinities that meet NaNs,
// element by element; PyTorch does not.
#define TS_PRODUCT(T)                                                                              \
  TS_INLINED std::complex<T> operator*(const std::complex<T>& x, const std::complex<T>& y) {       \
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()}; \
  }
TS_PRODUCT(float)
TS_PRODUCT(double)
#undef TS_PRODUCT

// For floating point and complex numbers.
template <typename T>
T log(T x) {
  return std::log(x);
}
template <Cplx T>
T log2(T x) {
  return std::log(x) / std::numbers::ln2_v<typename T::value_type>;
}
template <Cplx T>
T log1p(T x) {
  return std::log(T(1) + x);
}
template <Cplx T>
T expm1(T x) {
  using Part = typename T::value_type;
  const Part half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half,
          std::exp(x.real()) * std::sin(x.imag())};
}
template <Real T>
T exp2(T x) {
  return std::exp2(x);
}
template <Cplx T>
T exp2(T x) {
  return std::exp(x * std::numbers::ln2_v<typename T::value_type>);
}

// ---- absolute values, signs, rounding
template <typename T>
auto abs(T x) {
  if constexpr (std::is_unsigned_v<T>)
    return x;
  else if constexpr (Whole<T>)
    return static_cast<T>(x < 0 ? -x : x);
  else
    return std::abs(x);
}
template <typename T>
bool signbit(T x) {
  if constexpr (Real<T>)
    return std::copysign(T(1), x) < 0;  // std::signbit of a converted bfloat16 breaks GCC 12
  else
    return x < T(0);
}
template <typename T>
T floor(T x) {
  if constexpr (Real<T>) return std::floor(x);
  return x;
}
template <typename T>
T ceil(T x) {
  if constexpr (Real<T>) return std::ceil(x);
  return x;
}
template <typename T>
T trunc(T x) {
  if constexpr (Real<T>) return std::trunc(x);
  return x;
}
// Rounds half to even.
template <typename T>
T round(T x) {
  if constexpr (Real<T>) return std::nearbyint(x);
  return x;
}

// The next number towards y. Numbers of one sign are in the order of their bits.
template <Real T>
T nextafter(T x, T y) {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  const auto bits = std::bit_cast<Bits>(x);
  const T moved = std::bit_cast<T>(static_cast<Bits>(bits + ((x < y) == (x > 0) ? 1 : -1)));
  const T near = x == 0 ? std::copysign(std::numeric_limits<T>::denorm_min(), y) : moved;
  return x != x || y != y ? x + y : x == y ? y : near;
}

// ---- classification
template <typename T>
bool isinf(T x) {
  if constexpr (Cplx<T>)
    return std::isinf(x.real()) || std::isinf(x.imag());
  else if constexpr (Real<T>)
    return std::isinf(x);
  return false;
}
template <typename T>
bool isfinite(T x) {
  if constexpr (Cplx<T>)
    return std::isfinite(x.real()) && std::isfinite(x.imag());
  else if constexpr (Real<T>)
    return std::isfinite(x);
  return true;
}
// The largest finite number, and the lowest.
template <typename T>
constexpr T highest() {
  return std::numeric_limits<T>::max();
}
template <typename T>
constexpr T infinity() {
  return std::numeric_limits<T>::infinity();
}

template <Real T>
T fmod(T x, T y) {
  return std::fmod(x, y);
}

// ---- functions that are formulas

#define TS_FUNCTION_OF(kind, name, arguments, ...) \
  template <kind T>                                \
  auto name arguments {                            \
    return __VA_ARGS__;                            \
  }
#define SCALAR_1(name, ...) TS_FUNCTION_OF(typename, name, (T x), __VA_ARGS__)
#define SCALAR_2(name, ...) TS_FUNCTION_OF(typename, name, (T x, T y), __VA_ARGS__)
#define SCALAR_3(name, ...) TS_FUNCTION_OF(typename, name, (T x, T y, T z), __VA_ARGS__)
#define SCALAR_4(name, ...) TS_FUNCTION_OF(typename, name, (T x, T y, T z, T w), __VA_ARGS__)
#define FLOAT_1(name, ...) TS_FUNCTION_OF(Real, name, (T x), __VA_ARGS__)
#define FLOAT_2(name, ...) TS_FUNCTION_OF(Real, name, (T x, T y), __VA_ARGS__)
#define FLOAT_3(name, ...) TS_FUNCTION_OF(Real, name, (T x, T y, T z), __VA_ARGS__)
#include "core/kernels/scalar_functions.def"

// ---- division of integers; that by zero throws ZeroDivisionError
[[noreturn]] inline void divisionByZero() { tensor::fail("ZeroDivisionError"); }
template <Whole T>
T divTrunc(T x, T y) {
  if (y == 0) divisionByZero();
  if (std::is_signed_v<T> && y == static_cast<T>(-1)) return static_cast<T>(-x);
  return static_cast<T>(x / y);
}
template <Whole T>
T fmod(T x, T y) {
  if (y == 0) divisionByZero();
  if (std::is_signed_v<T> && y == static_cast<T>(-1)) return 0;
  return static_cast<T>(x % y);
}
// The result has the sign of the divisor, as in Python's %.
template <Whole T>
T remainder(T x, T y) {
  return static_cast<T>(withSignOf(fmod(x, y), y));
}
// Python's //.
template <Whole T>
T divFloor(T x, T y) {
  const T quotient = divTrunc(x, y);
  return static_cast<T>(
      x % (y == static_cast<T>(-1) ? 1 : y) != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient);
}

// ---- powers
template <typename T>
T pow(T x, T y) {
  if constexpr (Whole<T>) {
    if constexpr (std::is_signed_v<T>)
      if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
    T result = 1;
    for (; y; y = static_cast<T>(y >> 1), x = static_cast<T>(x * x))
      if (y & 1) result = static_cast<T>(result * x);
    return result;
  } else {
    return std::pow(x, y);
  }
}

// ---- bits
template <Whole T>
T shiftLeft(T x, T y) {
  if (static_cast<std::make_unsigned_t<T>>(y) >= sizeof(T) * 8) return 0;
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) << y);
}
template <Whole T>
T shiftRight(T x, T y) {
  constexpr auto most = static_cast<T>(sizeof(T) * 8 - (std::is_signed_v<T> ? 1 : 0));
  if constexpr (std::is_unsigned_v<T>)
    return y >= most ? T(0) : static_cast<T>(x >> y);
  else
    return static_cast<T>(
        x >> (static_cast<std::make_unsigned_t<T>>(y) >= static_cast<std::make_unsigned_t<T>>(most)
                  ? most
                  : y));
}
template <Whole T>
T invert(T x) {
  if constexpr (std::is_same_v<T, bool>)
    return !x;
  else
    return static_cast<T>(~x);
}
template <typename T>
T conjugate(T x) {
  if constexpr (Cplx<T>) return std::conj(x);
  return x;
}
template <Whole T>
T gcd(T x, T y) {
  x = abs(x);
  y = abs(y);
  while (y != 0) {
    const T rest = static_cast<T>(x % y);
    x = y;
    y = rest;
  }
  return x;
}
template <Whole T>
T lcm(T x, T y) {
  const T common = gcd(x, y);
  // That of the least integer may be -1, by which the least integer cannot be divided.
  return common == 0 ? T(0) : abs(static_cast<T>(divTrunc(x, common) * y));
}

// ---- other functions
template <Real T>
T atan2(T y, T x) {
  return std::atan2(y, x);
}
template <Cplx T>
T sign(T x) {
  return x == T(0) ? T(0) : x / std::abs(x);
}
// Replaces the numbers in each part.
template <Cplx T>
T finite(T x, T nan, T positive, T negative) {
  return {finite(x.real(), nan.real(), positive.real(), negative.real()),
          finite(x.imag(), nan.real(), positive.real(), negative.real())};
}
template <typename T>
auto angle(T x) {
  if constexpr (Cplx<T>)
    return std::arg(x);
  else
    return x != x ? x : x < 0 ? std::numbers::pi_v<T> : T(0);
}
template <Cplx T>
T logaddexp(T x, T y) {
  if (x == y && std::isinf(x.real())) return x;
  const bool isLarger = !(x.real() < y.real());
  return (isLarger ? x : y) + std::log(T(1) + std::exp(isLarger ? y - x : x - y));
}
template <Real T>
T lgamma(T x) {
  int sign = 0;
  // std::lgamma writes to a global variable
  return static_cast<T>(lgamma_r(static_cast<double>(x), &sign));
}
double digammaOf(double x);
template <Real T>
T digamma(T x) {
  return static_cast<T>(digammaOf(static_cast<double>(x)));
}
double erfinvOf(double x);
template <Real T>
T erfinv(T x) {
  return static_cast<T>(erfinvOf(static_cast<double>(x)));
}
// Modified Bessel functions of the first kind, order 0 and 1; `scaled` multiplies by exp(-|x|).
double besselI0(double x, bool scaled);
double besselI1(double x, bool scaled);
double ndtriOf(double x);

}  // namespace ts::kernels::math
