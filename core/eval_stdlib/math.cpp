// The math module.
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "core/eval/builtins/numbers.h"
#include "core/eval_stdlib/modules.h"

namespace ts::eval {
namespace {

double realArgument(Vm& vm, const Value& value) {
  if (const Number number = numberOf(value); number.isReal()) return finiteReal(vm, number);
  double real;
  if (vm.asReal(value, real)) return real;
  Class* cls = vm.classOf(value);
  if (value.as<Complex>() || (vm.lookupSpecial(value, vm.special(Special::Float)).isUnbound() &&
                              vm.lookupSpecial(value, vm.special(Special::Index)).isUnbound()))
    vm.raiseTypeError("must be real number, not " + cls->name);
  return toReal(vm, value);
}

[[noreturn]] void raiseDomain(Vm& vm) { vm.raiseValueError("math domain error"); }
[[noreturn]] void raiseRange(Vm& vm) { vm.raise(vm.types.OverflowError, "math range error"); }

// Raises a domain error for a nan that no argument explains, and a range or pole error for an inf
// from finite arguments.
double checked(Vm& vm, double result, bool finiteArguments, bool nanArgument, bool pole = false) {
  if (std::isnan(result) && !nanArgument) raiseDomain(vm);
  if (std::isinf(result) && finiteArguments) {
    if (pole) raiseDomain(vm);
    raiseRange(vm);
  }
  return result;
}

using Real1 = double (*)(double);
// pole: an infinite result of a finite argument raises ValueError.
template <Real1 function, bool pole = false>
Value unary(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  return Value::real(checked(vm, function(x), std::isfinite(x), std::isnan(x), pole));
}

using Real2 = double (*)(double, double);
template <Real2 function>
Value binary(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]), y = realArgument(vm, args[1]);
  return Value::real(checked(vm, function(x, y), std::isfinite(x) && std::isfinite(y),
                             std::isnan(x) || std::isnan(y)));
}

double copySign(double x, double y) { return std::copysign(x, y); }
double arcTangent2(double y, double x) { return std::atan2(y, x); }
double remainderOf(double x, double y) { return std::remainder(x, y); }
double toDegrees(double x) { return x * (180 / std::numbers::pi); }
double toRadians(double x) { return x * (std::numbers::pi / 180); }

Value power(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]), y = realArgument(vm, args[1]);
  double result = std::pow(x, y);
  if (std::isnan(result) && !std::isnan(x) && !std::isnan(y)) raiseDomain(vm);
  if (std::isinf(result) && std::isfinite(x) && std::isfinite(y)) {
    if (x == 0) raiseDomain(vm);
    raiseRange(vm);
  }
  return Value::real(result);
}

Value modulo(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]), y = realArgument(vm, args[1]);
  return Value::real(checked(vm, std::fmod(x, y), true, std::isnan(x) || std::isnan(y)));
}

Value gamma(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  if ((std::isfinite(x) && x == std::floor(x) && x <= 0) || (std::isinf(x) && x < 0))
    raiseDomain(vm);
  return Value::real(checked(vm, std::tgamma(x), std::isfinite(x), std::isnan(x)));
}
Value logGamma(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  if (std::isfinite(x) && x == std::floor(x) && x <= 0) raiseDomain(vm);
  int sign;  // lgamma_r doesn't use lgamma's global variable
  return Value::real(checked(vm, lgamma_r(x, &sign), std::isfinite(x), std::isnan(x)));
}

// ---- logarithms of positive integers and floats

template <Real1 function>
double logarithm(Vm& vm, const Value& value) {
  // An int beyond float.
  if (const Number number = numberOf(value); number.big && std::isinf(number.real)) {
    if (number.isNegative()) raiseDomain(vm);
    // As CPython: a mantissa in [0.5, 1) and a power of two.
    const uint64_t bits = number.big->bits();
    const double mantissa = std::ldexp(number.big->shiftedRight(bits - 64).toReal(), -64);
    return function(mantissa) + function(2) * static_cast<double>(bits);
  }
  double x = realArgument(vm, value);
  if (x <= 0) raiseDomain(vm);
  return function(x);
}

