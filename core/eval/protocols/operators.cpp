// Operators and comparisons: reflected methods, the subclass-first rule, NotImplemented.
#include <string>

#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

constexpr BinaryNames kBinaryNames[] = {
    {"+", "__add__", "__radd__", "__iadd__"},
    {"-", "__sub__", "__rsub__", "__isub__"},
    {"*", "__mul__", "__rmul__", "__imul__"},
    {"@", "__matmul__", "__rmatmul__", "__imatmul__"},
    {"/", "__truediv__", "__rtruediv__", "__itruediv__"},
    {"%", "__mod__", "__rmod__", "__imod__"},
    {"** or pow()", "__pow__", "__rpow__", "__ipow__"},
    {"<<", "__lshift__", "__rlshift__", "__ilshift__"},
    {">>", "__rshift__", "__rrshift__", "__irshift__"},
    {"|", "__or__", "__ror__", "__ior__"},
    {"^", "__xor__", "__rxor__", "__ixor__"},
    {"&", "__and__", "__rand__", "__iand__"},
    {"//", "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
};

struct CompareRow {
  const char* symbol;
  CompareOp mirrored;
  Special special;
};
constexpr CompareRow kCompareRows[] = {
    {"==", CompareOp::Eq, Special::Eq}, {"!=", CompareOp::Ne, Special::Ne},
    {"<", CompareOp::Gt, Special::Lt},  {"<=", CompareOp::Ge, Special::Le},
    {">", CompareOp::Lt, Special::Gt},  {">=", CompareOp::Le, Special::Ge},
};

bool isNotImplemented(const Value& value) { return value.tag() == Tag::NotImplemented; }

// Calls self.name(other). Returns NotImplemented when the class lacks the method.
Value tryMethod(Vm& vm, Class* cls, Str* name, const Value& self, const Value& other) {
  const Value* member = cls->lookup(name);
  if (!member) return Value::notImplemented();
  const Value held = *member;
  return callSpecial(vm, held, self, {other});
}

// A binary operator with an operand whose class defines arithmetic methods in Python.
Value binaryOfClasses(Vm& vm, BinaryOp op, const Value& a, const Value& b, Class* ca, Class* cb) {
  Str* name = vm.intern(binaryNames(op).name);
  Str* reflected = vm.intern(binaryNames(op).reflected);
  bool reflectedTried = false;
  if (cb != ca && cb->isSubclass(ca)) {
    // A subclass that overrides the reflected method goes first.
    const Value* own = cb->lookup(reflected);
    const Value* inherited = ca->lookup(reflected);
    if (own && (!inherited || !own->same(*inherited))) {
      reflectedTried = true;
      Value result = tryMethod(vm, cb, reflected, b, a);
      if (!isNotImplemented(result)) return result;
    }
  }
  Value result = tryMethod(vm, ca, name, a, b);
  if (!isNotImplemented(result) || ca == cb || reflectedTried) return result;
  return tryMethod(vm, cb, reflected, b, a);
}

Value tryBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b, Class* ca, Class* cb) {
  if (ca->has(Special::Arithmetic) || cb->has(Special::Arithmetic))
    return binaryOfClasses(vm, op, a, b, ca, cb);
  Value result = Value::notImplemented();
  if (ca->ops->binary) result = ca->ops->binary(vm, op, a, b);
  if (isNotImplemented(result) && cb->ops != ca->ops && cb->ops->binary)
    result = cb->ops->binary(vm, op, a, b);
  return result;
}

[[noreturn]] void raiseUnsupported(Vm& vm, BinaryOp op, Class* ca, Class* cb, bool inplace) {
  const Kind kind = ca->instanceKind;
  const bool isText = kind == Kind::Str || kind == Kind::List || kind == Kind::Tuple;
  if (op == BinaryOp::Add && isText) {
    const std::string name = kind == Kind::Str ? "str" : kind == Kind::List ? "list" : "tuple";
    vm.raiseTypeError("can only concatenate " + name + " (not \"" + cb->name + "\") to " + name);
  }
  const bool isBytes = kind == Kind::Bytes || kind == Kind::ByteArray;
  if (op == BinaryOp::Add && isBytes)
    vm.raiseTypeError("can't concat " + cb->name + " to " + ca->name);
  if (op == BinaryOp::Mult && (isText || isBytes))
    vm.raiseTypeError("can't multiply sequence by non-int of type '" + cb->name + "'");
  const Kind other = cb->instanceKind;
  if (op == BinaryOp::Mult &&
      (other == Kind::Str || other == Kind::List || other == Kind::Tuple || other == Kind::Bytes))
    vm.raiseTypeError("can't multiply sequence by non-int of type '" + ca->name + "'");
  std::string symbol = binaryNames(op).symbol;
  if (inplace) symbol = (op == BinaryOp::Pow ? "**" : symbol) + "=";
  vm.raiseTypeError("unsupported operand type(s) for " + symbol + ": '" + ca->name + "' and '" +
                    cb->name + "'");
}

