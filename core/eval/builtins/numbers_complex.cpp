// complex.
#include <cmath>
#include <complex>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"
#include "core/eval/vm/special_call.h"

namespace ts::eval {
namespace {

using Pair = std::complex<double>;

Pair pairOf(const Value& value) {
  Number number = numberOf(value);
  return {number.real, number.imag};
}
Value complexMake(Vm& vm, Pair value) { return vm.complex(value.real(), value.imag()); }

// The length of the number at the start of the text: sign, digits, point, exponent, or inf and nan.
size_t numberLength(std::string_view text) {
  size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  auto isDigit = [&](size_t i) {
    return i < text.size() && (std::isdigit(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (std::string_view word : {"infinity", "inf", "nan"}) {
    bool same = text.size() - at >= word.size();
    for (size_t i = 0; same && i < word.size(); ++i) same = (text[at + i] | 0x20) == word[i];
    if (same) return at + word.size();
  }
  size_t start = at;
  while (isDigit(at)) ++at;
  if (at < text.size() && text[at] == '.') ++at;
  while (isDigit(at)) ++at;
  if (at == start) return 0;
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (isDigit(exponent)) {
      while (isDigit(exponent)) ++exponent;
      at = exponent;
    }
  }
  return at;
}

std::optional<Pair> parseComplex(std::string_view text) {
  text = stripSpaces(text, true, true, kTextSpaces);
  if (text.starts_with('(') && text.ends_with(')') && text.size() > 1)
    text = stripSpaces(text.substr(1, text.size() - 2), true, true, kTextSpaces);
  auto isUnit = [](std::string_view rest) { return rest == "j" || rest == "J"; };
  // "j", "+j" and "-j" have no digits.
  auto imaginary = [&](std::string_view part) -> std::optional<double> {
    if (part.empty() || !isUnit(part.substr(part.size() - 1))) return std::nullopt;
    part.remove_suffix(1);
    if (part.empty() || part == "+") return 1.0;
    if (part == "-") return -1.0;
    return numberLength(part) == part.size() ? parseReal(part) : std::nullopt;
  };
  if (std::optional<double> alone = imaginary(text)) return Pair(0, *alone);
  size_t first = numberLength(text);
  if (first == 0) return std::nullopt;
  std::optional<double> real = parseReal(text.substr(0, first));
  std::string_view rest = text.substr(first);
  if (!real) return std::nullopt;
  if (rest.empty()) return Pair(*real, 0);
  if (rest[0] != '+' && rest[0] != '-') return std::nullopt;
  std::optional<double> second = imaginary(rest);
  if (!second) return std::nullopt;
  return Pair(*real, *second);
}

Value makeComplex(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {"real", "imag"};
  Value given[2];
  readArguments(vm, "complex", args, kNames, given);
  Pair value;
  std::string_view text;
  if (asText(given[0], text)) {
    if (!given[1].isUnbound())
      vm.raiseTypeError("complex() can't take second arg if first is a string");
    std::optional<Pair> parsed = parseComplex(text);
    if (!parsed) vm.raiseValueError("complex() arg is a malformed string");
    value = *parsed;
  } else {
    double real = 0, imag = 0;
    if (!given[0].isUnbound() && !asComplex(vm, given[0], real, imag))
      vm.raiseTypeError("complex() first argument must be a string or a number, not '" +
                        vm.classOf(given[0])->name + "'");
    value = {real, imag};
    if (!given[1].isUnbound()) {
      if (asText(given[1], text)) vm.raiseTypeError("complex() second arg can't be a string");
      if (!asComplex(vm, given[1], real, imag))
        vm.raiseTypeError("complex() second argument must be a number, not '" +
                          vm.classOf(given[1])->name + "'");
      // real + imag * 1j; both may be complex.
      value = {value.real() - imag,
               numberOf(given[0]).kind == Number::Kind::Complex ? value.imag() + real : real};
    }
  }
  if (cls == vm.types.complex) return complexMake(vm, value);
  return new Complex(cls, value.real(), value.imag());
}

Pair product(Pair a, Pair b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Smith's method, like CPython.
Pair quotient(Vm& vm, Pair a, Pair b) {
  double absReal = std::fabs(b.real()), absImag = std::fabs(b.imag());
  if (absReal == 0 && absImag == 0)
    vm.raise(vm.types.ZeroDivisionError, "complex division by zero");
  if (absReal >= absImag) {
    double ratio = b.imag() / b.real(), denominator = b.real() + b.imag() * ratio;
    return {(a.real() + a.imag() * ratio) / denominator,
            (a.imag() - a.real() * ratio) / denominator};
  }
  if (absImag >= absReal) {
    double ratio = b.real() / b.imag(), denominator = b.real() * ratio + b.imag();
    return {(a.real() * ratio + a.imag()) / denominator,
            (a.imag() * ratio - a.real()) / denominator};
  }
  return {NAN, NAN};
}

Pair powerOf(Vm& vm, Pair base, Pair exponent) {
  if (exponent == Pair(0, 0)) return {1, 0};
  if (base == Pair(0, 0)) {
    if (exponent.imag() != 0 || exponent.real() < 0)
      vm.raise(vm.types.ZeroDivisionError, "0.0 to a negative or complex power");
    return {0, 0};
  }
  // Small integer exponents use repeated multiplication, which is exact for exact products.
  if (exponent.imag() == 0 && exponent.real() == std::floor(exponent.real()) &&
      std::fabs(exponent.real()) <= 100) {
    int times = static_cast<int>(std::fabs(exponent.real()));
    Pair result(1, 0), square = base;
    for (int mask = 1; mask <= times; mask <<= 1) {
      if (times & mask) result = product(result, square);
      square = product(square, square);
    }
    return exponent.real() > 0 ? result : quotient(vm, {1, 0}, result);
  }
  double length = std::pow(std::hypot(base.real(), base.imag()), exponent.real());
  double angle = std::atan2(base.imag(), base.real()), phase = angle * exponent.real();
  if (exponent.imag() != 0) {
    length *= std::exp(-angle * exponent.imag());
    phase += exponent.imag() * std::log(std::hypot(base.real(), base.imag()));
  }
  return {length * std::cos(phase), length * std::sin(phase)};
}

Value complexBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (numberOf(left).kind == Number::Kind::None || numberOf(right).kind == Number::Kind::None)
    return Value::notImplemented();
  finiteReal(vm, numberOf(left));
  finiteReal(vm, numberOf(right));
  Pair a = pairOf(left), b = pairOf(right);
  switch (op) {
    case BinaryOp::Add: return complexMake(vm, a + b);
    case BinaryOp::Sub: return complexMake(vm, a - b);
    case BinaryOp::Mult: return complexMake(vm, product(a, b));
    case BinaryOp::Div: return complexMake(vm, quotient(vm, a, b));
    case BinaryOp::Pow: return complexMake(vm, powerOf(vm, a, b));
    default: return Value::notImplemented();
  }
}

Value complexCompare(Vm&, CompareOp op, const Value& left, const Value& right) {
  Number x = numberOf(left), y = numberOf(right);
  if (x.kind == Number::Kind::None || y.kind == Number::Kind::None ||
      (op != CompareOp::Eq && op != CompareOp::Ne))
    return Value::notImplemented();
  auto sameReal = [](const Number& a, const Number& b) {
    return a.isInteger() ? compareIntReal(CompareOp::Eq, a, b.real) : a.real == b.real;
  };
  bool same = x.imag == y.imag && (x.isInteger() ? sameReal(x, y) : sameReal(y, x));
  return Value::boolean(same == (op == CompareOp::Eq));
}

Value complexUnary(Vm& vm, UnaryOp op, const Value& value) {
  Pair a = pairOf(value);
  switch (op) {
    case UnaryOp::Neg: return complexMake(vm, -a);
    case UnaryOp::Pos: return complexMake(vm, a);
    case UnaryOp::Not: return Value::boolean(a == Pair(0, 0));
    case UnaryOp::Invert: break;
  }
  return Value::notImplemented();
}

std::string complexRepr(Vm&, const Value& self) {
  Pair value = pairOf(self);
  return reprComplex(value.real(), value.imag());
}
std::string complexFormat(Vm& vm, const Value& self, std::string_view spec) {
  Pair value = pairOf(self);
  return formatComplex(vm, value.real(), value.imag(), spec);
}
size_t complexHash(Vm&, const Value& self) {
  Pair value = pairOf(self);
  return hashComplex(value.real(), value.imag());
}
bool complexTruth(Vm&, const Value& self) { return pairOf(self) != Pair(0, 0); }

Value conjugate(Vm& vm, Value* args) { return complexMake(vm, std::conj(pairOf(args[0]))); }
Value complexItself(Vm& vm, Value* args) { return complexMake(vm, pairOf(args[0])); }
Value realPart(Vm&, Value* args) { return Value::real(pairOf(args[0]).real()); }
Value imagPart(Vm&, Value* args) { return Value::real(pairOf(args[0]).imag()); }
Value complexIsTrue(Vm& vm, Value* args) { return Value::boolean(complexTruth(vm, args[0])); }
Value complexAbsolute(Vm& vm, Value* args) {
  Pair value = pairOf(args[0]);
  double length = std::hypot(value.real(), value.imag());
  if (std::isinf(length) && std::isfinite(value.real()) && std::isfinite(value.imag()))
    vm.raise(vm.types.OverflowError, "absolute value too large");
  return Value::real(length);
}

constexpr NativeDef kComplexMethods[] = {
    {"conjugate", "self", conjugate},    {"real", "self", realPart, kGetter},
    {"imag", "self", imagPart, kGetter}, {"__complex__", "self", complexItself},
    {"__bool__", "self", complexIsTrue}, {"__abs__", "self", complexAbsolute},
};

constexpr TypeOps complexOps() {
  TypeOps ops;
  ops.make = makeComplex;
  ops.repr = complexRepr;
  ops.format = complexFormat;
  ops.hash = complexHash;
  ops.compare = complexCompare;
  ops.binary = complexBinary;
  ops.unary = complexUnary;
  ops.truth = complexTruth;
  return ops;
}
constexpr TypeOps kComplexOps = complexOps();
constexpr NativeClass kComplexClass{"complex", "builtins", Kind::Complex, &kComplexOps,
                                    kComplexMethods};

}  // namespace

bool asComplex(Vm& vm, const Value& value, double& real, double& imag) {
  Number number = numberOf(value);
  if (number.kind != Number::Kind::None) {
    real = number.real;
    imag = number.imag;
    return true;
  }
  if (Value method = vm.lookupSpecial(value, vm.intern("__complex__")); !method.isUnbound()) {
    Value result = vm.call(method);
    if (result.isUnknown()) throw UnknownTruth{};
    number = numberOf(result);
    if (number.kind != Number::Kind::Complex)
      vm.raiseTypeError("__complex__ returned non-complex (type " + vm.classOf(result)->name + ")");
    real = number.real;
    imag = number.imag;
    return true;
  }
  if (vm.lookupSpecial(value, vm.special(Special::Float)).isUnbound()) {
    int64_t index = 0;
    if (!vm.asInt(value, index, true)) return false;
    real = static_cast<double>(index);
  } else {
    real = toReal(vm, value);
  }
  imag = 0;
  return true;
}

Class* defineComplex(Vm& vm) { return vm.defineClass(kComplexClass); }

}  // namespace ts::eval