Value log(Vm& vm, Value* args) {
  double result = logarithm<std::log>(vm, args[0]);
  if (args[1].isUnbound()) return Value::real(result);
  double base = logarithm<std::log>(vm, args[1]);
  if (base == 0) vm.raise(vm.types.ZeroDivisionError, "float division by zero");
  return Value::real(result / base);
}
template <Real1 function>
Value logOf(Vm& vm, Value* args) {
  return Value::real(logarithm<function>(vm, args[0]));
}
Value log1p(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  if (x <= -1) raiseDomain(vm);
  return Value::real(std::log1p(x));
}
Value squareRoot(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  if (x < 0) raiseDomain(vm);
  return Value::real(std::sqrt(x));
}

// ---- rounding to integers

// floor, ceil and trunc call the object's special method unless it is a float.
template <Real1 function>
Value toWhole(Vm& vm, Value* args, const char* special) {
  Number number = numberOf(args[0]);
  bool plain = !args[0].isObject() || number.kind == Number::Kind::Real;
  if (plain && number.kind == Number::Kind::Int) return Value::integer(number.integer);
  if (plain && number.kind == Number::Kind::Real) return truncate(vm, function(number.real));
  if (Value method = vm.lookupSpecial(args[0], vm.intern(special)); !method.isUnbound())
    return vm.call(method);
  return truncate(vm, function(realArgument(vm, args[0])));
}
Value floorOf(Vm& vm, Value* args) { return toWhole<std::floor>(vm, args, "__floor__"); }
Value ceilOf(Vm& vm, Value* args) { return toWhole<std::ceil>(vm, args, "__ceil__"); }
Value truncOf(Vm& vm, Value* args) {
  Value method = vm.lookupSpecial(args[0], vm.intern("__trunc__"));
  if (method.isUnbound())
    vm.raiseTypeError("type " + vm.classOf(args[0])->name + " doesn't define __trunc__ method");
  return vm.call(method);
}

// ---- integers

// An argument that is an int or has __index__.
Number wholeArgument(Vm& vm, const Value& value) {
  const Number number = numberOf(value);
  return number.isInteger() ? number : numberOf(Value::integer(vm.toIndex(value)));
}

Value isqrt(Vm& vm, Value* args) {
  const Number number = wholeArgument(vm, args[0]);
  if (number.isNegative()) vm.raiseValueError("isqrt() argument must be nonnegative");
  if (number.isZero()) return Value::integer(0);
  // Newton's method from above.
  const Value n = integerOf(vm, number);
  const uint64_t bits = number.whole().bits();
  Value root = vm.integer(BigInteger(1).shiftedLeft((bits + 1) / 2));
  for (;;) {
    const Value sum = vm.binary(BinaryOp::Add, root, vm.binary(BinaryOp::FloorDiv, n, root));
    const Value next = vm.binary(BinaryOp::RShift, sum, Value::integer(1));
    if (!vm.truth(vm.compare(CompareOp::Lt, next, root))) return root;
    root = next;
  }
}

// The product of the integers in [first, last].
Value rangeProduct(Vm& vm, int64_t first, int64_t last) {
  if (last - first < 8) {
    Value result = Value::integer(first);
    for (int64_t i = first + 1; i <= last; ++i)
      result = vm.binary(BinaryOp::Mult, result, Value::integer(i));
    return result;
  }
  const int64_t middle = first + (last - first) / 2;
  return vm.binary(BinaryOp::Mult, rangeProduct(vm, first, middle),
                   rangeProduct(vm, middle + 1, last));
}

Value factorial(Vm& vm, Value* args) {
  const Number number = wholeArgument(vm, args[0]);
  if (number.isNegative()) vm.raiseValueError("factorial() not defined for negative values");
  if (number.big)
    vm.raise(vm.types.OverflowError, "factorial() argument should not exceed 9223372036854775807");
  // The result of a larger argument has too many bits.
  if (number.integer > static_cast<int64_t>(kMaxIntegerBits)) vm.raiseGap(kIntegerGap);
  return number.integer < 2 ? Value::integer(1) : rangeProduct(vm, 2, number.integer);
}

