// Arithmetic on int. Numbers of 64 bits are computed at once, where nothing overflows; all others
// as BigInteger.
#include <cmath>
#include <limits>
#include <utility>

#include "core/eval/builtins/numbers.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

[[noreturn]] void reachSize(Vm& vm) { vm.raiseGap(kIntegerGap); }

// Charges for a product or a quotient of numbers of these sizes, and raises when the result would
// be too large.
void charge(Vm& vm, const BigInteger& a, const BigInteger& b, uint64_t resultBits) {
  if (resultBits > kMaxIntegerBits + 1) reachSize(vm);
  vm.burnFor(a.limbs() * b.limbs());
}

Value product(Vm& vm, const BigInteger& a, const BigInteger& b) {
  charge(vm, a, b, a.bits() + b.bits());
  return vm.integer(a * b);
}

BigInteger::Division divided(Vm& vm, const BigInteger& a, const BigInteger& b, const char* error) {
  if (b.isZero()) vm.raise(vm.types.ZeroDivisionError, error);
  charge(vm, a, b, 0);
  return BigInteger::divide(a, b);
}

double ratio(Vm& vm, const Number& a, const Number& b) {
  if (b.isZero()) vm.raise(vm.types.ZeroDivisionError, "division by zero");
  constexpr int64_t kExact = int64_t{1} << 53;
  const auto isExact = [](const Number& number) {
    return !number.big && number.integer >= -kExact && number.integer <= kExact;
  };
  if (isExact(a) && isExact(b)) return a.real / b.real;
  const BigInteger dividend = a.whole(), divisor = b.whole();
  charge(vm, dividend, divisor, 0);
  const double result = BigInteger::ratio(dividend, divisor);
  if (std::isinf(result))
    vm.raise(vm.types.OverflowError, "integer division result too large for a float");
  return result;
}

Value shifted(Vm& vm, const Number& value, const Number& count, bool isLeft) {
  if (count.isNegative()) vm.raiseValueError("negative shift count");
  if (value.isZero()) return Value::integer(0);
  if (!isLeft) {
    const int64_t all = value.isNegative() ? -1 : 0;
    if (count.big) return Value::integer(all);
    if (value.big) return vm.integer(value.big->shiftedRight(static_cast<uint64_t>(count.integer)));
    return Value::integer(value.integer >> std::min<int64_t>(count.integer, 63));
  }
  if (!value.big && !count.big && count.integer < 63) {
    const auto small = static_cast<int64_t>(static_cast<uint64_t>(value.integer) << count.integer);
    if (small >> count.integer == value.integer) return Value::integer(small);
  }
  if (count.big || count.integer > static_cast<int64_t>(kMaxIntegerBits)) reachSize(vm);
  const BigInteger whole = value.whole();
  charge(vm, whole, {}, whole.bits() + static_cast<uint64_t>(count.integer));
  return vm.integer(whole.shiftedLeft(static_cast<uint64_t>(count.integer)));
}

// base ** exponent, if each product on the way fits 64 bits.
bool smallPower(int64_t base, int64_t exponent, int64_t& result) {
  result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) return false;
    if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return false;
  }
  return true;
}

Value power(Vm& vm, const Number& base, const Number& exponent) {
  if (int64_t small = 0; !base.big && !exponent.big && exponent.integer >= 0 &&
                         smallPower(base.integer, exponent.integer, small))
    return Value::integer(small);
  if (exponent.isNegative()) {
    if (base.isZero())
      vm.raise(vm.types.ZeroDivisionError, "0.0 cannot be raised to a negative power");
    return Value::real(std::pow(finiteReal(vm, base), finiteReal(vm, exponent)));
  }
  if (exponent.isZero()) return Value::integer(1);
  BigInteger square = base.whole();
  if (square.bits() <= 1) {  // -1, 0 or 1
    const bool isOdd = exponent.whole().isOdd();
    return Value::integer(square.isNegative() && !isOdd ? 1 : base.integer);
  }
  if (exponent.big || static_cast<uint64_t>(exponent.integer) > kMaxIntegerBits ||
      (square.bits() - 1) * static_cast<uint64_t>(exponent.integer) > kMaxIntegerBits)
    reachSize(vm);
  BigInteger result(1);
  for (int64_t left = exponent.integer; left > 0; left >>= 1) {
    if (left & 1) {
      charge(vm, result, square, 0);
      result = result * square;
    }
    if (left == 1) break;
    charge(vm, square, square, 0);
    square = square * square;
  }
  return vm.integer(std::move(result));
}

