// The math module.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/eval/builtins/numbers.h"
#include "core/eval_stdlib/modules.h"

namespace ts::eval {
namespace {

double realArgument(Vm& vm, const Value& value) {
  if (Number number = numberOf(value);
      number.kind == Number::Kind::Int || number.kind == Number::Kind::Real)
    return number.real;
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
  if (plain && number.kind == Number::Kind::Real)
    return Value::integer(truncate(vm, function(number.real)));
  if (Value method = vm.lookupSpecial(args[0], vm.intern(special)); !method.isUnbound())
    return vm.call(method);
  return Value::integer(truncate(vm, function(realArgument(vm, args[0]))));
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

Value isqrt(Vm& vm, Value* args) {
  int64_t n = vm.toIndex(args[0]);
  if (n < 0) vm.raiseValueError("isqrt() argument must be nonnegative");
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(n)));
  while (static_cast<__int128>(root) * root > n) --root;
  while (static_cast<__int128>(root + 1) * (root + 1) <= n) ++root;
  return Value::integer(root);
}

Value factorial(Vm& vm, Value* args) {
  int64_t n = vm.toIndex(args[0]);
  if (n < 0) vm.raiseValueError("factorial() not defined for negative values");
  int64_t result = 1;
  for (int64_t i = 2; i <= n; ++i) result = multiplyInts(vm, result, i);
  return Value::integer(result);
}

Value combinations(Vm& vm, Value* args) {
  int64_t n = vm.toIndex(args[0]), k = vm.toIndex(args[1]);
  if (n < 0) vm.raiseValueError("n must be a non-negative integer");
  if (k < 0) vm.raiseValueError("k must be a non-negative integer");
  if (k > n) return Value::integer(0);
  k = std::min(k, n - k);
  __int128 result = 1;
  for (int64_t i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;
    if (result > INT64_MAX) raiseTooLarge(vm);
  }
  return Value::integer(static_cast<int64_t>(result));
}

Value permutations(Vm& vm, Value* args) {
  int64_t n = vm.toIndex(args[0]);
  int64_t k = args[1].isNone() ? n : vm.toIndex(args[1]);
  if (n < 0) vm.raiseValueError("n must be a non-negative integer");
  if (k < 0) vm.raiseValueError("k must be a non-negative integer");
  if (k > n) return Value::integer(0);
  int64_t result = 1;
  for (int64_t i = 0; i < k; ++i) result = multiplyInts(vm, result, n - i);
  return Value::integer(result);
}

const std::vector<Value>& items(const Value& tuple) { return tuple.as<Tuple>()->items; }

Value gcd(Vm& vm, Value* args) {
  int64_t result = 0;
  for (const Value& item : items(args[0])) result = greatestDivisor(vm, result, vm.toIndex(item));
  return Value::integer(result);
}

Value lcm(Vm& vm, Value* args) {
  int64_t result = 1;
  for (const Value& item : items(args[0])) {
    int64_t number = vm.toIndex(item);
    if (number == 0) return Value::integer(0);
    result = multiplyInts(vm, result / greatestDivisor(vm, result, number), number);
    if (result < 0) result = subtractInts(vm, 0, result);
  }
  return Value::integer(result);
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