// n and k, of which k is at most n; nullopt when it isn't.
std::optional<std::pair<Value, int64_t>> choice(Vm& vm, Value* args) {
  const Number n = wholeArgument(vm, args[0]);
  const Number k = args[1].isNone() ? n : wholeArgument(vm, args[1]);
  if (n.isNegative()) vm.raiseValueError("n must be a non-negative integer");
  if (k.isNegative()) vm.raiseValueError("k must be a non-negative integer");
  if (integerCompare(CompareOp::Gt, k, n)) return {};
  if (k.big) vm.raiseGap(kIntegerGap);
  return std::pair(integerOf(vm, n), k.integer);
}

Value combinations(Vm& vm, Value* args) {
  const auto chosen = choice(vm, args);
  if (!chosen) return Value::integer(0);
  const auto& [n, given] = *chosen;
  int64_t k = given;
  const Value others = vm.binary(BinaryOp::Sub, n, Value::integer(k));
  if (others.isInt()) k = std::min(k, others.integerValue());
  const Value rest = vm.binary(BinaryOp::Sub, n, Value::integer(k));
  Value result = Value::integer(1);
  for (int64_t i = 1; i <= k; ++i) {
    const Value factor = vm.binary(BinaryOp::Add, rest, Value::integer(i));
    result =
        vm.binary(BinaryOp::FloorDiv, vm.binary(BinaryOp::Mult, result, factor), Value::integer(i));
    vm.burn(1);
  }
  return result;
}

Value permutations(Vm& vm, Value* args) {
  const auto chosen = choice(vm, args);
  if (!chosen) return Value::integer(0);
  const auto& [n, k] = *chosen;
  Value result = Value::integer(1);
  for (int64_t i = 0; i < k; ++i) {
    result = vm.binary(BinaryOp::Mult, result, vm.binary(BinaryOp::Sub, n, Value::integer(i)));
    vm.burn(1);
  }
  return result;
}

const std::vector<Value>& items(const Value& tuple) { return tuple.as<Tuple>()->items; }

Value greatestDivisor(Vm& vm, Value a, Value b) {
  while (vm.truth(b)) {
    Value rest = vm.binary(BinaryOp::Mod, a, b);
    a = std::exchange(b, std::move(rest));
  }
  return numberOf(a).isNegative() ? vm.unary(UnaryOp::Neg, a) : a;
}

Value gcd(Vm& vm, Value* args) {
  Value result = Value::integer(0);
  for (const Value& item : items(args[0]))
    result = greatestDivisor(vm, result, integerOf(vm, wholeArgument(vm, item)));
  return result;
}

Value lcm(Vm& vm, Value* args) {
  Value result = Value::integer(1);
  for (const Value& item : items(args[0])) {
    const Value number = integerOf(vm, wholeArgument(vm, item));
    if (!vm.truth(number)) return Value::integer(0);
    const Value part = vm.binary(BinaryOp::FloorDiv, result, greatestDivisor(vm, result, number));
    result = vm.binary(BinaryOp::Mult, part, number);
    if (numberOf(result).isNegative()) result = vm.unary(UnaryOp::Neg, result);
  }
  return result;
}

// ---- several numbers

std::vector<double> reals(Vm& vm, const Value& iterable) {
  std::vector<double> numbers;
  for (const Value& item : vm.toVector(iterable)) {
    if (item.isUnknown()) throw UnknownTruth{};
    numbers.push_back(realArgument(vm, item));
  }
  return numbers;
}

// The square root of a sum of squares. Scaling prevents the squares from overflowing.
double norm(const std::vector<double>& parts) {
  double largest = 0;
  bool nan = false;
  for (double part : parts) {
    if (std::isinf(part)) return INFINITY;
    nan |= std::isnan(part);
    largest = std::max(largest, std::fabs(part));
  }
  if (nan) return NAN;
  if (largest == 0) return 0;
  long double sum = 0;
  for (double part : parts) {
    long double scaled = static_cast<long double>(part) / largest;
    sum += scaled * scaled;
  }
  return static_cast<double>(largest * sqrtl(sum));
}

