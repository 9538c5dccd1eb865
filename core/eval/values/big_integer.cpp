#include "core/eval/values/big_integer.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ts::eval {

namespace {

constexpr unsigned kLimbBits = 32;
constexpr uint64_t kBase = uint64_t{1} << kLimbBits;

void trim(std::vector<uint32_t>& limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

// limbs * factor + addend, in place.
void multiplyAdd(std::vector<uint32_t>& limbs, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (uint32_t& limb : limbs) {
    carry += uint64_t{limb} * factor;
    limb = static_cast<uint32_t>(carry);
    carry >>= kLimbBits;
  }
  if (carry) limbs.push_back(static_cast<uint32_t>(carry));
}

// limbs / divisor, in place. Returns the rest.
uint32_t divideBy(std::vector<uint32_t>& limbs, uint32_t divisor) {
  uint64_t rest = 0;
  for (size_t i = limbs.size(); i-- > 0;) {
    rest = rest << kLimbBits | limbs[i];
    limbs[i] = static_cast<uint32_t>(rest / divisor);
    rest %= divisor;
  }
  trim(limbs);
  return static_cast<uint32_t>(rest);
}

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return (c | 0x20) - 'a' + 10;
}

// The largest power of the base in a limb, and its exponent.
struct Chunk {
  uint32_t power = 1;
  size_t digits = 0;
};
Chunk chunkOf(int base) {
  Chunk chunk;
  while (uint64_t{chunk.power} * static_cast<uint64_t>(base) < kBase) {
    chunk.power *= static_cast<uint32_t>(base);
    ++chunk.digits;
  }
  return chunk;
}

}  // namespace

BigInteger::BigInteger(Limbs limbs, bool isNegative)
    : limbs_(std::move(limbs)), isNegative_(isNegative) {
  trim(limbs_);
  if (limbs_.empty()) isNegative_ = false;
}

BigInteger::BigInteger(int64_t value) {
  *this = ofMagnitude(value < 0 ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value),
                      value < 0);
}

BigInteger BigInteger::ofMagnitude(uint64_t magnitude, bool isNegative) {
  return {Limbs{static_cast<uint32_t>(magnitude), static_cast<uint32_t>(magnitude >> kLimbBits)},
          isNegative};
}

BigInteger BigInteger::ofReal(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(std::fabs(std::trunc(value)), &exponent);
  const BigInteger whole =
      ofMagnitude(static_cast<uint64_t>(std::ldexp(mantissa, 53)), std::signbit(value));
  if (exponent >= 53) return whole.shiftedLeft(static_cast<uint64_t>(exponent - 53));
  const BigInteger shifted = whole.magnitude().shiftedRight(static_cast<uint64_t>(53 - exponent));
  return whole.isNegative() ? shifted.negated() : shifted;
}

BigInteger BigInteger::ofDigits(std::string_view digits, int base, bool isNegative) {
  const Chunk chunk = chunkOf(base);
  Limbs limbs;
  for (size_t at = 0; at < digits.size();) {
    const size_t count = std::min(chunk.digits, digits.size() - at);
    uint32_t value = 0, power = 1;
    for (size_t i = 0; i < count; ++i) {
      value = value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digitOf(digits[at + i]));
      power *= static_cast<uint32_t>(base);
    }
    multiplyAdd(limbs, power, value);
    at += count;
  }
  return {std::move(limbs), isNegative};
}

BigInteger BigInteger::ofBytes(std::string_view bigEndian, bool isSigned) {
  const bool isNegative = isSigned && !bigEndian.empty() && (bigEndian[0] & 0x80);
  Limbs limbs((bigEndian.size() + 3) / 4);
  for (size_t i = 0; i < bigEndian.size(); ++i) {
    auto byte = static_cast<unsigned char>(bigEndian[bigEndian.size() - 1 - i]);
    if (isNegative) byte = static_cast<unsigned char>(~byte);
    limbs[i / 4] |= uint32_t{byte} << (8 * (i % 4));
  }
  BigInteger value(std::move(limbs), false);
  return isNegative ? (value + BigInteger(1)).negated() : value;
}

uint64_t BigInteger::bits() const {
  if (limbs_.empty()) return 0;
  return uint64_t{limbs_.size() - 1} * kLimbBits +
         static_cast<uint64_t>(std::bit_width(limbs_.back()));
}