// The result of one side's comparison method; NotImplemented when it has none.
Value compareBy(Vm& vm, CompareOp op, Class* cls, const Value& self, const Value& other) {
  const Special wanted = specialOf(op);
  if (cls->has(wanted)) {
    if (const Value* method = cls->lookup(vm.special(wanted))) {
      const Value held = *method;
      return callSpecial(vm, held, self, {other});
    }
    return Value::notImplemented();
  }
  // The default __ne__ inverts __eq__.
  if (op == CompareOp::Ne && cls->has(Special::Eq)) {
    Value equal = compareBy(vm, CompareOp::Eq, cls, self, other);
    if (isNotImplemented(equal) || equal.isUnknown()) return equal;
    return Value::boolean(!vm.truth(equal));
  }
  if (!cls->ops->compare) return Value::notImplemented();
  return cls->ops->compare(vm, op, self, other);
}

Value callUnary(Vm& vm, Special special, const Value& value, Class* cls, bool& isFound) {
  const Value* method = cls->has(special) ? cls->lookup(vm.special(special)) : nullptr;
  isFound = method;
  if (!isFound) return {};
  const Value held = *method;
  return callSpecial(vm, held, value);
}

}  // namespace

const BinaryNames& binaryNames(BinaryOp op) { return kBinaryNames[static_cast<int>(op)]; }
const char* symbolOf(CompareOp op) { return kCompareRows[static_cast<int>(op)].symbol; }
CompareOp mirrored(CompareOp op) { return kCompareRows[static_cast<int>(op)].mirrored; }
Special specialOf(CompareOp op) { return kCompareRows[static_cast<int>(op)].special; }

Value Vm::binary(BinaryOp op, const Value& a, const Value& b) {
  if (a.isUnknown() || b.isUnknown()) return Value::unknown();
  Class* ca = classOf(a);
  Class* cb = classOf(b);
  Value result = tryBinary(*this, op, a, b, ca, cb);
  if (isNotImplemented(result)) raiseUnsupported(*this, op, ca, cb, false);
  return result;
}

Value Vm::inplace(BinaryOp op, const Value& a, const Value& b) {
  if (a.isUnknown()) return a;
  Class* ca = classOf(a);
  if (ca->has(Special::Arithmetic)) {
    Value result = tryMethod(*this, ca, intern(binaryNames(op).inplace), a, b);
    if (!isNotImplemented(result)) return result;
  } else if (ca->ops->inplace) {
    Value result = ca->ops->inplace(*this, op, a, b);
    if (!isNotImplemented(result)) return result;
  }
  if (b.isUnknown()) return b;
  Class* cb = classOf(b);
  Value result = tryBinary(*this, op, a, b, ca, cb);
  if (isNotImplemented(result)) raiseUnsupported(*this, op, ca, cb, true);
  return result;
}

Value Vm::unary(UnaryOp op, const Value& a) {
  if (a.isUnknown()) return a;
  if (op == UnaryOp::Not) return Value::boolean(!truth(a));
  struct Row {
    Special special;
    const char* symbol;
  };
  static constexpr Row kRows[] = {
      {Special::Invert, "~"}, {Special::Invert, "not"}, {Special::Pos, "+"}, {Special::Neg, "-"}};
  const Row& row = kRows[static_cast<int>(op)];
  Class* cls = classOf(a);
  bool isFound = false;
  Value result = callUnary(*this, row.special, a, cls, isFound);
  if (isFound) return result;
  if (cls->ops->unary) result = cls->ops->unary(*this, op, a);
  if (result.isUnbound() || isNotImplemented(result))
    raiseTypeError(std::string("bad operand type for unary ") + row.symbol + ": '" + cls->name +
                   "'");
  return result;
}

