// The functions of Python's math and cmath, with the results of PyTorch's interpreter.
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "core/passes/fold_table.h"

namespace ts::passes {

using types::Constant;
using Complex = std::complex<double>;

namespace {

// Lift functions of one real number, one complex number or two real numbers to constants.
template <double (*f)(double)>
bool real(Arguments a, Results& r) {
  return a.size() == 1 && isNumber(a[0]) && addResult(r, f(asReal(a[0])));
}
template <double (*f)(double), Complex (*g)(const Complex&)>
bool realOrComplex(Arguments a, Results& r) {
  if (a.size() == 1 && a[0].isComplex()) return addResult(r, g(a[0].toComplex()));
  return real<f>(a, r);
}
template <double (*f)(double, double)>
bool realPair(Arguments a, Results& r) {
  return a.size() == 2 && isNumber(a[0]) && isNumber(a[1]) &&
         addResult(r, f(asReal(a[0]), asReal(a[1])));
}

double toRadians(double degrees) { return degrees * (std::numbers::pi / 180.0); }
double toDegrees(double radians) { return radians * (180.0 / std::numbers::pi); }
// Rounds halves to even.
double roundEven(double value) { return std::nearbyint(value); }
double angle(double value) { return std::arg(value); }

template <typename Rounded>
bool toWhole(Arguments a, Results& r, Rounded rounded) {
  if (a[0].isInt()) return addResult(r, a[0].toInt());
  if (!a[0].isReal()) return false;
  double value = rounded(a[0].toReal());
  return value >= -9223372036854775808.0 && value < 9223372036854775808.0 &&
         addResult(r, static_cast<int64_t>(value));
}
bool ceil(Arguments a, Results& r) {
  return toWhole(a, r, [](double x) { return std::ceil(x); });
}
bool floor(Arguments a, Results& r) {
  return toWhole(a, r, [](double x) { return std::floor(x); });
}

bool log(Arguments a, Results& r) {
  bool isComplex = a[0].isComplex() || (a.size() == 2 && a[1].isComplex());
  auto complex = [](const Constant& v) {
    return v.isComplex() ? v.toComplex() : Complex(asReal(v));
  };
  for (const Constant& value : a) {
    if (!isNumber(value) && !value.isComplex()) return false;
  }
  if (a.size() == 1)
    return isComplex ? addResult(r, std::log(a[0].toComplex()))
                     : addResult(r, std::log(asReal(a[0])));
  if (isComplex) return addResult(r, std::log(complex(a[0])) / std::log(complex(a[1])));
  return addResult(r, std::log(asReal(a[0])) / std::log(asReal(a[1])));
}

bool angleOf(Arguments a, Results& r) {
  if (a[0].isComplex()) return addResult(r, std::arg(a[0].toComplex()));
  return real<angle>(a, r);
}

bool polar(Arguments a, Results& r) {
  if (!isNumber(a[0]) || !isNumber(a[1])) return false;
  return addResult(
      r, Complex(asReal(a[0]) * std::cos(asReal(a[1])), asReal(a[0]) * std::sin(asReal(a[1]))));
}

template <bool (*f)(double), bool needsBoth>
bool classify(Arguments a, Results& r) {
  if (a[0].isReal()) return addResult(r, f(a[0].toReal()));
  if (!a[0].isComplex()) return false;
  bool first = f(a[0].toComplex().real());
  bool second = f(a[0].toComplex().imag());
  return addResult(r, needsBoth ? first && second : first || second);
}
bool isNan(double value) { return std::isnan(value); }
bool isInfinite(double value) { return std::isinf(value); }
bool isFinite(double value) { return std::isfinite(value); }

bool factorial(Arguments a, Results& r) {
  if (!a[0].isInt() || a[0].toInt() < 0) return false;
  uint64_t product = 1;
  // From 66! on the product has wrapped to zero.
  for (int64_t i = 2; i <= a[0].toInt() && product != 0; ++i) product *= static_cast<uint64_t>(i);
  return addResult(r, static_cast<int64_t>(product));
}

bool gcd(Arguments a, Results& r) {
  if (!a[0].isInt() || !a[1].isInt()) return false;
  auto magnitude = [](int64_t v) {
    return v < 0 ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  };
  return addResult(
      r, static_cast<int64_t>(std::gcd(magnitude(a[0].toInt()), magnitude(a[1].toInt()))));
}

bool frexp(Arguments a, Results& r) {
  int exponent = 0;
  return a[0].isReal() && addResult(r, std::frexp(a[0].toReal(), &exponent)) &&
         addResult(r, int64_t{exponent});
}

bool modf(Arguments a, Results& r) {
  double integral = 0;
  return a[0].isReal() && addResult(r, std::modf(a[0].toReal(), &integral)) &&
         addResult(r, integral);
}

bool ldexp(Arguments a, Results& r) {
  return a[0].isReal() && a[1].isInt() &&
         addResult(r, std::ldexp(a[0].toReal(), static_cast<int>(a[1].toInt())));
}

constexpr FoldRow kMathFolds[] = {
    {"aten::acos", realOrComplex<std::acos, std::acos>},
    {"aten::acosh", realOrComplex<std::acosh, std::acosh>},
    {"aten::asin", realOrComplex<std::asin, std::asin>},
    {"aten::asinh", realOrComplex<std::asinh, std::asinh>},
    {"aten::atan", realOrComplex<std::atan, std::atan>},
    {"aten::atanh", realOrComplex<std::atanh, std::atanh>},
    {"aten::cos", realOrComplex<std::cos, std::cos>},
    {"aten::cosh", realOrComplex<std::cosh, std::cosh>},
    {"aten::exp", realOrComplex<std::exp, std::exp>},
    {"aten::log10", realOrComplex<std::log10, std::log10>},
    {"aten::sin", realOrComplex<std::sin, std::sin>},
    {"aten::sinh", realOrComplex<std::sinh, std::sinh>},
    {"aten::sqrt", realOrComplex<std::sqrt, std::sqrt>},
    {"aten::tan", realOrComplex<std::tan, std::tan>},
    {"aten::tanh", realOrComplex<std::tanh, std::tanh>},
    {"aten::degrees", real<toDegrees>},
    {"aten::erf", real<std::erf>},
    {"aten::erfc", real<std::erfc>},
    {"aten::expm1", real<std::expm1>},
    {"aten::fabs", real<std::fabs>},
    {"aten::gamma", real<std::tgamma>},
    {"aten::lgamma", real<std::lgamma>},
    {"aten::log1p", real<std::log1p>},
    {"aten::radians", real<toRadians>},
    {"aten::round", real<roundEven>},
    {"aten::atan2", realPair<std::atan2>},
    {"aten::copysign", realPair<std::copysign>},
    {"aten::fmod", realPair<std::fmod>},
    {"aten::mathremainder", realPair<std::remainder>},
    {"aten::angle", angleOf},
    {"aten::ceil", ceil},
    {"aten::factorial", factorial},
    {"aten::floor", floor},
    {"aten::frexp", frexp},
    {"aten::gcd", gcd},
    {"aten::isfinite", classify<isFinite, true>},
    {"aten::isinf", classify<isInfinite, false>},
    {"aten::isnan", classify<isNan, false>},
    {"aten::ldexp", ldexp},
    {"aten::log", log},
    {"aten::modf", modf},
    {"aten::polar", polar},
};

}  // namespace

std::span<const FoldRow> mathFolds() { return kMathFolds; }

}  // namespace ts::passes