uint64_t BigInteger::oneBits() const {
  uint64_t count = 0;
  for (const uint32_t limb : limbs_) count += static_cast<uint64_t>(std::popcount(limb));
  return count;
}

std::optional<int64_t> BigInteger::toInt64() const {
  if (limbs_.size() > 2) return {};
  uint64_t magnitude = 0;
  for (size_t i = limbs_.size(); i-- > 0;) magnitude = magnitude << kLimbBits | limbs_[i];
  if (magnitude > static_cast<uint64_t>(INT64_MAX) + (isNegative_ ? 1 : 0)) return {};
  return static_cast<int64_t>(isNegative_ ? ~magnitude + 1 : magnitude);
}

double BigInteger::toReal() const {
  const uint64_t size = bits();
  if (size == 0) return 0;
  if (size > 1024) return isNegative_ ? -INFINITY : INFINITY;
  // The upper 64 bits, the last of which also stands for all lower ones.
  const uint64_t shift = size > 64 ? size - 64 : 0;
  const BigInteger upper = magnitude().shiftedRight(shift);
  uint64_t mantissa = 0;
  for (size_t i = upper.limbs_.size(); i-- > 0;) mantissa = mantissa << kLimbBits | upper.limbs_[i];
  for (uint64_t i = 0; i < shift && !(mantissa & 1); i += kLimbBits) {
    const uint64_t left = shift - i;
    const uint32_t mask = left < kLimbBits ? (uint32_t{1} << left) - 1 : ~uint32_t{0};
    if (limbs_[i / kLimbBits] & mask) mantissa |= 1;
  }
  const double value = std::ldexp(static_cast<double>(mantissa), static_cast<int>(shift));
  return isNegative_ ? -value : value;
}

std::string BigInteger::digits(int base) const {
  if (limbs_.empty()) return "0";
  constexpr std::string_view kSymbols = "0123456789abcdefghijklmnopqrstuvwxyz";
  const Chunk chunk = chunkOf(base);
  std::string text;  // reversed
  for (Limbs rest = limbs_; !rest.empty();) {
    uint32_t part = divideBy(rest, chunk.power);
    for (size_t i = 0; i < chunk.digits && (part > 0 || !rest.empty()); ++i) {
      text += kSymbols[part % static_cast<uint32_t>(base)];
      part /= static_cast<uint32_t>(base);
    }
  }
  std::ranges::reverse(text);
  return text;
}

std::string BigInteger::bytes(size_t length, bool isLittle) const {
  const Limbs all = twosComplement((length + 3) / 4 + 1);
  std::string data(length, '\0');
  for (size_t i = 0; i < length; ++i)
    data[isLittle ? i : length - 1 - i] = static_cast<char>(all[i / 4] >> (8 * (i % 4)));
  return data;
}

uint64_t BigInteger::hashResidue() const {
  constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
  unsigned __int128 rest = 0;
  for (size_t i = limbs_.size(); i-- > 0;) rest = (rest << kLimbBits | limbs_[i]) % kPrime;
  return static_cast<uint64_t>(rest);
}

BigInteger BigInteger::negated() const { return {limbs_, !isNegative_}; }

BigInteger BigInteger::shiftedLeft(uint64_t count) const {
  if (limbs_.empty()) return {};
  const size_t whole = count / kLimbBits;
  const unsigned part = count % kLimbBits;
  Limbs limbs(whole, 0);
  limbs.reserve(whole + limbs_.size() + 1);
  uint64_t carry = 0;
  for (const uint32_t limb : limbs_) {
    carry |= uint64_t{limb} << part;
    limbs.push_back(static_cast<uint32_t>(carry));
    carry >>= kLimbBits;
  }
  limbs.push_back(static_cast<uint32_t>(carry));
  return {std::move(limbs), isNegative_};
}

BigInteger BigInteger::shiftedRight(uint64_t count) const {
  const size_t whole = count / kLimbBits;
  const unsigned part = count % kLimbBits;
  if (whole >= limbs_.size()) return isNegative_ ? BigInteger(-1) : BigInteger();
  bool isExact = std::all_of(limbs_.begin(), limbs_.begin() + static_cast<ptrdiff_t>(whole),
                             [](uint32_t limb) { return limb == 0; });
  if (part) isExact &= (limbs_[whole] & ((uint32_t{1} << part) - 1)) == 0;
  Limbs limbs(limbs_.begin() + static_cast<ptrdiff_t>(whole), limbs_.end());
  for (size_t i = 0; i < limbs.size(); ++i) {
    const uint64_t pair = uint64_t{i + 1 < limbs.size() ? limbs[i + 1] : 0} << kLimbBits | limbs[i];
    limbs[i] = static_cast<uint32_t>(pair >> part);
  }
  BigInteger result(std::move(limbs), isNegative_);
  return isNegative_ && !isExact ? result - BigInteger(1) : result;
}

