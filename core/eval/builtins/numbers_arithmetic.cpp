// Arithmetic, rounding, hashing and comparison of numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/eval/builtins/numbers.h"

namespace ts::eval {

void raiseTooLarge(Vm& vm) {
  vm.raise(vm.types.OverflowError,
           "integer is too large: JitScope's evaluator has 64-bit integers");
}

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
      if (auto* real = value.as<FloatObject>()) setReal(real->value);
      if (auto* complex = value.as<Complex>())
        number = {Number::Kind::Complex, 0, complex->real, complex->imag};
      break;
    default: break;
  }
  return number;
}

int64_t addInts(Vm& vm, int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result)) raiseTooLarge(vm);
  return result;
}

int64_t subtractInts(Vm& vm, int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) raiseTooLarge(vm);
  return result;
}

int64_t multiplyInts(Vm& vm, int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) raiseTooLarge(vm);
  return result;
}

int64_t floorDivide(Vm& vm, int64_t a, int64_t b) {
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "integer division or modulo by zero");
  if (b == -1) return subtractInts(vm, 0, a);
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

int64_t floorModulo(Vm& vm, int64_t a, int64_t b) {
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "integer modulo by zero");
  if (b == -1) return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double divideInts(Vm& vm, int64_t a, int64_t b) {
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "division by zero");
  constexpr int64_t kExact = int64_t{1} << 53;
  if (a >= -kExact && a <= kExact && b >= -kExact && b <= kExact)
    return static_cast<double>(a) / static_cast<double>(b);
  return static_cast<double>(static_cast<long double>(a) / static_cast<long double>(b));
}

int64_t power(Vm& vm, int64_t base, int64_t exponent) {
  int64_t result = 1;
  while (exponent > 0) {
    if (exponent & 1) result = multiplyInts(vm, result, base);
    exponent >>= 1;
    // The last square isn't used, and must not overflow.
    if (exponent > 0) base = multiplyInts(vm, base, base);
  }
  return result;
}

namespace {

// The x with base * x == 1 (mod modulus); 0 when there is none.
int64_t inverse(int64_t base, int64_t modulus) {
  __int128 a = base, b = modulus, x = 1, y = 0;
  while (b != 0) {
    __int128 quotient = a / b;
    std::tie(a, b) = std::pair(b, a - quotient * b);
    std::tie(x, y) = std::pair(y, x - quotient * y);
  }
  return a == 1 ? static_cast<int64_t>((x % modulus + modulus) % modulus) : 0;
}

}  // namespace

int64_t powerModulo(Vm& vm, int64_t base, int64_t exponent, int64_t modulus) {
  if (modulus == 0) vm.raiseValueError("pow() 3rd argument cannot be 0");
  bool negative = modulus < 0;
  if (modulus == INT64_MIN) raiseTooLarge(vm);
  int64_t positive = negative ? -modulus : modulus;
  if (positive == 1) return 0;
  int64_t reduced = floorModulo(vm, base, positive);
  if (exponent < 0) {
    reduced = inverse(reduced, positive);
    if (reduced == 0) vm.raiseValueError("base is not invertible for the given modulus");
    exponent = subtractInts(vm, 0, exponent);
  }
  __int128 result = 1, square = reduced;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = result * square % positive;
    square = square * square % positive;
  }
  int64_t number = static_cast<int64_t>(result);
  return negative && number != 0 ? number + modulus : number;
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

int64_t truncate(Vm& vm, double value) {
  if (std::isnan(value)) vm.raiseValueError("cannot convert float NaN to integer");
  if (std::isinf(value))
    vm.raise(vm.types.OverflowError, "cannot convert float infinity to integer");
  double number = std::trunc(value);
  if (number < -0x1p63 || number >= 0x1p63) raiseTooLarge(vm);
  return static_cast<int64_t>(number);
}

Value roundReal(Vm& vm, double value, std::optional<int64_t> digits) {
  if (!digits) return Value::integer(truncate(vm, std::nearbyint(value)));
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

int64_t roundInt(Vm& vm, int64_t value, int64_t digits) {
  if (digits >= 0) return value;
  if (digits < -19) return 0;
  __int128 unit = 1;
  for (int64_t i = digits; i < 0; ++i) unit *= 10;
  __int128 rest = value % unit;
  if (rest < 0) rest += unit;
  __int128 low = value - rest;
  bool up = rest * 2 > unit || (rest * 2 == unit && (low / unit) % 2 != 0);
  __int128 rounded = up ? low + unit : low;
  if (rounded > INT64_MAX || rounded < INT64_MIN) raiseTooLarge(vm);
  return static_cast<int64_t>(rounded);
}

int64_t greatestDivisor(Vm& vm, int64_t a, int64_t b) {
  while (b != 0) {
    int64_t rest = b == -1 ? 0 : a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? subtractInts(vm, 0, a) : a;
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

size_t hashInt(int64_t value) {
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

bool compareIntReal(CompareOp op, int64_t a, double b) {
  // -1, 0 or 1; 2 when b is nan.
  int order = 2;
  if (!std::isnan(b)) {
    if (b >= 0x1p63) {
      order = -1;
    } else if (b < -0x1p63) {
      order = 1;
    } else {
      int64_t number = static_cast<int64_t>(std::trunc(b));
      double part = b - std::trunc(b);
      order = a != number ? (a < number ? -1 : 1) : part > 0 ? -1 : part < 0 ? 1 : 0;
    }
  }
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
