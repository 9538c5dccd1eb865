// Functions missing from the standard library, in double precision.
#include "core/kernels/scalar_math.h"

namespace ts::kernels::math {

// Reflects to the positive side, then shifts x up to where the asymptotic series is accurate.
double digammaOf(double x) {
  if (x == 0) return std::copysign(infinity<double>(), -x);
  double result = 0;
  if (x < 0) {
    double integral = 0;
    const double fraction = std::modf(x, &integral);
    if (fraction == 0) return std::numeric_limits<double>::quiet_NaN();
    result = -std::numbers::pi / std::tan(std::numbers::pi * fraction);
    x = 1 - x;
  }
  for (; x < 12; x += 1) result -= 1 / x;
  const double s = 1 / (x * x);
  // The coefficients are Bernoulli numbers B2n / 2n.
  const double series =
      s * (1.0 / 12 - s * (1.0 / 120 -
                           s * (1.0 / 252 -
                                s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s / 12))))));
  return result + std::log(x) - 0.5 / x - series;
}

// The normal quantile of p in (0, 0.5] to about nine digits (Acklam's rational approximations), as
// a starting value.
static double lowerQuantile(double p) {
  if (p < 0.02425) {
    const double q = std::sqrt(-2 * std::log(p));
    return (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) *
                  q -
              2.549732539343734e+00) *
                 q +
             4.374664141464968e+00) *
                q +
            2.938163982698783e+00) /
           ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q +
             3.754408661907416e+00) *
                q +
            1);
  }
  const double q = p - 0.5, r = q * q;
  return (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
            1.383577518672690e+02) *
               r -
           3.066479806614716e+01) *
              r +
          2.506628277459239e+00) *
         q /
         (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
            6.680131188771972e+01) *
               r -
           1.328068155288572e+01) *
              r +
          1);
}

double ndtriOf(double p) {
  if (p == 0) return -infinity<double>();
  if (p == 1) return infinity<double>();
  if (!(p > 0 && p < 1)) return std::numeric_limits<double>::quiet_NaN();
  const bool isUpper = p > 0.5;
  const double tail = isUpper ? 1 - p : p;
  double x = lowerQuantile(tail);
  // A step of Halley's method on the distribution function triples the digits.
  const double error = 0.5 * std::erfc(-x / std::numbers::sqrt2) - tail;
  const double u = error * std::sqrt(2 * std::numbers::pi) * std::exp(x * x / 2);
  x -= u / (1 + x * u / 2);
  return isUpper ? -x : x;
}

double erfinvOf(double y) {
  if (!(y >= -1 && y <= 1)) return std::numeric_limits<double>::quiet_NaN();
  if (std::abs(y) == 1) return std::copysign(infinity<double>(), y);
  const double magnitude = std::abs(y);
  if (magnitude < 1e-8) return y * (std::sqrt(std::numbers::pi) / 2);
  double x = -lowerQuantile((1 - magnitude) / 2) / std::numbers::sqrt2;
  // A step of Halley's method triples the digits; near 1 the complement preserves precision.
  const double error = magnitude < 0.5 ? std::erf(x) - magnitude : (1 - magnitude) - std::erfc(x);
  const double u = error / (2 / std::sqrt(std::numbers::pi) * std::exp(-x * x));
  x -= u / (1 + x * u);
  return std::copysign(x, y);
}

// The power series for small arguments, the asymptotic series for large arguments.
static double besselSeries(double x, int order) {
  const double quarter = x * x / 4;
  double term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; k < 200 && term > sum * 1e-17; ++k) {
    term *= quarter / (static_cast<double>(k) * (k + order));
    sum += term;
  }
  return sum;
}
static double besselAsymptotic(double x, int order) {  // multiplied by exp(-x)
  const double mu = 4.0 * order * order;
  double term = 1, sum = 1;
  for (int k = 1; k < 40; ++k) {
    const double odd = 2.0 * k - 1;
    const double next = -term * (mu - odd * odd) / (k * 8 * x);
    if (std::abs(next) > std::abs(term) || std::abs(next) < std::abs(sum) * 1e-17) break;
    sum += term = next;
  }
  return sum / (std::sqrt(2 * std::numbers::pi) * std::sqrt(x));
}
static double bessel(double x, int order, bool scaled) {
  const double magnitude = std::abs(x);
  if (magnitude < 30) return besselSeries(magnitude, order) * (scaled ? std::exp(-magnitude) : 1);
  return besselAsymptotic(magnitude, order) * (scaled ? 1 : std::exp(magnitude));
}

double besselI0(double x, bool scaled) { return bessel(x, 0, scaled); }
double besselI1(double x, bool scaled) { return std::copysign(bessel(x, 1, scaled), x); }

}  // namespace ts::kernels::math