int BigInteger::orderOf(const Limbs& a, const Limbs& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (size_t i = a.size(); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

BigInteger::Limbs BigInteger::sum(const Limbs& a, const Limbs& b) {
  const Limbs& longer = a.size() < b.size() ? b : a;
  const Limbs& shorter = a.size() < b.size() ? a : b;
  Limbs limbs(longer.size() + 1);
  uint64_t carry = 0;
  for (size_t i = 0; i < longer.size(); ++i) {
    carry += uint64_t{longer[i]} + (i < shorter.size() ? shorter[i] : 0);
    limbs[i] = static_cast<uint32_t>(carry);
    carry >>= kLimbBits;
  }
  limbs[longer.size()] = static_cast<uint32_t>(carry);
  return limbs;
}

BigInteger::Limbs BigInteger::difference(const Limbs& a, const Limbs& b) {
  Limbs limbs(a.size());
  int64_t borrow = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t value = int64_t{a[i]} - (i < b.size() ? b[i] : 0) - borrow;
    borrow = value < 0;
    if (value < 0) value += static_cast<int64_t>(kBase);
    limbs[i] = static_cast<uint32_t>(value);
  }
  return limbs;
}

BigInteger operator+(const BigInteger& a, const BigInteger& b) {
  if (a.isNegative_ == b.isNegative_) return {BigInteger::sum(a.limbs_, b.limbs_), a.isNegative_};
  if (BigInteger::orderOf(a.limbs_, b.limbs_) < 0)
    return {BigInteger::difference(b.limbs_, a.limbs_), b.isNegative_};
  return {BigInteger::difference(a.limbs_, b.limbs_), a.isNegative_};
}

BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + b.negated(); }

BigInteger operator*(const BigInteger& a, const BigInteger& b) {
  BigInteger::Limbs limbs(a.limbs_.size() + b.limbs_.size());
  for (size_t i = 0; i < a.limbs_.size(); ++i) {
    uint64_t carry = 0;
    for (size_t j = 0; j < b.limbs_.size(); ++j) {
      carry += uint64_t{a.limbs_[i]} * b.limbs_[j] + limbs[i + j];
      limbs[i + j] = static_cast<uint32_t>(carry);
      carry >>= kLimbBits;
    }
    limbs[i + b.limbs_.size()] = static_cast<uint32_t>(carry);
  }
  return {std::move(limbs), a.isNegative_ != b.isNegative_};
}

int order(const BigInteger& a, const BigInteger& b) {
  if (a.isNegative_ != b.isNegative_) return a.isNegative_ ? -1 : 1;
  const int order = BigInteger::orderOf(a.limbs_, b.limbs_);
  return a.isNegative_ ? -order : order;
}

