// int and bool.
#include "core/eval/builtins/numbers.h"

#include <optional>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/init.h"
#include "core/eval/builtins/text.h"
#include "core/eval/vm/special_call.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

// ---- construction

Value intFromText(Vm& vm, std::string_view text, int base, const Value& argument) {
  const std::optional<ParsedInt> parsed = parseInt(text, base);
  if (!parsed)
    vm.raiseValueError("invalid literal for int() with base " + std::to_string(base) + ": " +
                       vm.repr(argument));
  return integerOf(vm, *parsed);
}

// An int as an instance of a class: int or a subclass.
Value intOfClass(Vm& vm, Class* cls, const Value& value) {
  if (cls == vm.types.integer) return value;
  const Number number = numberOf(value);
  if (number.big) return new BigInt(cls, *number.big);
  return new IntObject(cls, number.integer);
}

Value makeInt(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {"", "base"};
  Value given[2];
  readArguments(vm, "int", args, kNames, given);
  Value value = Value::integer(0);
  std::string_view text;
  bool isText = asText(given[0], text) || asBytes(given[0], text);
  if (!given[1].isUnbound()) {
    if (given[0].isUnbound()) vm.raiseTypeError("int() missing string argument");
    int64_t base = vm.toIndex(given[1]);
    if (base != 0 && (base < 2 || base > 36))
      vm.raiseValueError("int() base must be >= 2 and <= 36, or 0");
    if (!isText) vm.raiseTypeError("int() can't convert non-string with explicit base");
    value = intFromText(vm, text, static_cast<int>(base), given[0]);
  } else if (isText) {
    value = intFromText(vm, text, 10, given[0]);
  } else if (!given[0].isUnbound()) {
    value = toInt(vm, given[0]);
  }
  return intOfClass(vm, cls, value);
}

Value makeBool(Vm& vm, Class*, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {""};
  Value given[1];
  readArguments(vm, "bool", args, kNames, given);
  return Value::boolean(!given[0].isUnbound() && vm.truth(given[0]));
}

// ---- operators

Value intBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const Number a = numberOf(left), b = numberOf(right);
  if (!a.isInteger() || !b.isInteger()) return Value::notImplemented();
  const Value result = integerBinary(vm, op, a, b);
  // & | ^ of two bools return a bool.
  const bool isBits = op == BinaryOp::BitOr || op == BinaryOp::BitXor || op == BinaryOp::BitAnd;
  if (isBits && left.isBool() && right.isBool()) return Value::boolean(result.integerValue() != 0);
  return result;
}

Value intCompare(Vm&, CompareOp op, const Value& left, const Value& right) {
  const Number a = numberOf(left), b = numberOf(right);
  if (!a.isInteger() || !b.isInteger()) return Value::notImplemented();
  return Value::boolean(integerCompare(op, a, b));
}

Value intUnary(Vm& vm, UnaryOp op, const Value& value) {
  const Number number = numberOf(value);
  switch (op) {
    case UnaryOp::Neg: return integerNegated(vm, number);
    case UnaryOp::Pos: return integerOf(vm, number);
    case UnaryOp::Invert:
      return integerBinary(vm, BinaryOp::Sub, numberOf(Value::integer(-1)), number);
    case UnaryOp::Not: return Value::boolean(number.isZero());
  }
  return Value::notImplemented();
}

std::string intRepr(Vm& vm, const Value& self) { return integerText(vm, numberOf(self)); }
std::string boolRepr(Vm&, const Value& self) { return self.integerValue() ? "True" : "False"; }
std::string intFormat(Vm& vm, const Value& self, std::string_view spec) {
  return formatInt(vm, numberOf(self), spec, vm.classOf(self)->name);
}
std::string boolFormat(Vm& vm, const Value& self, std::string_view spec) {
  return spec.empty() ? boolRepr(vm, self) : formatInt(vm, numberOf(self), spec, "bool");
}
size_t intHash(Vm&, const Value& self) { return hashInt(numberOf(self)); }
bool intTruth(Vm&, const Value& self) { return !numberOf(self).isZero(); }