Value hypotenuse(Vm& vm, Value* args) { return Value::real(norm(reals(vm, args[0]))); }

Value distance(Vm& vm, Value* args) {
  std::vector<double> p = reals(vm, args[0]), q = reals(vm, args[1]);
  if (p.size() != q.size())
    vm.raiseValueError("both points must have the same number of dimensions");
  for (size_t i = 0; i < p.size(); ++i) p[i] -= q[i];
  return Value::real(norm(p));
}

// Shewchuk's exact sum: keeps partial sums that don't overlap, and rounds once at the end.
Value fsum(Vm& vm, Value* args) {
  std::vector<double> partials;
  double special = 0;
  for (double x : reals(vm, args[0])) {
    if (!std::isfinite(x)) {
      if (std::isinf(x) && std::isinf(special) && x != special)
        vm.raiseValueError("-inf + inf in fsum");
      special += x;
      continue;
    }
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0) partials[kept++] = low;
      x = high;
    }
    if (std::isinf(x)) vm.raise(vm.types.OverflowError, "intermediate overflow in fsum");
    partials.resize(kept);
    partials.push_back(x);
  }
  if (special != 0 || std::isnan(special)) return Value::real(special);
  double high = 0, low = 0;
  size_t n = partials.size();
  if (n > 0) high = partials[--n];
  while (n > 0) {
    double x = high, y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low != 0) break;
  }
  // Rounds half to even over the remaining partial sums.
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    double twice = low * 2, x = high + twice;
    if (twice == x - high) high = x;
  }
  return Value::real(high);
}

Value product(Vm& vm, Value* args) {
  Value result = args[1];
  vm.forEach(args[0], [&](const Value& item) {
    result = vm.binary(BinaryOp::Mult, result, item);
    return true;
  });
  return result;
}

// ---- parts of floats

Value isFinite(Vm& vm, Value* args) {
  return Value::boolean(std::isfinite(realArgument(vm, args[0])));
}
Value isInfinite(Vm& vm, Value* args) {
  return Value::boolean(std::isinf(realArgument(vm, args[0])));
}
Value isNan(Vm& vm, Value* args) { return Value::boolean(std::isnan(realArgument(vm, args[0]))); }

Value isClose(Vm& vm, Value* args) {
  double a = realArgument(vm, args[0]), b = realArgument(vm, args[1]);
  double relative = args[2].isUnbound() ? 1e-9 : realArgument(vm, args[2]);
  double absolute = realArgument(vm, args[3]);
  if (relative < 0 || absolute < 0) vm.raiseValueError("tolerances must be non-negative");
  if (a == b) return Value::boolean(true);
  if (std::isinf(a) || std::isinf(b)) return Value::boolean(false);
  double difference = std::fabs(a - b);
  return Value::boolean(difference <= std::fabs(relative * b) ||
                        difference <= std::fabs(relative * a) || difference <= absolute);
}

Value frexp(Vm& vm, Value* args) {
  int exponent = 0;
  double x = realArgument(vm, args[0]);
  double mantissa = std::isfinite(x) ? std::frexp(x, &exponent) : x;
  return vm.tuple({Value::real(mantissa), Value::integer(exponent)});
}
Value ldexp(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]);
  int64_t exponent;
  if (!vm.asInt(args[1], exponent, true))
    vm.raiseTypeError("Expected an int as second argument to ldexp.");
  exponent = std::min<int64_t>(std::max<int64_t>(exponent, -100000), 100000);
  return Value::real(
      checked(vm, std::ldexp(x, static_cast<int>(exponent)), std::isfinite(x), std::isnan(x)));
}
Value modf(Vm& vm, Value* args) {
  double x = realArgument(vm, args[0]), whole;
  double part = std::modf(x, &whole);
  return vm.tuple({Value::real(part), Value::real(whole)});
}
Value ulp(Vm& vm, Value* args) {
  double x = std::fabs(realArgument(vm, args[0]));
  if (!std::isfinite(x)) return Value::real(x);
  double next = std::nextafter(x, INFINITY);
  return Value::real(std::isinf(next) ? x - std::nextafter(x, -INFINITY) : next - x);
}

