// Functions of torch.special. They are always computed in double, because they are not performance
// critical.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/loops.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"
#include "core/kernels/scalar_math.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

// ---- the normal distribution

// Returns exp(x^2) * erfc(x). For large x uses the continued fraction, because both factors leave
// the range of double.
double erfcx(double x) {
  if (x < 10) return std::exp(x * x) * std::erfc(x);
  double fraction = x;
  for (int k = 40; k > 0; --k) fraction = x + 0.5 * k / fraction;
  return 1 / (std::sqrt(std::numbers::pi) * fraction);
}
double ndtr(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }
double logNdtr(double x) {
  const double scaled = x / std::numbers::sqrt2;
  return x < -1 ? std::log(erfcx(-scaled) / 2) - scaled * scaled
                : std::log1p(-std::erfc(scaled) / 2);
}

// ---- regularised incomplete gamma functions: P(a, x) by its series, Q(a, x) by its continued
// fraction (Lentz)

double logFactor(double a, double x) {
  int sign = 0;
  return a * std::log(x) - x - lgamma_r(a, &sign);
}
double bySeries(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; std::abs(term) > std::abs(sum) * 1e-17 && n < a + 10000; ++n)
    sum += term *= x / n;
  return sum * std::exp(logFactor(a, x));
}
double byFraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, product = d;
  for (int i = 1; i < 10000; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = std::abs(c) < kTiny ? kTiny : c;
    product *= d * c;
    if (std::abs(d * c - 1) < 1e-16) break;
  }
  return product * std::exp(logFactor(a, x));
}
// Handles the limits: `atZero` is the result for x == 0, 1 - atZero for infinite x.
template <bool IsUpper>
double incompleteGamma(double a, double x) {
  constexpr double atZero = IsUpper ? 1 : 0;
  if (a < 0 || x < 0) return kNan;
  if (a == 0) return x > 0 ? 1 - atZero : kNan;
  if (x == 0) return atZero;
  if (std::isinf(a)) return std::isinf(x) ? kNan : atZero;
  if (std::isinf(x)) return 1 - atZero;
  const bool hasSeries = x < a + 1;
  const double value = hasSeries ? bySeries(a, x) : byFraction(a, x);
  return hasSeries == IsUpper ? 1 - value : value;
}

// ---- the Hurwitz zeta function, by the Euler-Maclaurin formula

double zeta(double s, double q) {
  if (s == 1) return kInfinity;
  if (!(s > 1)) return kNan;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    if (s != std::floor(s)) return kNan;
  }
  double sum = 0;
  for (int k = 0; k < 12 || q < 12; ++k, q += 1) sum += std::pow(q, -s);
  sum += std::pow(q, 1 - s) / (s - 1) + 0.5 * std::pow(q, -s);
  constexpr double kBernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                   5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
  double rising = s, factorial = 2, power = std::pow(q, -s - 1);
  for (size_t k = 0; k < std::size(kBernoulli); ++k) {
    sum += kBernoulli[k] * rising * power / factorial;
    const double n = 2 * static_cast<double>(k) + 1;
    rising *= (s + n) * (s + n + 1);
    factorial *= (n + 2) * (n + 3);
    power /= q * q;
  }
  return sum;
}

// ---- polygamma functions

// The second derivative of lgamma: reflected to the right, moved right by six, and there an
// asymptotic series.
double trigamma(double x) {
  double sum = 0;
  const double sign = x < 0.5 ? -1 : 1;
  if (x < 0.5) {
    const double sine = std::sin(std::numbers::pi * x);
    sum -= std::numbers::pi * std::numbers::pi / (sine * sine);
    x = 1 - x;
  }
  for (int k = 0; k < 6; ++k, x += 1) sum += 1 / (x * x);
  const double power = 1 / (x * x);
  sum += (1 + 1 / (2 * x) + power * (1.0 / 6 - power * (1.0 / 30 - power / 42))) / x;
  return sign * sum;
}
double derivativeOfDigamma(double order, double x) {
  if (order == 1) return trigamma(x);
  const double size = std::exp(std::lgamma(order + 1)) * zeta(order + 1, x);
  return std::fmod(order, 2) == 0 ? -size : size;
}

double besselI0(double x) { return math::besselI0(x, false); }
double besselI1(double x) { return math::besselI1(x, false); }

// ---- operators on tensors

template <double (*F)(double)>
Tensor ofOne(const Tensor& self) {
  const DType dtype = floatingFor(self.dtype());
  if (!tensor::isFloating(dtype)) fail("not implemented for '{}'", scalarTypeName(dtype));
  const Tensor from = toDType(self, DType::Float64), made = tensor::emptyLike(self, DType::Float64);
  if (made.isMeta()) return toDType(made, dtype);
  const std::array<Tensor, 2> operands = {made, from};
  loopOver<2>(made.sizes(), operands)
      .run(pointersOf(operands), [](auto at, auto steps, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
          *reinterpret_cast<double*>(at[0] + i * steps[0]) =
              F(*reinterpret_cast<const double*>(at[1] + i * steps[1]));
      });
  return toDType(made, dtype);
}