Value bits(Vm& vm, BinaryOp op, const Number& a, const Number& b) {
  const auto combined = [op](const auto& x, const auto& y) {
    return op == BinaryOp::BitAnd ? x & y : op == BinaryOp::BitOr ? x | y : x ^ y;
  };
  if (!a.big && !b.big) return Value::integer(combined(a.integer, b.integer));
  return vm.integer(combined(a.whole(), b.whole()));
}

// The result for two numbers of 64 bits. Unbound when it may not fit, and for the operators that
// are not frequent.
Value smallBinary(BinaryOp op, int64_t a, int64_t b) {
  int64_t result = 0;
  switch (op) {
    case BinaryOp::Add:
      return __builtin_add_overflow(a, b, &result) ? Value() : Value::integer(result);
    case BinaryOp::Sub:
      return __builtin_sub_overflow(a, b, &result) ? Value() : Value::integer(result);
    case BinaryOp::Mult:
      return __builtin_mul_overflow(a, b, &result) ? Value() : Value::integer(result);
    case BinaryOp::FloorDiv:
      if (b == 0 || b == -1) return {};
      return Value::integer(a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b);
    case BinaryOp::Mod:
      if (b == 0 || b == -1) return {};
      result = a % b;
      return Value::integer(result != 0 && (result < 0) != (b < 0) ? result + b : result);
    default: return {};
  }
}

// The x with base * x == 1 (mod modulus); 0 when there is none.
BigInteger inverse(Vm& vm, const BigInteger& base, const BigInteger& modulus) {
  BigInteger a = base, b = modulus, x(1), y;
  while (!b.isZero()) {
    BigInteger::Division parts = divided(vm, a, b, "");
    a = std::exchange(b, std::move(parts.rest));
    charge(vm, parts.quotient, y, 0);
    x = std::exchange(y, x - parts.quotient * y);
  }
  return a == BigInteger(1) ? BigInteger::divide(x, modulus).rest : BigInteger();
}

// The number of decimal digits, at least.
uint64_t leastDigits(const Number& number) {
  return number.big ? (number.big->bits() - 1) * 30102 / 100000 + 1 : 1;
}

}  // namespace

Value integerOf(Vm& vm, const Number& number) {
  return number.big ? vm.integer(*number.big) : Value::integer(number.integer);
}

double finiteReal(Vm& vm, const Number& number) {
  if (number.big && std::isinf(number.real))
    vm.raise(vm.types.OverflowError, "int too large to convert to float");
  return number.real;
}

Value integerBinary(Vm& vm, BinaryOp op, const Number& a, const Number& b) {
  if (!a.big && !b.big) {
    if (Value small = smallBinary(op, a.integer, b.integer); !small.isUnbound()) return small;
  }
  switch (op) {
    case BinaryOp::Add: return vm.integer(a.whole() + b.whole());
    case BinaryOp::Sub: return vm.integer(a.whole() - b.whole());
    case BinaryOp::Mult: return product(vm, a.whole(), b.whole());
    case BinaryOp::MatMult: return Value::notImplemented();
    case BinaryOp::Div: return Value::real(ratio(vm, a, b));
    case BinaryOp::Mod:
      return vm.integer(divided(vm, a.whole(), b.whole(), "integer modulo by zero").rest);
    case BinaryOp::FloorDiv:
      return vm.integer(
          divided(vm, a.whole(), b.whole(), "integer division or modulo by zero").quotient);
    case BinaryOp::LShift: return shifted(vm, a, b, true);
    case BinaryOp::RShift: return shifted(vm, a, b, false);
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::BitAnd: return bits(vm, op, a, b);
    case BinaryOp::Pow: return power(vm, a, b);
  }
  return Value::notImplemented();
}

bool integerCompare(CompareOp op, const Number& a, const Number& b) {
  const int by = a.big || b.big           ? order(a.whole(), b.whole())
                 : a.integer == b.integer ? 0
                 : a.integer < b.integer  ? -1
                                          : 1;
  switch (op) {
    case CompareOp::Eq: return by == 0;
    case CompareOp::Ne: return by != 0;
    case CompareOp::Lt: return by < 0;
    case CompareOp::Le: return by <= 0;
    case CompareOp::Gt: return by > 0;
    case CompareOp::Ge: return by >= 0;
  }
  return false;
}