constexpr NativeDef kMathFunctions[] = {
    {"acos", "x, /", unary<std::acos>},
    {"acosh", "x, /", unary<std::acosh>},
    {"asin", "x, /", unary<std::asin>},
    {"asinh", "x, /", unary<std::asinh>},
    {"atan", "x, /", unary<std::atan>},
    {"atan2", "y, x, /", binary<arcTangent2>},
    {"atanh", "x, /", unary<std::atanh, true>},
    {"cbrt", "x, /", unary<std::cbrt>},
    {"ceil", "x, /", ceilOf},
    {"comb", "n, k, /", combinations},
    {"copysign", "x, y, /", binary<copySign>},
    {"cos", "x, /", unary<std::cos>},
    {"cosh", "x, /", unary<std::cosh>},
    {"degrees", "x, /", unary<toDegrees>},
    {"dist", "p, q, /", distance},
    {"erf", "x, /", unary<std::erf>},
    {"erfc", "x, /", unary<std::erfc>},
    {"exp", "x, /", unary<std::exp>},
    {"exp2", "x, /", unary<std::exp2>},
    {"expm1", "x, /", unary<std::expm1>},
    {"fabs", "x, /", unary<std::fabs>},
    {"factorial", "x, /", factorial},
    {"floor", "x, /", floorOf},
    {"fmod", "x, y, /", modulo},
    {"frexp", "x, /", frexp},
    {"fsum", "seq, /", fsum},
    {"gamma", "x, /", gamma},
    {"gcd", "*integers", gcd},
    {"hypot", "*coordinates", hypotenuse},
    {"isclose", "a, b, *, rel_tol=..., abs_tol=0", isClose},
    {"isfinite", "x, /", isFinite},
    {"isinf", "x, /", isInfinite},
    {"isnan", "x, /", isNan},
    {"isqrt", "n, /", isqrt},
    {"lcm", "*integers", lcm},
    {"ldexp", "x, i, /", ldexp},
    {"lgamma", "x, /", logGamma},
    {"log", "x, base=..., /", log},
    {"log10", "x, /", logOf<std::log10>},
    {"log1p", "x, /", log1p},
    {"log2", "x, /", logOf<std::log2>},
    {"modf", "x, /", modf},
    {"nextafter", "x, y, /",
     [](Vm& vm, Value* args) {
       return Value::real(std::nextafter(realArgument(vm, args[0]), realArgument(vm, args[1])));
     }},
    {"perm", "n, k=None, /", permutations},
    {"pow", "x, y, /", power},
    {"prod", "iterable, /, *, start=1", product},
    {"radians", "x, /", unary<toRadians>},
    {"remainder", "x, y, /", binary<remainderOf>},
    {"sin", "x, /", unary<std::sin>},
    {"sinh", "x, /", unary<std::sinh>},
    {"sqrt", "x, /", squareRoot},
    {"tan", "x, /", unary<std::tan>},
    {"tanh", "x, /", unary<std::tanh>},
    {"trunc", "x, /", truncOf},
    {"ulp", "x, /", ulp},
};

}  // namespace

void fillMath(Vm& vm, Module& module) {
  vm.addFunctions(module, kMathFunctions);
  const std::pair<const char*, double> constants[] = {
      {"pi", std::numbers::pi},
      {"e", std::numbers::e},
      {"tau", 2 * std::numbers::pi},
      {"inf", INFINITY},
      {"nan", std::numeric_limits<double>::quiet_NaN()}};
  for (auto [name, value] : constants) module.globals->set(vm.intern(name), Value::real(value));
}

}  // namespace ts::eval
