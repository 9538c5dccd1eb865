// Number operators that run often, and number operators whose result differs from that of constant
// folding.
#include <cmath>

#include "core/interp/arithmetic.h"
#include "core/interp/operators.h"

namespace ts::interp {
namespace {

template <typename A, typename B>
double addReal(A a, B b) {
  return static_cast<double>(a) + static_cast<double>(b);
}
template <typename A, typename B>
double subReal(A a, B b) {
  return static_cast<double>(a) - static_cast<double>(b);
}
template <typename A, typename B>
double mulReal(A a, B b) {
  return static_cast<double>(a) * static_cast<double>(b);
}
template <typename A, typename B>
double divReal(A a, B b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

template <double (*F)(double), typename A>
double real(A a) {
  return F(static_cast<double>(a));
}

int64_t addInts(int64_t a, int64_t b) { return wrapAdd(a, b); }
int64_t subInts(int64_t a, int64_t b) { return wrapSub(a, b); }
int64_t mulInts(int64_t a, int64_t b) { return wrapMul(a, b); }
int64_t floorDivInts(int64_t a, int64_t b) { return floorDiv(a, b); }
int64_t remainderInts(int64_t a, int64_t b) { return floorMod(a, b); }
int64_t negateInt(int64_t a) { return wrapSub(0, a); }

std::tuple<int64_t, int64_t> divmodInts(int64_t a, int64_t b) {
  if (b == 0) fail("ZeroDivisionError: integer division or modulo by zero");
  return {floorDiv(a, b), floorMod(a, b)};
}
int64_t roundToZero(int64_t a, int64_t b) {
  if (b == 0) fail("division by 0");
  return b == -1 ? wrapSub(0, a) : a / b;
}

// A power that exceeds int64 has the value that the processor converts the double to.
int64_t powInts(int64_t base, int64_t exponent) {
  const double value = std::pow(static_cast<double>(base), static_cast<double>(exponent));
  return value >= -0x1p63 && value < 0x1p63 ? static_cast<int64_t>(value) : INT64_MIN;
}

template <typename F>
int64_t whole(double value) {
  const double rounded = F()(value);
  if (!(rounded >= -0x1p63 && rounded < 0x1p63))
    fail("Cannot convert float {} to integer", rounded);
  return static_cast<int64_t>(rounded);
}
struct Floor {
  double operator()(double value) const { return std::floor(value); }
};
struct Ceil {
  double operator()(double value) const { return std::ceil(value); }
};

template <typename T, bool kMax>
T extreme(T a, T b) {
  return (kMax ? a > b : a < b) ? a : b;
}

using Complex = std::complex<double>;

// PyTorch divides by the textbook formula: the result is NaN where C++ recovers infinities.
Complex divComplex(Complex x, Complex y) {
  const double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  const double square = c * c + d * d;
  return {(a * c + b * d) / square, (b * c - a * d) / square};
}
template <typename A, typename B>
Complex logComplex(A x, B base) {
  if constexpr (std::is_same_v<B, double>)
    return std::log(x) / std::log(base);  // divides each part separately
  else
    return divComplex(std::log(x), std::log(base));
}

std::tuple<double, double> divmodFloats(double x, double y) {
  if (y == 0) fail("ZeroDivisionError: float divmod()");
  double rest = std::fmod(x, y);
  if (rest != 0 && (x < 0) != (y < 0)) rest += y;
  return {(x - rest) / y, rest};
}
// PyTorch converts to an integer if one of the operands is one.
std::tuple<double, double> divmodMixed(double x, double y) {
  if (y != 0 && !std::isfinite(x)) fail("Cannot convert float {} to integer", x);
  return divmodFloats(x, y);
}
// std::polar, which requires a length that is a number.
Complex polar(double length, double angle) {
  return {length * std::cos(angle), length * std::sin(angle)};
}

// std::pow of a complex and a real number is defined by std::polar.
Complex powFloatComplex(double x, Complex y) {
  return x > 0 ? polar(std::pow(x, y.real()), y.imag() * std::log(x)) : std::pow(Complex(x), y);
}
Complex powComplexFloat(Complex x, double y) {
  if (x.imag() == 0 && x.real() > 0) return std::pow(x.real(), y);
  const Complex log = std::log(x);
  return polar(std::exp(y * log.real()), y * log.imag());
}

int64_t resultType(const Scalar& a, const Scalar& b) {
  auto dtype = [](const Scalar& value) {
    if (value.isReal()) return tensor::defaultDType();
    return value.isComplex() ? tensor::complexOf(tensor::defaultDType()) : value.dtype();
  };
  return static_cast<int64_t>(tensor::promote(dtype(a), dtype(b)));
}

bool boolOfNumber(const Scalar& value) {
  return value.to<tensor::Complex128>() != tensor::Complex128();
}

#define MIXED(name, f)                                           \
  {"aten::" name ".int_float", boxed<f<int64_t, double>>},       \
      {"aten::" name ".float_int", boxed<f<double, int64_t>>}, { \
    "aten::" name ".float", boxed<f<double, double>>             \
  }
#define REAL(name, f)                                \
  {"aten::" name ".int", boxed<real<f, int64_t>>}, { \
    "aten::" name ".float", boxed<real<f, double>>   \
  }

constexpr Kernel kNumberOperators[] = {
    {"aten::add.int", boxed<addInts>},
    {"aten::sub.int", boxed<subInts>},
    {"aten::mul.int", boxed<mulInts>},
    {"aten::floordiv.int", boxed<floorDivInts>},
    {"aten::remainder.int", boxed<remainderInts>},
    {"aten::neg.int", boxed<negateInt>},
    {"aten::divmod.int", boxed<divmodInts>},
    {"aten::__round_to_zero_floordiv.int", boxed<roundToZero>},
    {"aten::pow.int_to_int", boxed<powInts>},
    MIXED("add", addReal),
    MIXED("sub", subReal),
    MIXED("mul", mulReal),
    {"aten::div.float", boxed<divReal<double, double>>},
    {"aten::div.int", boxed<divReal<int64_t, int64_t>>},
    REAL("sqrt", std::sqrt),
    REAL("exp", std::exp),
    REAL("sin", std::sin),
    REAL("cos", std::cos),
    REAL("tanh", std::tanh),
    {"aten::floor.float", boxed<whole<Floor>>},
    {"aten::ceil.float", boxed<whole<Ceil>>},
    {"prim::max.int", boxed<extreme<int64_t, true>>},
    {"prim::min.int", boxed<extreme<int64_t, false>>},
    {"prim::max.float", boxed<extreme<double, true>>},
    {"prim::min.float", boxed<extreme<double, false>>},
    {"aten::div.complex", boxed<divComplex>},
    {"aten::log.complex_complex", boxed<logComplex<Complex, Complex>>},
    {"aten::log.int_complex", boxed<logComplex<double, Complex>>},
    {"aten::log.complex_int", boxed<logComplex<Complex, double>>},
    {"aten::log.float_complex", boxed<logComplex<double, Complex>>},
    {"aten::log.complex_float", boxed<logComplex<Complex, double>>},
    {"aten::divmod.float", boxed<divmodFloats>},
    {"aten::divmod.int_float", boxed<divmodMixed>},
    {"aten::divmod.float_int", boxed<divmodMixed>},
    {"aten::pow.float_complex", boxed<powFloatComplex>},
    {"aten::pow.complex_float", boxed<powComplexFloat>},
    {"aten::result_type.Scalar_Scalar", boxed<resultType>},
    {"aten::Bool.int", boxed<boolOfNumber>},
    {"aten::Bool.float", boxed<boolOfNumber>},
};

#undef MIXED
#undef REAL

}  // namespace

std::span<const Kernel> numberOperators() { return kNumberOperators; }

}  // namespace ts::interp