// ---- methods

Value intItself(Vm& vm, Value* args) { return integerOf(vm, numberOf(args[0])); }
Value one(Vm&, Value*) { return Value::integer(1); }
Value asReal(Vm& vm, Value* args) { return Value::real(finiteReal(vm, numberOf(args[0]))); }
Value intIsTrue(Vm&, Value* args) { return Value::boolean(!numberOf(args[0]).isZero()); }

Value intAbsolute(Vm& vm, Value* args) {
  const Number number = numberOf(args[0]);
  return number.isNegative() ? integerNegated(vm, number) : integerOf(vm, number);
}

Value bitLength(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(numberOf(args[0]).whole().bits()));
}
Value bitCount(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(numberOf(args[0]).whole().oneBits()));
}

Value intRatio(Vm& vm, Value* args) {
  return vm.tuple({integerOf(vm, numberOf(args[0])), Value::integer(1)});
}

Value intDivideWithRest(Vm& vm, Value* args) {
  const Number number = numberOf(args[0]), other = numberOf(args[1]);
  if (!other.isInteger()) return Value::notImplemented();
  return vm.tuple({integerBinary(vm, BinaryOp::FloorDiv, number, other),
                   integerBinary(vm, BinaryOp::Mod, number, other)});
}

Value intRounded(Vm& vm, Value* args) {
  const Number number = numberOf(args[0]);
  if (args[1].isUnbound() || args[1].isNone()) return integerOf(vm, number);
  Number digits = numberOf(args[1]);
  if (!digits.isInteger()) digits = numberOf(Value::integer(vm.toIndex(args[1])));
  return roundInteger(vm, number, digits);
}

bool isLittle(Vm& vm, const Value& order) {
  std::string_view text;
  if (order.isUnbound()) return false;
  if (!asText(order, text))
    vm.raiseTypeError("argument 'byteorder' must be str, not " + vm.classOf(order)->name);
  if (text != "little" && text != "big")
    vm.raiseValueError("byteorder must be either 'little' or 'big'");
  return text == "little";
}

Value toBytes(Vm& vm, Value* args) {
  const BigInteger value = numberOf(args[0]).whole();
  const int64_t length = args[1].isUnbound() ? 1 : vm.toIndex(args[1]);
  const bool little = isLittle(vm, args[2]), isSigned = vm.truth(args[3]);
  if (length < 0) vm.raiseValueError("length argument must be non-negative");
  if (value.isNegative() && !isSigned)
    vm.raise(vm.types.OverflowError, "can't convert negative int to unsigned");
  // -128 needs as many bits as 127.
  const uint64_t bits =
      (value.isNegative() ? value + BigInteger(1) : value).bits() + (isSigned ? 1 : 0);
  const auto size = static_cast<uint64_t>(length);
  if (!value.isZero() && (bits + 7) / 8 > size)
    vm.raise(vm.types.OverflowError, "int too big to convert");
  vm.burnFor(size);
  return vm.bytes(value.bytes(size, little));
}

Value fromBytes(Vm& vm, Value* args) {
  std::string_view data;
  std::string gathered;
  if (asBytes(args[1], data)) {
    gathered = data;
  } else {
    if (std::string_view text; asText(args[1], text))
      vm.raiseTypeError("cannot convert 'str' object to bytes");
    for (const Value& byte : vm.toVector(args[1])) {
      const int64_t number = vm.toIndex(byte);
      if (number < 0 || number > 255) vm.raiseValueError("bytes must be in range(0, 256)");
      gathered += static_cast<char>(number);
    }
  }
  bool little = isLittle(vm, args[2]), isSigned = vm.truth(args[3]);
  if (little) gathered.assign(gathered.rbegin(), gathered.rend());
  vm.burnFor(gathered.size());
  const Value result = vm.integer(BigInteger::ofBytes(gathered, isSigned));
  auto* cls = args[0].as<Class>();
  return cls == vm.types.integer ? result : vm.call(args[0], {result});
}