Value Vm::compare(CompareOp op, const Value& a, const Value& b) {
  if (a.isUnknown() || b.isUnknown()) return Value::unknown();
  if (a.isInt() && b.isInt()) {
    const int64_t x = a.integerValue(), y = b.integerValue();
    switch (op) {
      case CompareOp::Eq: return Value::boolean(x == y);
      case CompareOp::Ne: return Value::boolean(x != y);
      case CompareOp::Lt: return Value::boolean(x < y);
      case CompareOp::Le: return Value::boolean(x <= y);
      case CompareOp::Gt: return Value::boolean(x > y);
      case CompareOp::Ge: return Value::boolean(x >= y);
    }
  }
  checkDepth(*this);
  Class* ca = classOf(a);
  Class* cb = classOf(b);
  Value result = Value::notImplemented();
  bool otherTried = false;
  if (ca != cb && cb->isSubclass(ca) && (cb->has(specialOf(mirrored(op))) || cb->ops != ca->ops)) {
    result = compareBy(*this, mirrored(op), cb, b, a);
    otherTried = true;
  }
  if (isNotImplemented(result)) result = compareBy(*this, op, ca, a, b);
  if (isNotImplemented(result) && !otherTried) result = compareBy(*this, mirrored(op), cb, b, a);
  if (!isNotImplemented(result)) return result;
  if (op == CompareOp::Eq) return Value::boolean(a.same(b));
  if (op == CompareOp::Ne) return Value::boolean(!a.same(b));
  raiseTypeError(std::string("'") + symbolOf(op) + "' not supported between instances of '" +
                 ca->name + "' and '" + cb->name + "'");
}

bool Vm::equal(const Value& a, const Value& b) {
  if (a.isUnknown() || b.isUnknown()) throw UnknownTruth{};
  if (a.same(b)) return true;
  burn(1);
  auto* x = a.as<Str>();
  auto* y = b.as<Str>();
  if (x && y && x->cls.get() == types.str && y->cls.get() == types.str) {
    if ((x->interned && y->interned) || x->text.size() != y->text.size()) return false;
    burnFor(x->text.size());
    return x->text == y->text;
  }
  return truth(compare(CompareOp::Eq, a, b));
}

size_t Vm::hash(const Value& value) {
  if (value.isUnknown()) throw UnknownTruth{};
  if (auto* text = value.as<Str>(); text && text->cls.get() == types.str) return text->hash();
  burn(1);
  Class* cls = classOf(value);
  if (cls->has(Special::Hash)) {
    const Value* method = cls->lookup(special(Special::Hash));
    if (method && method->isNone()) raiseTypeError("unhashable type: '" + cls->name + "'");
    if (method) {
      const Value held = *method;
      Value result = callSpecial(*this, held, value);
      if (result.isUnknown()) throw UnknownTruth{};
      int64_t number = 0;
      if (!asInt(result, number)) raiseTypeError("__hash__ method should return an integer");
      return static_cast<size_t>(number == -1 ? -2 : number);
    }
  }
  checkDepth(*this);
  if (cls->ops->hash) return cls->ops->hash(*this, value);
  if (cls->ops->compare) raiseTypeError("unhashable type: '" + cls->name + "'");
  if (Object* object = value.object()) return reinterpret_cast<uintptr_t>(object) >> 4;
  return static_cast<size_t>(value.tag()) + 0x3D4A5;
}

bool Vm::truth(const Value& value) {
  switch (value.tag()) {
    case Tag::Unbound:
    case Tag::Unknown: throw UnknownTruth{};
    case Tag::None: return false;
    case Tag::NotImplemented:
    case Tag::Ellipsis: return true;
    case Tag::Bool:
    case Tag::Int: return value.integerValue() != 0;
    case Tag::Float: return value.realValue() != 0;
    case Tag::Object: break;
  }
  Class* cls = value.object()->cls.get();
  if (!cls) return true;
  bool isFound = false;
  Value result = callUnary(*this, Special::Bool, value, cls, isFound);
  if (isFound) {
    if (result.isUnknown()) throw UnknownTruth{};
    if (!result.isBool())
      raiseTypeError("__bool__ should return bool, returned " + classOf(result)->name);
    return result.integerValue() != 0;
  }
  if (cls->has(Special::Len)) return len(value) != 0;
  if (cls->ops->truth) return cls->ops->truth(*this, value);
  return !cls->ops->len || cls->ops->len(*this, value) != 0;
}

}  // namespace ts::eval
