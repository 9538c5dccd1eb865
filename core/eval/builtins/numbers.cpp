// int and bool.
#include "core/eval/builtins/numbers.h"

#include <bit>
#include <cmath>
#include <optional>

#include "core/eval/builtins/format.h"
#include "core/eval/builtins/init.h"
#include "core/eval/builtins/text.h"
#include "core/eval/special_call.h"
#include "core/syntax/python_repr.h"

namespace ts::eval {
namespace {

int64_t intOf(const Value& value) { return numberOf(value).integer; }

// ---- construction

int64_t intFromText(Vm& vm, std::string_view text, int base, const Value& argument) {
  std::optional<ParsedInt> parsed = parseInt(text, base);
  if (!parsed)
    vm.raiseValueError("invalid literal for int() with base " + std::to_string(base) + ": " +
                       vm.repr(argument));
  if (parsed->tooLarge) raiseTooLarge(vm);
  return parsed->value;
}

Value makeInt(Vm& vm, Class* cls, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {"", "base"};
  Value given[2];
  readArguments(vm, "int", args, kNames, given);
  int64_t value = 0;
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
  if (cls == vm.types.integer) return Value::integer(value);
  return new IntObject(cls, value);
}

Value makeBool(Vm& vm, Class*, const CallArgs& args) {
  if (anyUnknown(args)) return Value::unknown();
  static constexpr const char* kNames[] = {""};
  Value given[1];
  readArguments(vm, "bool", args, kNames, given);
  return Value::boolean(!given[0].isUnbound() && vm.truth(given[0]));
}

// ---- operators

int64_t shiftLeft(Vm& vm, int64_t a, int64_t count) {
  if (count < 0) vm.raiseValueError("negative shift count");
  if (a == 0) return 0;
  if (count > 62) {
    if (count == 63 && a == -1) return INT64_MIN;
    raiseTooLarge(vm);
  }
  int64_t shifted = static_cast<int64_t>(static_cast<uint64_t>(a) << count);
  if (shifted >> count != a) raiseTooLarge(vm);
  return shifted;
}

int64_t shiftRight(Vm& vm, int64_t a, int64_t count) {
  if (count < 0) vm.raiseValueError("negative shift count");
  return a >> std::min<int64_t>(count, 63);
}

Value intBinary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  Number x = numberOf(left), y = numberOf(right);
  if (x.kind != Number::Kind::Int || y.kind != Number::Kind::Int) return Value::notImplemented();
  int64_t a = x.integer, b = y.integer;
  // & | ^ of two bools return a bool.
  auto bits = [&](int64_t value) {
    return left.isBool() && right.isBool() ? Value::boolean(value != 0) : Value::integer(value);
  };
  switch (op) {
    case BinaryOp::Add: return Value::integer(addInts(vm, a, b));
    case BinaryOp::Sub: return Value::integer(subtractInts(vm, a, b));
    case BinaryOp::Mult: return Value::integer(multiplyInts(vm, a, b));
    case BinaryOp::MatMult: return Value::notImplemented();
    case BinaryOp::Div: return Value::real(divideInts(vm, a, b));
    case BinaryOp::Mod: return Value::integer(floorModulo(vm, a, b));
    case BinaryOp::FloorDiv: return Value::integer(floorDivide(vm, a, b));
    case BinaryOp::LShift: return Value::integer(shiftLeft(vm, a, b));
    case BinaryOp::RShift: return Value::integer(shiftRight(vm, a, b));
    case BinaryOp::BitOr: return bits(a | b);
    case BinaryOp::BitXor: return bits(a ^ b);
    case BinaryOp::BitAnd: return bits(a & b);
    case BinaryOp::Pow:
      if (b >= 0) return Value::integer(power(vm, a, b));
      if (a == 0) vm.raise(vm.types.ZeroDivisionError, "0.0 cannot be raised to a negative power");
      return Value::real(std::pow(static_cast<double>(a), static_cast<double>(b)));
  }
  return Value::notImplemented();
}

Value intCompare(Vm&, CompareOp op, const Value& left, const Value& right) {
  Number x = numberOf(left), y = numberOf(right);
  if (x.kind != Number::Kind::Int || y.kind != Number::Kind::Int) return Value::notImplemented();
  int64_t a = x.integer, b = y.integer;
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

Value intUnary(Vm& vm, UnaryOp op, const Value& value) {
  int64_t a = intOf(value);
  switch (op) {
    case UnaryOp::Neg: return Value::integer(subtractInts(vm, 0, a));
    case UnaryOp::Pos: return Value::integer(a);
    case UnaryOp::Invert: return Value::integer(~a);
    case UnaryOp::Not: return Value::boolean(a == 0);
  }
  return Value::notImplemented();
}

std::string intRepr(Vm&, const Value& self) { return std::to_string(intOf(self)); }
std::string boolRepr(Vm&, const Value& self) { return self.integerValue() ? "True" : "False"; }
std::string intFormat(Vm& vm, const Value& self, std::string_view spec) {
  return formatInt(vm, intOf(self), spec, vm.classOf(self)->name);
}
std::string boolFormat(Vm& vm, const Value& self, std::string_view spec) {
  return spec.empty() ? boolRepr(vm, self) : formatInt(vm, intOf(self), spec, "bool");
}
size_t intHash(Vm&, const Value& self) { return hashInt(intOf(self)); }
bool intTruth(Vm&, const Value& self) { return intOf(self) != 0; }

// ---- methods

Value intItself(Vm&, Value* args) { return Value::integer(intOf(args[0])); }
Value one(Vm&, Value*) { return Value::integer(1); }
Value asReal(Vm&, Value* args) { return Value::real(numberOf(args[0]).real); }
Value intIsTrue(Vm&, Value* args) { return Value::boolean(intOf(args[0]) != 0); }

Value intAbsolute(Vm& vm, Value* args) {
  int64_t value = intOf(args[0]);
  return Value::integer(value < 0 ? subtractInts(vm, 0, value) : value);
}

uint64_t magnitude(int64_t value) {
  return value < 0 ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
}
Value bitLength(Vm&, Value* args) {
  return Value::integer(std::bit_width(magnitude(intOf(args[0]))));
}
Value bitCount(Vm&, Value* args) {
  return Value::integer(std::popcount(magnitude(intOf(args[0]))));
}

Value intRatio(Vm& vm, Value* args) {
  return vm.tuple({Value::integer(intOf(args[0])), Value::integer(1)});
}

Value intDivideWithRest(Vm& vm, Value* args) {
  Number other = numberOf(args[1]);
  if (other.kind != Number::Kind::Int) return Value::notImplemented();
  int64_t a = intOf(args[0]);
  return vm.tuple({Value::integer(floorDivide(vm, a, other.integer)),
                   Value::integer(floorModulo(vm, a, other.integer))});
}

Value intRounded(Vm& vm, Value* args) {
  int64_t value = intOf(args[0]);
  if (args[1].isUnbound() || args[1].isNone()) return Value::integer(value);
  return Value::integer(roundInt(vm, value, vm.toIndex(args[1])));
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
  int64_t value = intOf(args[0]);
  int64_t length = args[1].isUnbound() ? 1 : vm.toIndex(args[1]);
  bool little = isLittle(vm, args[2]), isSigned = vm.truth(args[3]);
  if (length < 0) vm.raiseValueError("length argument must be non-negative");
  if (value < 0 && !isSigned)
    vm.raise(vm.types.OverflowError, "can't convert negative int to unsigned");
  int64_t bits =
      std::bit_width(static_cast<uint64_t>(value < 0 ? ~value : value)) + (isSigned ? 1 : 0);
  if (value != 0 && length < 9 && bits > length * 8)
    vm.raise(vm.types.OverflowError, "int too big to convert");
  std::string data(static_cast<size_t>(length), value < 0 ? '\xff' : '\0');
  for (size_t i = 0; i < data.size() && i < 8; ++i)
    data[little ? i : data.size() - 1 - i] =
        static_cast<char>(static_cast<uint64_t>(value) >> (8 * i));
  return vm.bytes(std::move(data));
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
  bool negative = isSigned && !gathered.empty() && (gathered[0] & 0x80);
  char filler = negative ? '\xff' : '\0';
  size_t skip = 0;
  while (gathered.size() - skip > 8 && gathered[skip] == filler) ++skip;
  uint64_t value = negative ? ~uint64_t{0} : 0;
  if (gathered.size() - skip > 8) raiseTooLarge(vm);
  for (size_t i = skip; i < gathered.size(); ++i)
    value = value << 8 | static_cast<unsigned char>(gathered[i]);
  if ((static_cast<int64_t>(value) < 0) != negative) raiseTooLarge(vm);
  int64_t result = static_cast<int64_t>(value);
  auto* cls = args[0].as<Class>();
  if (cls == vm.types.integer) return Value::integer(result);
  return vm.call(args[0], {Value::integer(result)});
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

int64_t toInt(Vm& vm, const Value& value) {
  Number number = numberOf(value);
  Class* cls = vm.classOf(value);
  // A subclass of int or float may define __int__.
  if (value.isObject() && cls->has(Special::Int)) {
    Value created = callSpecial(vm, *cls->lookup(vm.special(Special::Int)), value);
    if (created.isUnknown()) throw UnknownTruth{};
    Number result = numberOf(created);
    if (result.kind != Number::Kind::Int)
      vm.raiseTypeError("__int__ returned non-int (type " + vm.classOf(created)->name + ")");
    return result.integer;
  }
  if (number.kind == Number::Kind::Int) return number.integer;
  if (number.kind == Number::Kind::Real) return truncate(vm, number.real);
  auto by = [&](const char* name) -> std::optional<int64_t> {
    if (number.kind != Number::Kind::None) return std::nullopt;
    const Value method = vm.lookupSpecial(value, vm.intern(name));
    if (method.isUnbound()) return std::nullopt;
    const Value value = vm.call(method);
    if (value.isUnknown()) throw UnknownTruth{};
    if (numberOf(value).kind == Number::Kind::Int) return numberOf(value).integer;
    vm.raiseTypeError("__int__ returned non-int (type " + vm.classOf(value)->name + ")");
  };
  if (auto result = by("__int__")) return *result;
  int64_t index = 0;
  if (vm.asInt(value, index, true)) return index;
  if (auto result = by("__trunc__")) return *result;
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
