// Arithmetic, comparisons and conversions, with the results of PyTorch's interpreter.
#include <cerrno>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>

#include "core/passes/fold_table.h"

namespace ts::passes {

using types::Constant;
using Complex = std::complex<double>;

namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }
uint64_t bits(int64_t value) { return static_cast<uint64_t>(value); }

bool isNumeric(const Constant& value) { return isNumber(value) || value.isComplex(); }
Complex asComplex(const Constant& value) {
  return value.isComplex() ? value.toComplex() : Complex(asReal(value));
}

enum class Pair : uint8_t { None, Ints, Reals, Complexes };

Pair pairOf(Arguments a) {
  if (a.size() < 2 || !isNumeric(a[0]) || !isNumeric(a[1])) return Pair::None;
  if (a[0].isComplex() || a[1].isComplex()) return Pair::Complexes;
  return a[0].isInt() && a[1].isInt() ? Pair::Ints : Pair::Reals;
}

bool add(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  if (a[0].isString() && a[1].isString())
    return addResult(r, Constant::string(a[0].toString() + a[1].toString()));
  switch (pairOf(a)) {
    case Pair::Ints: return addResult(r, wrap(bits(a[0].toInt()) + bits(a[1].toInt())));
    case Pair::Reals: return addResult(r, asReal(a[0]) + asReal(a[1]));
    case Pair::Complexes: return addResult(r, asComplex(a[0]) + asComplex(a[1]));
    case Pair::None: break;
  }
  return false;
}

bool sub(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  switch (pairOf(a)) {
    case Pair::Ints: return addResult(r, wrap(bits(a[0].toInt()) - bits(a[1].toInt())));
    case Pair::Reals: return addResult(r, asReal(a[0]) - asReal(a[1]));
    case Pair::Complexes: return addResult(r, asComplex(a[0]) - asComplex(a[1]));
    case Pair::None: break;
  }
  return false;
}

bool mul(Arguments a, Results& r) {
  switch (pairOf(a)) {
    case Pair::Ints: return addResult(r, wrap(bits(a[0].toInt()) * bits(a[1].toInt())));
    case Pair::Reals: return addResult(r, asReal(a[0]) * asReal(a[1]));
    case Pair::Complexes: return addResult(r, asComplex(a[0]) * asComplex(a[1]));
    case Pair::None: break;
  }
  return false;
}

bool div(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  switch (pairOf(a)) {
    case Pair::Ints:
    case Pair::Reals: return addResult(r, asReal(a[0]) / asReal(a[1]));
    case Pair::Complexes: return addResult(r, asComplex(a[0]) / asComplex(a[1]));
    case Pair::None: break;
  }
  return false;
}

// The processor traps on these divisions.
bool cannotDivide(int64_t a, int64_t b) { return b == 0 || (a == kLeast && b == -1); }

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool floordiv(Arguments a, Results& r) {
  switch (pairOf(a)) {
    case Pair::Ints:
      return !cannotDivide(a[0].toInt(), a[1].toInt()) &&
             addResult(r, floorDivide(a[0].toInt(), a[1].toInt()));
    case Pair::Reals: return addResult(r, std::floor(asReal(a[0]) / asReal(a[1])));
    default: return false;
  }
}

bool roundToZeroDivide(Arguments a, Results& r) {
  return pairOf(a) == Pair::Ints && !cannotDivide(a[0].toInt(), a[1].toInt()) &&
         addResult(r, a[0].toInt() / a[1].toInt());
}

bool remainder(Arguments a, Results& r) {
  switch (pairOf(a)) {
    case Pair::Ints: {
      int64_t x = a[0].toInt();
      int64_t y = a[1].toInt();
      if (cannotDivide(x, y)) return false;
      int64_t sum = wrap(bits(y) + bits(x % y));
      return !cannotDivide(sum, y) && addResult(r, sum % y);
    }
    case Pair::Reals: {
      double y = asReal(a[1]);
      return addResult(r, std::fmod(y + std::fmod(asReal(a[0]), y), y));
    }
    default: return false;
  }
}

bool divmod(Arguments a, Results& r) {
  switch (pairOf(a)) {
    case Pair::Ints: {
      int64_t x = a[0].toInt();
      int64_t y = a[1].toInt();
      if (cannotDivide(x, y)) return false;
      int64_t quotient = floorDivide(x, y);
      return addResult(r, quotient) && addResult(r, x - quotient * y);
    }
    case Pair::Reals: {
      double x = asReal(a[0]);
      double y = asReal(a[1]);
      if (y == 0) return false;
      double remainder = std::fmod(x, y);
      if (remainder != 0 && (x < 0) != (y < 0)) remainder += y;
      return addResult(r, (x - remainder) / y) && addResult(r, remainder);
    }
    default: return false;
  }
}