// Algorithm D of Knuth's Seminumerical Algorithms, 4.3.1.
BigInteger::Limbs BigInteger::divideMagnitudes(const Limbs& dividend, const Limbs& divisor,
                                               Limbs& rest) {
  if (orderOf(dividend, divisor) < 0) {
    rest = dividend;
    return {};
  }
  if (divisor.size() == 1) {
    Limbs quotient = dividend;
    rest = {divideBy(quotient, divisor[0])};
    return quotient;
  }
  const auto shift = static_cast<unsigned>(std::countl_zero(divisor.back()));
  const Limbs v = BigInteger(divisor, false).shiftedLeft(shift).limbs_;
  Limbs u = BigInteger(dividend, false).shiftedLeft(shift).limbs_;
  u.resize(dividend.size() + 1);
  const size_t n = v.size(), m = u.size() - n;
  Limbs quotient(m);
  for (size_t j = m; j-- > 0;) {
    const uint64_t upper = uint64_t{u[j + n]} << kLimbBits | u[j + n - 1];
    uint64_t digit = upper / v[n - 1], left = upper % v[n - 1];
    while (digit >= kBase || digit * v[n - 2] > (left << kLimbBits | u[j + n - 2])) {
      --digit;
      left += v[n - 1];
      if (left >= kBase) break;
    }
    int64_t borrow = 0;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; ++i) {
      carry += digit * v[i];
      const int64_t value = int64_t{u[i + j]} - static_cast<int64_t>(carry & 0xffffffff) + borrow;
      u[i + j] = static_cast<uint32_t>(value);
      borrow = value >> kLimbBits;
      carry >>= kLimbBits;
    }
    const int64_t value = int64_t{u[j + n]} - static_cast<int64_t>(carry) + borrow;
    u[j + n] = static_cast<uint32_t>(value);
    if (value < 0) {  // the digit was too large by one
      --digit;
      uint64_t again = 0;
      for (size_t i = 0; i < n; ++i) {
        again += uint64_t{u[i + j]} + v[i];
        u[i + j] = static_cast<uint32_t>(again);
        again >>= kLimbBits;
      }
      u[j + n] += static_cast<uint32_t>(again);
    }
    quotient[j] = static_cast<uint32_t>(digit);
  }
  u.resize(n);
  rest = BigInteger(std::move(u), false).shiftedRight(shift).limbs_;
  return quotient;
}

BigInteger::Division BigInteger::divide(const BigInteger& dividend, const BigInteger& divisor) {
  Limbs left;
  BigInteger quotient(divideMagnitudes(dividend.limbs_, divisor.limbs_, left),
                      dividend.isNegative_ != divisor.isNegative_);
  BigInteger rest(std::move(left), dividend.isNegative_);
  if (!rest.isZero() && dividend.isNegative_ != divisor.isNegative_) {
    quotient = quotient - BigInteger(1);
    rest = rest + divisor;
  }
  return {std::move(quotient), std::move(rest)};
}

double BigInteger::ratio(const BigInteger& dividend, const BigInteger& divisor) {
  // A quotient of at least 65 bits, the last of which also stands for the rest.
  const int64_t size = static_cast<int64_t>(dividend.bits()) - static_cast<int64_t>(divisor.bits());
  int64_t shift = std::max<int64_t>(66 - size, 0);
  const bool isNegative = dividend.isNegative_ != divisor.isNegative_;
  // A result below the smallest normal number has fewer bits.
  shift = std::min<int64_t>(shift, 1076);
  const Division parts =
      divide(dividend.magnitude().shiftedLeft(static_cast<uint64_t>(shift)), divisor.magnitude());
  BigInteger quotient = parts.quotient.shiftedLeft(1);
  if (!parts.rest.isZero()) quotient = quotient + BigInteger(1);
  const double value = std::ldexp(quotient.toReal(), static_cast<int>(-shift - 1));
  return isNegative ? -value : value;
}

BigInteger::Limbs BigInteger::twosComplement(size_t size) const {
  Limbs limbs = limbs_;
  limbs.resize(size);
  if (!isNegative_) return limbs;
  uint64_t carry = 1;
  for (uint32_t& limb : limbs) {
    carry += ~limb;
    limb = static_cast<uint32_t>(carry);
    carry >>= kLimbBits;
  }
  return limbs;
}

template <typename F>
BigInteger BigInteger::bitwise(const BigInteger& a, const BigInteger& b, F&& combine) {
  const size_t size = std::max(a.limbs_.size(), b.limbs_.size()) + 1;
  Limbs left = a.twosComplement(size);
  const Limbs right = b.twosComplement(size);
  for (size_t i = 0; i < size; ++i) left[i] = combine(left[i], right[i]);
  if (!(left.back() >> (kLimbBits - 1))) return {std::move(left), false};
  for (uint32_t& limb : left) limb = ~limb;
  return (BigInteger(std::move(left), false) + BigInteger(1)).negated();
}

BigInteger operator&(const BigInteger& a, const BigInteger& b) {
  return BigInteger::bitwise(a, b, [](uint32_t x, uint32_t y) { return x & y; });
}
BigInteger operator|(const BigInteger& a, const BigInteger& b) {
  return BigInteger::bitwise(a, b, [](uint32_t x, uint32_t y) { return x | y; });
}
BigInteger operator^(const BigInteger& a, const BigInteger& b) {
  return BigInteger::bitwise(a, b, [](uint32_t x, uint32_t y) { return x ^ y; });
}

}  // namespace ts::eval