constexpr NativeDef kIntMethods[] = {
    {"bit_length", "self", bitLength},
    {"bit_count", "self", bitCount},
    {"conjugate", "self", intItself},
    {"as_integer_ratio", "self", intRatio},
    {"to_bytes", "self, length=..., byteorder=..., *, signed=False", toBytes},
    {"from_bytes", "cls, bytes, byteorder=..., *, signed=False", fromBytes, kClass},
    {"real", "self", intItself, kGetter},
    {"imag", "self", returnZero, kGetter},
    {"numerator", "self", intItself, kGetter},
    {"denominator", "self", one, kGetter},
    {"__int__", "self", intItself},
    {"__index__", "self", intItself},
    {"__trunc__", "self", intItself},
    {"__floor__", "self", intItself},
    {"__ceil__", "self", intItself},
    {"__float__", "self", asReal},
    {"__bool__", "self", intIsTrue},
    {"__abs__", "self", intAbsolute},
    {"__round__", "self, ndigits=...", intRounded},
    {"__divmod__", "self, other, /", intDivideWithRest},
};

constexpr TypeOps intOps() {
  TypeOps ops;
  ops.make = makeInt;
  ops.repr = intRepr;
  ops.format = intFormat;
  ops.hash = intHash;
  ops.compare = intCompare;
  ops.binary = intBinary;
  ops.unary = intUnary;
  ops.truth = intTruth;
  return ops;
}
constexpr TypeOps boolOps() {
  TypeOps ops = intOps();
  ops.make = makeBool;
  ops.repr = boolRepr;
  ops.format = boolFormat;
  return ops;
}
constexpr TypeOps kIntOps = intOps(), kBoolOps = boolOps();
constexpr NativeClass kInt{"int", "builtins", Kind::Int, &kIntOps, kIntMethods};
constexpr NativeClass kBool{"bool", "builtins", Kind::Int, &kBoolOps, {}, false};

}  // namespace

Value toInt(Vm& vm, const Value& value) {
  Number number = numberOf(value);
  Class* cls = vm.classOf(value);
  const auto plain = [&](const Value& result) {
    if (result.isUnknown()) throw UnknownTruth{};
    const Number whole = numberOf(result);
    if (whole.isInteger()) return integerOf(vm, whole);
    vm.raiseTypeError("__int__ returned non-int (type " + vm.classOf(result)->name + ")");
  };
  // A subclass of int or float may define __int__.
  if (value.isObject() && cls->has(Special::Int))
    return plain(callSpecial(vm, *cls->lookup(vm.special(Special::Int)), value));
  if (number.isInteger()) return integerOf(vm, number);
  if (number.kind == Number::Kind::Real) return truncate(vm, number.real);
  const auto by = [&](const char* name) {
    if (number.kind != Number::Kind::None) return Value();
    const Value method = vm.lookupSpecial(value, vm.intern(name));
    return method.isUnbound() ? Value() : plain(vm.call(method));
  };
  if (Value result = by("__int__"); !result.isUnbound()) return result;
  if (Value result = by("__index__"); !result.isUnbound()) return result;
  if (Value result = by("__trunc__"); !result.isUnbound()) return result;
  vm.raiseTypeError("int() argument must be a string, a bytes-like object or a real number, not '" +
                    cls->name + "'");
}

void initNumbers(Vm& vm) {
  vm.types.integer = vm.defineClass(kInt);
  vm.types.boolean = vm.defineClass(kBool, {vm.types.integer});
  vm.types.real = defineReal(vm);
  vm.types.complex = defineComplex(vm);
  for (Class* cls : {vm.types.integer, vm.types.boolean, vm.types.real, vm.types.complex})
    vm.builtins().set(vm.intern(cls->name), cls);
}

}  // namespace ts::eval