// The result is a float even for two ints. Zero to a negative power raises.
bool power(Arguments a, Results& r) {
  switch (pairOf(a)) {
    case Pair::Ints:
    case Pair::Reals:
      if (asReal(a[0]) == 0 && asReal(a[1]) < 0) return false;
      return addResult(r, std::pow(asReal(a[0]), asReal(a[1])));
    case Pair::Complexes: return addResult(r, std::pow(asComplex(a[0]), asComplex(a[1])));
    case Pair::None: break;
  }
  return false;
}

bool negate(Arguments a, Results& r) {
  if (a[0].isInt()) return addResult(r, wrap(0 - bits(a[0].toInt())));
  if (a[0].isReal()) return addResult(r, -a[0].toReal());
  return a[0].isComplex() && addResult(r, -a[0].toComplex());
}

bool absolute(Arguments a, Results& r) {
  if (a[0].isInt())
    return addResult(r, a[0].toInt() < 0 ? wrap(0 - bits(a[0].toInt())) : a[0].toInt());
  if (a[0].isReal()) return addResult(r, std::abs(a[0].toReal()));
  return a[0].isComplex() && addResult(r, std::abs(a[0].toComplex()));
}

template <bool isMax>
bool extreme(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  auto pick = [](auto x, auto y) { return (isMax ? x > y : x < y) ? x : y; };
  switch (pairOf(a)) {
    case Pair::Ints: return addResult(r, pick(a[0].toInt(), a[1].toInt()));
    case Pair::Reals: return addResult(r, pick(asReal(a[0]), asReal(a[1])));
    default: return false;
  }
}

template <typename Compare>
bool order(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  if (a[0].isString() && a[1].isString())
    return addResult(r, Compare()(a[0].toString(), a[1].toString()));
  switch (pairOf(a)) {
    case Pair::Ints: return addResult(r, Compare()(a[0].toInt(), a[1].toInt()));
    case Pair::Reals: return addResult(r, Compare()(asReal(a[0]), asReal(a[1])));
    default: return false;
  }
}

// Returns nullopt for values that PyTorch can't compare with ==.
std::optional<bool> areEqual(Arguments a) {
  switch (pairOf(a)) {
    case Pair::Ints: return a[0].toInt() == a[1].toInt();
    case Pair::Reals: return asReal(a[0]) == asReal(a[1]);
    case Pair::Complexes: return asComplex(a[0]) == asComplex(a[1]);
    case Pair::None: break;
  }
  if (a.size() != 2 || a[0].type() != a[1].type() || a[0].isContainer() || a[0].isNone())
    return std::nullopt;
  if (a[0].type()->is(types::TypeKind::Tensor)) return std::nullopt;
  return identical(a[0], a[1]);
}

bool equal(Arguments a, Results& r) {
  auto same = areEqual(a);
  return same && addResult(r, *same);
}
bool notEqual(Arguments a, Results& r) {
  auto same = areEqual(a);
  return same && addResult(r, !*same);
}

template <typename Operation>
bool bitwise(Arguments a, Results& r) {
  if (a.size() != 2) return false;
  if (a[0].isBool() && a[1].isBool())
    return addResult(r, Operation()(a[0].toBool() ? 1 : 0, a[1].toBool() ? 1 : 0) != 0);
  return pairOf(a) == Pair::Ints &&
         addResult(r, static_cast<int64_t>(Operation()(a[0].toInt(), a[1].toInt())));
}

// The shift count is the last six bits of the operand, as on the processor.
bool shiftLeft(Arguments a, Results& r) {
  return pairOf(a) == Pair::Ints && addResult(r, wrap(bits(a[0].toInt()) << (a[1].toInt() & 63)));
}
bool shiftRight(Arguments a, Results& r) {
  return pairOf(a) == Pair::Ints && addResult(r, a[0].toInt() >> (a[1].toInt() & 63));
}

bool logicalNot(Arguments a, Results& r) { return a[0].isBool() && addResult(r, !a[0].toBool()); }

// ---- conversions