// A contiguous result for out=: PyTorch composes ndtr of other operators, so `out` becomes
// contiguous.
Tensor ndtrByRows(const Tensor& self) { return contiguous(ofOne<ndtr>(self)); }

// Accepts tensors or numbers; at least one argument must be a tensor.
template <double (*F)(double, double)>
Tensor ofTwo(const IValue& first, const IValue& second) {
  auto tensorFrom = [](const IValue& value) {
    return value.isTensor() ? value.toTensor() : tensorOf(value.toScalar(), DType::Float64);
  };
  ResultType common;
  for (const IValue* value : {&first, &second})
    value->isTensor() ? common.add(*value->toTensor().impl()) : common.add(value->toScalar());
  const DType dtype = floatingFor(common.dtype());
  if (!tensor::isFloating(dtype)) fail("not implemented for '{}'", scalarTypeName(dtype));
  const Tensor a = toDType(tensorFrom(first), DType::Float64),
               b = toDType(tensorFrom(second), DType::Float64);
  const Dims shape = tensor::broadcastShapes(a.sizes(), b.sizes());
  const Tensor result = tensor::emptyBeside(first.isTensor() ? a : b, shape, DType::Float64);
  if (result.isMeta()) return toDType(result, dtype);
  const std::array<Tensor, 3> operands = {result, a, b};
  loopOver<3>(shape, operands).run(pointersOf(operands), [](auto at, auto steps, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      *reinterpret_cast<double*>(at[0] + i * steps[0]) =
          F(*reinterpret_cast<const double*>(at[1] + i * steps[1]),
            *reinterpret_cast<const double*>(at[2] + i * steps[2]));
  });
  return toDType(result, dtype);
}

Tensor polygamma(int64_t n, const Tensor& self) {
  if (n < 0) fail("polygamma(n, x) does not support negative n.");
  if (n == 0) return apply(formulas::digamma, {self});
  const DType dtype = floatingFor(self.dtype());
  if (!tensor::isFloating(dtype))
    fail("\"polygamma\" not implemented for '{}'", scalarTypeName(dtype));
  const Tensor result = tensor::emptyLike(self, dtype);
  if (!result.isMeta()) copyInto(result, ofTwo<derivativeOfDigamma>(n, self));
  return result;
}
Tensor polygammaInPlace(const Tensor& self, int64_t n) { return polygamma(n, self); }

#define TS_ONE(name, function) \
  {"aten::" name, boxed<ofOne<function>>}, { "aten::" name ".out", outOf<ofOne<function>> }
#define TS_TWO(name, ...) \
  {"aten::" name, boxed<ofTwo<__VA_ARGS__>>}, { "aten::" name ".out", outOf<ofTwo<__VA_ARGS__>> }

constexpr Kernel kSpecialKernels[] = {
    {"aten::special_ndtr", boxed<ofOne<ndtr>>},
    {"aten::special_ndtr.out", outOf<ndtrByRows>},
    TS_ONE("special_log_ndtr", logNdtr),
    TS_ONE("special_erfcx", erfcx),
    TS_ONE("special_bessel_j0", j0),
    TS_ONE("special_bessel_j1", j1),
    TS_ONE("special_bessel_y0", y0),
    TS_ONE("special_bessel_y1", y1),
    TS_ONE("special_modified_bessel_i0", besselI0),
    TS_ONE("special_modified_bessel_i1", besselI1),
    TS_TWO("igamma", incompleteGamma<false>),
    TS_TWO("igammac", incompleteGamma<true>),
    {"aten::igamma_", inPlaceOf<ofTwo<incompleteGamma<false>>>},
    {"aten::igammac_", inPlaceOf<ofTwo<incompleteGamma<true>>>},
    TS_TWO("special_gammainc", incompleteGamma<false>),
    TS_TWO("special_gammaincc", incompleteGamma<true>),
    {"aten::polygamma", boxed<polygamma>},
    {"aten::polygamma.out", outOf<polygamma>},
    {"aten::polygamma_", inPlaceOf<polygammaInPlace>},
    {"aten::special_polygamma", boxed<polygamma>},
    {"aten::special_polygamma.out", outOf<polygamma>},
    TS_TWO("special_zeta", zeta),
    {"aten::special_zeta.other_scalar", boxed<ofTwo<zeta>>},
    {"aten::special_zeta.self_scalar", boxed<ofTwo<zeta>>},
};

#undef TS_ONE
#undef TS_TWO

}  // namespace

std::span<const Kernel> specialKernels() { return kSpecialKernels; }

}  // namespace ts::kernels
