// Arithmetic, rounding, hashing and comparison of numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/eval/builtins/numbers.h"

namespace ts::eval {

Number numberOf(const Value& value) {
  Number number;
  auto setInt = [&](int64_t integer) {
    number.kind = Number::Kind::Int;
    number.integer = integer;
    number.real = static_cast<double>(integer);
  };
  auto setReal = [&](double real) {
    number.kind = Number::Kind::Real;
    number.real = real;
  };
  switch (value.tag()) {
    case Tag::Bool:
    case Tag::Int: setInt(value.integerValue()); break;
    case Tag::Float: setReal(value.realValue()); break;
    case Tag::Object:
      if (auto* integer = value.as<IntObject>()) setInt(integer->value);
      if (auto* big = value.as<BigInt>()) {
        setReal(big->value.toReal());
        number.kind = Number::Kind::Big;
        number.big = &big->value;
      }
      if (auto* real = value.as<FloatObject>()) setReal(real->value);
      if (auto* complex = value.as<Complex>())
        number = {Number::Kind::Complex, 0, nullptr, complex->real, complex->imag};
      break;
    default: break;
  }
  return number;
}

double floorModulo(Vm& vm, double a, double b) {
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "float modulo");
  double rest = std::fmod(a, b);
  if (rest == 0) return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

double floorDivide(Vm& vm, double a, double b) {
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "float floor division by zero");
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

Value truncate(Vm& vm, double value) {
  if (std::isnan(value)) vm.raiseValueError("cannot convert float NaN to integer");
  if (std::isinf(value))
    vm.raise(vm.types.OverflowError, "cannot convert float infinity to integer");
  const double number = std::trunc(value);
  if (number >= -0x1p63 && number < 0x1p63) return Value::integer(static_cast<int64_t>(number));
  return vm.integer(BigInteger::ofReal(number));
}

Value roundReal(Vm& vm, double value, std::optional<int64_t> digits) {
  if (!digits) return truncate(vm, std::nearbyint(value));
  if (!std::isfinite(value) || value == 0) return Value::real(value);
  // Beyond these limits rounding changes nothing, or yields zero.
  if (*digits > 323) return Value::real(value);
  if (*digits < -308) return Value::real(std::copysign(0.0, value));
  // printf rounds the exact value correctly. For places before the point the text is scaled.
  char buffer[700];
  if (*digits >= 0) {
    std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(*digits), value);
    return Value::real(std::strtod(buffer, nullptr));
  }
  int places = static_cast<int>(-*digits);
  double magnitude = std::pow(10.0, places);
  double scaled = std::nearbyint(value / magnitude);
  std::snprintf(buffer, sizeof buffer, "%.0fe%d", scaled, places);
  double rounded = std::strtod(buffer, nullptr);
  if (std::isinf(rounded)) vm.raise(vm.types.OverflowError, "rounded value too large to represent");
  return Value::real(rounded);
}

// ---- hashes: residues modulo the Mersenne prime 2**61 - 1; -1 is reserved

namespace {

constexpr int kHashBits = 61;
constexpr uint64_t kHashPrime = (uint64_t{1} << kHashBits) - 1;

size_t signedHash(uint64_t residue, bool negative) {
  int64_t hash = negative ? -static_cast<int64_t>(residue) : static_cast<int64_t>(residue);
  return static_cast<size_t>(hash == -1 ? -2 : hash);
}

}  // namespace

size_t hashInt(const Number& number) {
  if (number.big) return signedHash(number.big->hashResidue(), number.big->isNegative());
  const int64_t value = number.integer;
  uint64_t magnitude = value < 0 ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
  return signedHash(magnitude % kHashPrime, value < 0);
}

size_t hashReal(double value) {
  if (std::isnan(value)) return 0;
  if (std::isinf(value)) return static_cast<size_t>(value > 0 ? 314159 : -314159);
  int exponent;
  double mantissa = std::frexp(std::abs(value), &exponent);
  // The mantissa as a 53-bit integer, times 2 to the power of the remaining exponent.
  uint64_t residue = static_cast<uint64_t>(std::ldexp(mantissa, 53)) % kHashPrime;
  int shift = (exponent - 53) % kHashBits;
  if (shift < 0) shift += kHashBits;
  residue = ((residue << shift) & kHashPrime) | residue >> (kHashBits - shift);
  return signedHash(residue, value < 0);
}

size_t hashComplex(double real, double imag) {
  size_t hash = hashReal(real) + 1000003 * hashReal(imag);
  return hash == static_cast<size_t>(-1) ? static_cast<size_t>(-2) : hash;
}

namespace {

// -1, 0 or 1 for the order of an integer and a double; 2 when that is nan.
int orderOf(const Number& a, double b) {
  if (std::isnan(b)) return 2;
  if (std::isinf(b)) return b > 0 ? -1 : 1;
  const double whole = std::trunc(b), part = b - whole;
  int result = 0;
  if (a.big) {
    result = order(*a.big, BigInteger::ofReal(whole));
  } else if (b >= 0x1p63 || b < -0x1p63) {
    return b > 0 ? -1 : 1;
  } else if (const auto number = static_cast<int64_t>(whole); a.integer != number) {
    result = a.integer < number ? -1 : 1;
  }
  return result != 0 ? result : part > 0 ? -1 : part < 0 ? 1 : 0;
}

}  // namespace

bool compareIntReal(CompareOp op, const Number& a, double b) {
  const int order = orderOf(a, b);
  switch (op) {
    case CompareOp::Eq: return order == 0;
    case CompareOp::Ne: return order != 0;
    case CompareOp::Lt: return order == -1;
    case CompareOp::Le: return order == -1 || order == 0;
    case CompareOp::Gt: return order == 1;
    case CompareOp::Ge: return order == 1 || order == 0;
  }
  return false;
}

}  // namespace ts::eval