// Converts as the processor does: a double outside of int64's range gives the least int64.
int64_t truncate(double value) {
  return value >= -9223372036854775808.0 && value < 9223372036854775808.0
             ? static_cast<int64_t>(value)
             : kLeast;
}

bool toInt(Arguments a, Results& r) {
  if (a[0].isInt()) return addResult(r, a[0].toInt());
  if (a[0].isBool()) return addResult(r, int64_t{a[0].toBool()});
  if (a[0].isReal()) return addResult(r, truncate(a[0].toReal()));
  if (!a[0].isString()) return false;
  const std::string& text = a[0].toString();
  const char* begin = text.c_str();
  char* end = nullptr;
  errno = 0;
  long long value = std::strtoll(begin, &end, 10);
  return errno == 0 && end != begin && end == begin + text.size() && addResult(r, int64_t{value});
}

bool toReal(Arguments a, Results& r) {
  if (isNumber(a[0])) return addResult(r, asReal(a[0]));
  if (a[0].isBool()) return addResult(r, a[0].toBool() ? 1.0 : 0.0);
  if (!a[0].isString()) return false;
  const std::string& text = a[0].toString();
  const char* begin = text.c_str();
  char* end = nullptr;
  errno = 0;
  double value = std::strtod(begin, &end);
  return errno == 0 && end != begin && end == begin + text.size() && addResult(r, value);
}

bool toBool(Arguments a, Results& r) {
  if (a[0].isBool()) return addResult(r, a[0].toBool());
  return isNumber(a[0]) && addResult(r, asReal(a[0]) != 0);
}

bool toComplex(Arguments a, Results& r) {
  auto part = [](const Constant& value) {
    return value.isBool() ? (value.toBool() ? 1.0 : 0.0) : asReal(value);
  };
  for (const Constant& value : a) {
    if (value.isComplex() && a.size() == 1) return addResult(r, value.toComplex());
    if (!isNumber(value) && !value.isBool()) return false;
  }
  return addResult(r, Complex(part(a[0]), a.size() > 1 ? part(a[1]) : 0.0));
}

// ---- ranges

bool rangeLength(Arguments a, Results& r) {
  int64_t low = a[0].toInt();
  int64_t high = a[1].toInt();
  int64_t step = a[2].toInt();
  if (step == 0) return false;
  uint64_t count = 0;
  if (step > 0 && low < high) count = 1 + (bits(high) - 1 - bits(low)) / bits(step);
  if (step < 0 && low > high) count = 1 + (bits(low) - 1 - bits(high)) / (0 - bits(step));
  return addResult(r, wrap(count));
}

bool deriveIndex(Arguments a, Results& r) {
  return addResult(r, wrap(bits(a[1].toInt()) + bits(a[0].toInt()) * bits(a[2].toInt())));
}

struct And {
  int64_t operator()(int64_t a, int64_t b) const { return a & b; }
};
struct Or {
  int64_t operator()(int64_t a, int64_t b) const { return a | b; }
};
struct Xor {
  int64_t operator()(int64_t a, int64_t b) const { return a ^ b; }
};

constexpr FoldRow kNumberFolds[] = {
    {"aten::add", add},
    {"aten::sub", sub},
    {"aten::mul", mul},
    {"aten::div", div},
    {"aten::floordiv", floordiv},
    {"aten::__round_to_zero_floordiv", roundToZeroDivide},
    {"aten::remainder", remainder},
    {"aten::divmod", divmod},
    {"aten::pow", power},
    {"aten::neg", negate},
    {"prim::abs", absolute},
    {"prim::max", extreme<true>},
    {"prim::min", extreme<false>},
    {"aten::lt", order<std::less<>>},
    {"aten::le", order<std::less_equal<>>},
    {"aten::gt", order<std::greater<>>},
    {"aten::ge", order<std::greater_equal<>>},
    {"aten::eq", equal},
    {"aten::ne", notEqual},
    {"aten::__and__", bitwise<And>},
    {"aten::__or__", bitwise<Or>},
    {"aten::__xor__", bitwise<Xor>},
    {"aten::__lshift__", shiftLeft},
    {"aten::__rshift__", shiftRight},
    {"aten::__not__", logicalNot},
    {"aten::Int", toInt},
    {"aten::Float", toReal},
    {"aten::Bool", toBool},
    {"aten::Complex", toComplex},
    {"aten::__range_length", rangeLength},
    {"aten::__derive_index", deriveIndex},
};

}  // namespace

std::span<const FoldRow> numberFolds() { return kNumberFolds; }

}  // namespace ts::passes
