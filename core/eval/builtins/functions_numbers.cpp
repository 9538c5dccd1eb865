// Builtin functions for numbers.
#include <cmath>

#include "core/eval/builtins/functions.h"
#include "core/eval/builtins/numbers.h"
#include "core/eval/builtins/text.h"

namespace ts::eval {
namespace {

// Calls the method `name` of value; Unbound when it has none.
Value tryCall(Vm& vm, const Value& value, const char* name,
              std::initializer_list<Value> args = {}) {
  Value method = vm.lookupSpecial(value, vm.intern(name));
  return method.isUnbound() || method.isNone() ? Value() : vm.call(method, args);
}

Value numberAbsolute(Vm& vm, Value* args) {
  if (args[0].isFloat()) return Value::real(std::fabs(args[0].realValue()));
  if (args[0].isInt() && args[0].integerValue() >= 0) return args[0];
  Value result = tryCall(vm, args[0], "__abs__");
  if (result.isUnbound())
    vm.raiseTypeError("bad operand type for abs(): '" + vm.classOf(args[0])->name + "'");
  return result;
}

Value roundOf(Vm& vm, Value* args) {
  const bool isWhole = args[1].isUnbound() || args[1].isNone();
  Value result =
      isWhole ? tryCall(vm, args[0], "__round__") : tryCall(vm, args[0], "__round__", {args[1]});
  if (result.isUnbound())
    vm.raiseTypeError("type " + vm.classOf(args[0])->name + " doesn't define __round__ method");
  return result;
}

Value powOf(Vm& vm, Value* args) {
  if (args[2].isNone()) return vm.binary(BinaryOp::Pow, args[0], args[1]);
  const Number base = numberOf(args[0]), exponent = numberOf(args[1]), modulus = numberOf(args[2]);
  if (base.isInteger() && exponent.isInteger() && modulus.isInteger())
    return powerModulo(vm, base, exponent, modulus);
  if (!vm.classOf(args[0])->isNative) {
    Value result = tryCall(vm, args[0], "__pow__", {args[1], args[2]});
    if (!result.isUnbound() && result.tag() != Tag::NotImplemented) return result;
  }
  if (base.isReal() && exponent.isReal() && modulus.isReal())
    vm.raiseTypeError("pow() 3rd argument not allowed unless all arguments are integers");
  vm.raiseTypeError("unsupported operand type(s) for ** or pow(): '" + vm.classOf(args[0])->name +
                    "', '" + vm.classOf(args[1])->name + "', '" + vm.classOf(args[2])->name + "'");
}

Value divmodOf(Vm& vm, Value* args) {
  Value result = tryCall(vm, args[0], "__divmod__", {args[1]});
  if (result.isUnbound() || result.tag() == Tag::NotImplemented)
    result = tryCall(vm, args[1], "__rdivmod__", {args[0]});
  if (!result.isUnbound() && result.tag() != Tag::NotImplemented) return result;
  vm.raiseTypeError("unsupported operand type(s) for divmod(): '" + vm.classOf(args[0])->name +
                    "' and '" + vm.classOf(args[1])->name + "'");
}

Value sumOf(Vm& vm, Value* args) {
  const Value& start = args[1];
  if (start.as<Str>()) vm.raiseTypeError("sum() can't sum strings [use ''.join(seq) instead]");
  if (start.as<Bytes>()) vm.raiseTypeError("sum() can't sum bytes [use b''.join(seq) instead]");
  Value total = start;
  vm.forEach(args[0], [&](const Value& element) {
    total = vm.binary(BinaryOp::Add, total, element);
    return true;
  });
  return total;
}

Value ordOf(Vm& vm, Value* args) {
  if (auto* text = args[0].as<Str>()) {
    if (text->length() != 1)
      vm.raiseTypeError("ord() expected a character, but string of length " +
                        std::to_string(text->length()) + " found");
    return Value::integer(toCodes(text->text)[0]);
  }
  if (auto* bytes = args[0].as<Bytes>()) {
    if (bytes->data.size() != 1)
      vm.raiseTypeError("ord() expected a character, but string of length " +
                        std::to_string(bytes->data.size()) + " found");
    return Value::integer(static_cast<unsigned char>(bytes->data[0]));
  }
  vm.raiseTypeError("ord() expected string of length 1, but " + vm.classOf(args[0])->name +
                    " found");
}

Value chrOf(Vm& vm, Value* args) {
  const int64_t code = vm.toIndex(args[0]);
  if (code < 0 || code > 0x10FFFF) vm.raiseValueError("chr() arg not in range(0x110000)");
  std::string text;
  appendCode(text, static_cast<char32_t>(code));
  return vm.str(std::move(text));
}

template <int base>
Value inBase(Vm& vm, Value* args) {
  Number value = numberOf(args[0]);
  if (!value.isInteger()) value = numberOf(Value::integer(vm.toIndex(args[0])));
  const char* prefix = base == 16 ? "0x" : base == 8 ? "0o" : "0b";
  return vm.str((value.isNegative() ? "-" : "") + (prefix + value.whole().digits(base)));
}

const NativeDef kNumberFunctions[] = {
    {"abs", "x, /", numberAbsolute},
    {"round", "number, ndigits=None", roundOf},
    {"pow", "base, exp, mod=None", powOf},
    {"divmod", "x, y, /", divmodOf},
    {"sum", "iterable, /, start=0", sumOf},
    {"ord", "c, /", ordOf},
    {"chr", "i, /", chrOf},
    {"hex", "number, /", inBase<16>},
    {"oct", "number, /", inBase<8>},
    {"bin", "number, /", inBase<2>},
};

}  // namespace

std::span<const NativeDef> numberFunctions() { return kNumberFunctions; }

}  // namespace ts::eval