Value integerNegated(Vm& vm, const Number& number) {
  if (!number.big && number.integer != std::numeric_limits<int64_t>::min())
    return Value::integer(-number.integer);
  return vm.integer(number.whole().negated());
}

Value powerModulo(Vm& vm, const Number& base, const Number& exponent, const Number& modulus) {
  if (modulus.isZero()) vm.raiseValueError("pow() 3rd argument cannot be 0");
  const BigInteger divisor = modulus.whole(), positive = divisor.magnitude();
  if (positive == BigInteger(1)) return Value::integer(0);
  BigInteger square = divided(vm, base.whole(), positive, "").rest;
  BigInteger left = exponent.whole();
  if (left.isNegative()) {
    square = inverse(vm, square, positive);
    if (square.isZero()) vm.raiseValueError("base is not invertible for the given modulus");
    left = left.negated();
  }
  BigInteger result(1);
  const auto times = [&](const BigInteger& a, const BigInteger& b) {
    charge(vm, a, b, 0);
    vm.burn(1);
    return divided(vm, a * b, positive, "").rest;
  };
  const std::string digits = left.digits(2);
  for (const char digit : digits) {
    result = times(result, result);
    if (digit == '1') result = times(result, square);
  }
  return vm.integer(divisor.isNegative() && !result.isZero() ? result + divisor : result);
}

Value roundInteger(Vm& vm, const Number& value, const Number& digits) {
  if (!digits.isNegative() || value.isZero()) return integerOf(vm, value);
  const BigInteger whole = value.whole();
  // The unit has more digits than the value has bits.
  if (digits.big || static_cast<uint64_t>(-(digits.integer + 1)) > whole.bits())
    return Value::integer(0);
  const Number ten = numberOf(Value::integer(10));
  const Value unitValue = power(vm, ten, numberOf(Value::integer(-digits.integer)));
  const BigInteger unit = numberOf(unitValue).whole();
  const BigInteger::Division parts = divided(vm, whole, unit, "");
  const int half = order(parts.rest.shiftedLeft(1), unit);
  const bool isUp = half > 0 || (half == 0 && parts.quotient.isOdd());
  return product(vm, isUp ? parts.quotient + BigInteger(1) : parts.quotient, unit);
}

std::string integerText(Vm& vm, const Number& number) {
  if (!number.big) return std::to_string(number.integer);
  constexpr const char* kLimit = "Exceeds the limit (";
  const int64_t most = vm.state().maxIntegerDigits;
  const auto raiseDigits = [&] {
    vm.raiseValueError(kLimit + std::to_string(most) +
                       " digits) for integer string conversion; use sys.set_int_max_str_digits() "
                       "to increase the limit");
  };
  if (most > 0 && leastDigits(number) > static_cast<uint64_t>(most)) raiseDigits();
  vm.burnFor(number.big->limbs() * number.big->limbs());
  std::string text = number.big->digits(10);
  if (most > 0 && text.size() > static_cast<size_t>(most)) raiseDigits();
  return number.big->isNegative() ? "-" + text : text;
}

Value integerOf(Vm& vm, const ParsedInt& parsed) {
  if (const auto small = parsed.small()) return Value::integer(*small);
  const int64_t most = vm.state().maxIntegerDigits;
  const bool isPowerOfTwo = (parsed.base & (parsed.base - 1)) == 0;
  if (!isPowerOfTwo && most > 0 && parsed.digits.size() > static_cast<size_t>(most))
    vm.raiseValueError("Exceeds the limit (" + std::to_string(most) +
                       " digits) for integer string conversion: value has " +
                       std::to_string(parsed.digits.size()) +
                       " digits; use sys.set_int_max_str_digits() to increase the limit");
  if (parsed.digits.size() > kMaxIntegerBits) reachSize(vm);
  vm.burnFor(parsed.digits.size() * parsed.digits.size() / 64);
  return vm.integer(BigInteger::ofDigits(parsed.digits, parsed.base, parsed.isNegative));
}

}  // namespace ts::eval
