// float.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/eval/vm/special_call.h"

namespace ts::eval {
namespace {

double realOf(const Value& value) { return numberOf(value).real; }

Value makeReal(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {""};
  Value given[1];
  readArguments(vm, "float", args, kNames, given);
  double value = 0;
  std::string_view text;
  if (asText(given[0], text) || asBytes(given[0], text)) {
    std::optional<double> parsed = parseReal(text);
    if (!parsed) vm.raiseValueError("could not convert string to float: " + vm.repr(given[0]));
    value = *parsed;
  } else if (!given[0].isUnbound()) {
    value = toReal(vm, given[0]);
  }
  if (cls == vm.types.real) return Value::real(value);
  return new FloatObject(cls, value);
}

// float ** float; complex for a negative base and a fractional exponent.
Value powerReal(Vm& vm, double a, double b) {
  if (b == 0 || a == 1) return Value::real(1);
  if (a == 0 && b < 0)
    vm.raise(vm.types.ZeroDivisionError, "0.0 cannot be raised to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && std::floor(b) != b)
    return vm.binary(BinaryOp::Pow, vm.complex(a, 0), vm.complex(b, 0));
  double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
    vm.raise(vm.types.OverflowError, {Value::integer(34), vm.str("Numerical result out of range")});
  return Value::real(result);
}

Value realBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  Number x = numberOf(left), y = numberOf(right);
  if (!x.isReal() || !y.isReal()) return Value::notImplemented();
  const double a = finiteReal(vm, x), b = finiteReal(vm, y);
  switch (op) {
    case BinaryOp::Add: return Value::real(a + b);
    case BinaryOp::Sub: return Value::real(a - b);
    case BinaryOp::Mult: return Value::real(a * b);
    case BinaryOp::Div:
      if (b == 0) vm.raise(vm.types.ZeroDivisionError, "float division by zero");
      return Value::real(a / b);
    case BinaryOp::Mod: return Value::real(floorModulo(vm, a, b));
    case BinaryOp::FloorDiv: return Value::real(floorDivide(vm, a, b));
    case BinaryOp::Pow: return powerReal(vm, a, b);
    default: return Value::notImplemented();
  }
}

CompareOp swapped(CompareOp op) {
  switch (op) {
    case CompareOp::Lt: return CompareOp::Gt;
    case CompareOp::Le: return CompareOp::Ge;
    case CompareOp::Gt: return CompareOp::Lt;
    case CompareOp::Ge: return CompareOp::Le;
    default: return op;
  }
}

Value realCompare(Vm&, CompareOp op, const Value& left, const Value& right) {
  Number x = numberOf(left), y = numberOf(right);
  if (!x.isReal() || !y.isReal()) return Value::notImplemented();
  if (x.isInteger()) return Value::boolean(compareIntReal(op, x, y.real));
  if (y.isInteger()) return Value::boolean(compareIntReal(swapped(op), y, x.real));
  double a = x.real, b = y.real;
  switch (op) {
    case CompareOp::Eq: return Value::boolean(a == b);
    case CompareOp::Ne: return Value::boolean(a != b);
    case CompareOp::Lt: return Value::boolean(a < b);
    case CompareOp::Le: return Value::boolean(a <= b);
    case CompareOp::Gt: return Value::boolean(a > b);
    case CompareOp::Ge: return Value::boolean(a >= b);
  }
  return Value::notImplemented();
}

Value realUnary(Vm&, UnaryOp op, const Value& value) {
  double a = realOf(value);
  switch (op) {
    case UnaryOp::Neg: return Value::real(-a);
    case UnaryOp::Pos: return Value::real(a);
    case UnaryOp::Not: return Value::boolean(a == 0);
    case UnaryOp::Invert: break;
  }
  return Value::notImplemented();
}

std::string realRepr(Vm&, const Value& self) { return reprReal(realOf(self)); }
std::string realFormat(Vm& vm, const Value& self, std::string_view spec) {
  return formatReal(vm, realOf(self), spec, vm.classOf(self)->name);
}
size_t realHash(Vm&, const Value& self) { return hashReal(realOf(self)); }
bool realTruth(Vm&, const Value& self) { return realOf(self) != 0; }

// ---- methods

Value floatItself(Vm&, Value* args) { return Value::real(realOf(args[0])); }
Value zero(Vm&, Value*) { return Value::real(0); }
Value isInteger(Vm&, Value* args) {
  double value = realOf(args[0]);
  return Value::boolean(std::isfinite(value) && std::floor(value) == value);
}
Value truncated(Vm& vm, Value* args) { return truncate(vm, realOf(args[0])); }
Value floored(Vm& vm, Value* args) { return truncate(vm, std::floor(realOf(args[0]))); }
Value raisedUp(Vm& vm, Value* args) { return truncate(vm, std::ceil(realOf(args[0]))); }
Value floatAbsolute(Vm&, Value* args) { return Value::real(std::fabs(realOf(args[0]))); }
Value floatIsTrue(Vm&, Value* args) { return Value::boolean(realOf(args[0]) != 0); }

Value floatRounded(Vm& vm, Value* args) {
  if (args[1].isUnbound() || args[1].isNone()) return roundReal(vm, realOf(args[0]), std::nullopt);
  return roundReal(vm, realOf(args[0]), vm.toIndex(args[1]));
}

Value floatDivideWithRest(Vm& vm, Value* args) {
  Number other = numberOf(args[1]);
  if (!other.isReal()) return Value::notImplemented();
  const double a = realOf(args[0]), b = finiteReal(vm, other);
  if (b == 0) vm.raise(vm.types.ZeroDivisionError, "float divmod()");
  return vm.tuple({Value::real(floorDivide(vm, a, b)), Value::real(floorModulo(vm, a, b))});
}

Value restOfDivided(Vm& vm, Value* args) {
  const Number other = numberOf(args[1]);
  if (!other.isReal()) return Value::notImplemented();
  Value swapped[] = {Value::real(finiteReal(vm, other)), args[0]};
  return floatDivideWithRest(vm, swapped);
}

Value floatRatio(Vm& vm, Value* args) {
  double value = realOf(args[0]);
  if (std::isnan(value)) vm.raiseValueError("cannot convert NaN to integer ratio");
  if (std::isinf(value))
    vm.raise(vm.types.OverflowError, "cannot convert Infinity to integer ratio");
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  while (mantissa != std::floor(mantissa)) {
    mantissa *= 2;
    --exponent;
  }
  if (value == 0) exponent = 0;
  const BigInteger numerator(static_cast<int64_t>(mantissa)), unit(1);
  const auto up = static_cast<uint64_t>(std::max(exponent, 0));
  const auto down = static_cast<uint64_t>(std::max(-exponent, 0));
  return vm.tuple({vm.integer(numerator.shiftedLeft(up)), vm.integer(unit.shiftedLeft(down))});
}

Value floatHex(Vm& vm, Value* args) {
  double value = realOf(args[0]);
  if (!std::isfinite(value)) return vm.str(reprReal(value));
  if (value == 0) return vm.str(std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0");
  char buffer[64];
  // Subnormal numbers have a leading 0 and the smallest exponent.
  bool subnormal = std::fabs(value) < 0x1p-1022;
  if (subnormal) {
    auto bits = std::bit_cast<unsigned long long>(std::fabs(value));
    std::snprintf(buffer, sizeof buffer, "%s0x0.%013llxp-1022", value < 0 ? "-" : "", bits);
  } else {
    std::snprintf(buffer, sizeof buffer, "%.13a", value);
  }
  return vm.str(buffer);
}

Value floatFromHex(Vm& vm, Value* args) {
  std::string_view text;
  if (!asText(args[1], text)) vm.raiseTypeError("bad argument type for built-in operation");
  text = stripSpaces(text, true, true, kTextSpaces);
  std::string_view digits = text;
  bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  bool word = !digits.empty() && (digits[0] | 0x20) > 'f';  // inf, nan
  std::string readable = word || digits.starts_with("0x") || digits.starts_with("0X")
                             ? std::string(digits)
                             : "0x" + std::string(digits);
  char* end = nullptr;
  double value = std::strtod(readable.c_str(), &end);
  if (digits.empty() || digits[0] == '-' || *end)
    vm.raiseValueError("invalid hexadecimal floating-point string");
  if (!word && std::isinf(value))
    vm.raise(vm.types.OverflowError, "hexadecimal value too large to represent as a float");
  Value result = Value::real(negative ? -value : value);
  return args[0].as<Class>() == vm.types.real ? result : vm.call(args[0], {result});
}

constexpr NativeDef kRealMethods[] = {
    {"is_integer", "self", isInteger},
    {"conjugate", "self", floatItself},
    {"as_integer_ratio", "self", floatRatio},
    {"hex", "self", floatHex},
    {"fromhex", "cls, string, /", floatFromHex, kClass},
    {"real", "self", floatItself, kGetter},
    {"imag", "self", zero, kGetter},
    {"__int__", "self", truncated},
    {"__trunc__", "self", truncated},
    {"__floor__", "self", floored},
    {"__ceil__", "self", raisedUp},
    {"__float__", "self", floatItself},
    {"__bool__", "self", floatIsTrue},
    {"__abs__", "self", floatAbsolute},
    {"__round__", "self, ndigits=...", floatRounded},
    {"__divmod__", "self, other, /", floatDivideWithRest},
    {"__rdivmod__", "self, other, /", restOfDivided},
};

constexpr TypeOps realOps() {
  TypeOps ops;
  ops.make = makeReal;
  ops.repr = realRepr;
  ops.format = realFormat;
  ops.hash = realHash;
  ops.compare = realCompare;
  ops.binary = realBinary;
  ops.unary = realUnary;
  ops.truth = realTruth;
  return ops;
}
constexpr TypeOps kRealOps = realOps();
constexpr NativeClass kReal{"float", "builtins", Kind::Float, &kRealOps, kRealMethods};

}  // namespace

double toReal(Vm& vm, const Value& value) {
  Class* cls = vm.classOf(value);
  if (value.isObject() && cls->has(Special::Float)) {
    Value created = callSpecial(vm, *cls->lookup(vm.special(Special::Float)), value);
    if (created.isUnknown()) throw UnknownTruth{};
    Number result = numberOf(created);
    if (result.kind != Number::Kind::Real)
      vm.raiseTypeError(cls->name + ".__float__ returned non-float (type " +
                        vm.classOf(created)->name + ")");
    return result.real;
  }
  Number number = numberOf(value);
  if (number.isReal()) return finiteReal(vm, number);
  if (number.kind == Number::Kind::None) {
    for (const char* name : {"__float__", "__index__"}) {
      const Value method = vm.lookupSpecial(value, vm.intern(name));
      if (method.isUnbound()) continue;
      const Value result = vm.call(method);
      if (result.isUnknown()) throw UnknownTruth{};
      if (numberOf(result).isReal()) return finiteReal(vm, numberOf(result));
    }
  }
  vm.raiseTypeError("float() argument must be a string or a real number, not '" + cls->name + "'");
}

Class* defineReal(Vm& vm) { return vm.defineClass(kReal); }

}  // namespace ts::eval
