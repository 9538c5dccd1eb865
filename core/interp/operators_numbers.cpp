// Number operators that run often, and number operators whose result differs from that of constant
// folding.
#include <cmath>

#include "core/base/torch_profile.h"
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

// PyTorch 1.13 divides by the textbook formula: the result is NaN where C++ recovers infinities.
// Later versions divide like NumPy, by the larger part of the divisor first.
Complex divComplex(Complex x, Complex y) {
  const double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  if (atLeast(TorchProfile::Torch2_6)) {
    if (c == 0 && d == 0) return {a / std::abs(c), b / std::abs(d)};
    if (std::abs(c) >= std::abs(d)) {
      const double ratio = d / c, scale = 1 / (c + d * ratio);
      return {(a + b * ratio) * scale, (b - a * ratio) * scale};
    }
    const double ratio = c / d, scale = 1 / (c * ratio + d);
    return {(a * ratio + b) * scale, (b * ratio - a) * scale};
  }
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
  double remainder = std::fmod(x, y);
  if (remainder != 0 && (x < 0) != (y < 0)) remainder += y;
  return {(x - remainder) / y, remainder};
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

#define MIXED(name, f)                                        \
  direct<f<int64_t, double>>("aten::" name ".int_float"),     \
      direct<f<double, int64_t>>("aten::" name ".float_int"), \
      direct<f<double, double>>("aten::" name ".float")
#define REAL(name, f) \
  direct<real<f, int64_t>>("aten::" name ".int"), direct<real<f, double>>("aten::" name ".float")

constexpr OperatorEntry kNumberOperators[] = {
    direct<addInts>("aten::add.int"),
    direct<subInts>("aten::sub.int"),
    direct<mulInts>("aten::mul.int"),
    direct<floorDivInts>("aten::floordiv.int"),
    direct<remainderInts>("aten::remainder.int"),
    direct<negateInt>("aten::neg.int"),
    {"aten::divmod.int", boxed<divmodInts>},
    direct<roundToZero>("aten::__round_to_zero_floordiv.int"),
    direct<powInts>("aten::pow.int_to_int"),
    MIXED("add", addReal),
    MIXED("sub", subReal),
    MIXED("mul", mulReal),
    direct<divReal<double, double>>("aten::div.float"),
    direct<divReal<int64_t, int64_t>>("aten::div.int"),
    REAL("sqrt", std::sqrt),
    REAL("exp", std::exp),
    REAL("sin", std::sin),
    REAL("cos", std::cos),
    REAL("tanh", std::tanh),
    direct<whole<Floor>>("aten::floor.float"),
    direct<whole<Ceil>>("aten::ceil.float"),
    direct<extreme<int64_t, true>>("prim::max.int"),
    direct<extreme<int64_t, false>>("prim::min.int"),
    direct<extreme<double, true>>("prim::max.float"),
    direct<extreme<double, false>>("prim::min.float"),
    direct<divComplex>("aten::div.complex"),
    direct<logComplex<Complex, Complex>>("aten::log.complex_complex"),
    direct<logComplex<double, Complex>>("aten::log.int_complex"),
    direct<logComplex<Complex, double>>("aten::log.complex_int"),
    direct<logComplex<double, Complex>>("aten::log.float_complex"),
    direct<logComplex<Complex, double>>("aten::log.complex_float"),
    {"aten::divmod.float", boxed<divmodFloats>},
    {"aten::divmod.int_float", boxed<divmodMixed>},
    {"aten::divmod.float_int", boxed<divmodMixed>},
    direct<powFloatComplex>("aten::pow.float_complex"),
    direct<powComplexFloat>("aten::pow.complex_float"),
    direct<resultType>("aten::result_type.Scalar_Scalar"),
    direct<boolOfNumber>("aten::Bool.int"),
    direct<boolOfNumber>("aten::Bool.float"),
};

#undef MIXED
#undef REAL

}  // namespace

std::span<const OperatorEntry> numberOperators() { return kNumberOperators; }

}  // namespace ts::interp
