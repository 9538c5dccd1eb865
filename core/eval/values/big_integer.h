// Integers of any size: sign and magnitude. They know nothing of the evaluator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ts::eval {

// A plain value. The functions take time and memory by the sizes of their operands: callers check
// the sizes first (bits()).
class BigInteger {
 public:
  BigInteger() = default;  // 0
  BigInteger(int64_t value);
  static BigInteger ofMagnitude(uint64_t magnitude, bool isNegative);
  // The whole part of a finite double.
  static BigInteger ofReal(double value);
  // Digits of a base from 2 to 36, all of them valid.
  static BigInteger ofDigits(std::string_view digits, int base, bool isNegative);
  // The bytes of a number in two's complement (`isSigned`) or without a sign, the last one first.
  static BigInteger ofBytes(std::string_view bigEndian, bool isSigned);

  bool isZero() const { return limbs_.empty(); }
  bool isNegative() const { return isNegative_; }
  bool isOdd() const { return !limbs_.empty() && (limbs_[0] & 1); }
  size_t limbs() const { return limbs_.size(); }  // of 32 bits
  // The number of bits of the magnitude.
  uint64_t bits() const;
  uint64_t oneBits() const;
  std::optional<int64_t> toInt64() const;
  // Rounded to the nearest, half to even; infinite when it is too large.
  double toReal() const;
  // The magnitude's digits, without a sign and a prefix.
  std::string digits(int base) const;
  // In two's complement; the caller has checked that it fits.
  std::string bytes(size_t length, bool isLittle) const;
  // The residue of the magnitude modulo 2**61 - 1.
  uint64_t hashResidue() const;

  BigInteger negated() const;
  BigInteger magnitude() const { return isNegative_ ? negated() : *this; }
  BigInteger shiftedLeft(uint64_t count) const;
  BigInteger shiftedRight(uint64_t count) const;  // rounds down, as Python

  friend BigInteger operator+(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator-(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator*(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator&(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator|(const BigInteger& a, const BigInteger& b);
  friend BigInteger operator^(const BigInteger& a, const BigInteger& b);
  friend bool operator==(const BigInteger& a, const BigInteger& b) = default;
  // -1, 0 or 1.
  friend int order(const BigInteger& a, const BigInteger& b);
  struct Division;
  // Python's // and %: the quotient is rounded down. The divisor must not be 0.
  static Division divide(const BigInteger& dividend, const BigInteger& divisor);
  // dividend / divisor, rounded once. Infinite when it is too large.
  static double ratio(const BigInteger& dividend, const BigInteger& divisor);

 private:
  using Limbs = std::vector<uint32_t>;
  BigInteger(Limbs limbs, bool isNegative);
  static int orderOf(const Limbs& a, const Limbs& b);
  static Limbs sum(const Limbs& a, const Limbs& b);
  static Limbs difference(const Limbs& a, const Limbs& b);  // a must not be smaller
  static Limbs divideMagnitudes(const Limbs& dividend, const Limbs& divisor, Limbs& rest);
  template <typename F>
  static BigInteger bitwise(const BigInteger& a, const BigInteger& b, F&& combine);
  Limbs twosComplement(size_t size) const;

  Limbs limbs_;  // the lowest first, without leading zeros
  bool isNegative_ = false;
};

struct BigInteger::Division {
  BigInteger quotient, rest;
};

}  // namespace ts::eval
