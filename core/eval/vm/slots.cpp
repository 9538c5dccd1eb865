#include "core/eval/vm/slots.h"

namespace ts::eval {
namespace {

const TypeOps& opsOf(const NativeFunction& self) { return *self.owner->ops; }

// Checks the number of arguments after self; slots take no keyword arguments.
void expect(Vm& vm, const NativeFunction& self, const CallArgs& args, size_t least, size_t most) {
  if (!args.names.empty())
    vm.raiseTypeError(std::string("wrapper ") + self.def->name + "() takes no keyword arguments");
  const size_t count = args.positional - 1;
  if (count >= least && count <= most) return;
  const size_t wanted = count < least ? least : most;
  vm.raiseTypeError("expected " +
                    std::string(least == most   ? ""
                                : count < least ? "at least "
                                                : "at most ") +
                    std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments") + ", got " +
                    std::to_string(count));
}

CallArgs behindFirst(const CallArgs& args) {
  return {args.values + 1, args.positional - 1, args.names};
}

Value slotNew(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  const std::string name = self.owner->name + ".__new__";
  if (!args.positional) vm.raiseTypeError(name + "(): not enough arguments");
  auto* cls = args.values[0].as<Class>();
  if (!cls)
    vm.raiseTypeError(name + "(X): X is not a type object (" + vm.classOf(args.values[0])->name +
                      ")");
  if (!cls->isSubclass(self.owner))
    vm.raiseTypeError(name + "(" + cls->name + "): " + cls->name + " is not a subtype of " +
                      self.owner->name);
  return opsOf(self).make(vm, cls, behindFirst(args));
}

Value slotInit(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  opsOf(self).init(vm, args.values[0], behindFirst(args));
  return Value::none();
}

Value slotCall(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  return opsOf(self).call(vm, args.values[0], behindFirst(args));
}

Value slotRepr(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return vm.str(opsOf(self).repr(vm, args.values[0]));
}

Value slotStr(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return vm.str(opsOf(self).str(vm, args.values[0]));
}

Value slotFormat(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  auto* spec = args.values[1].as<Str>();
  if (!spec)
    vm.raiseTypeError("__format__() argument must be str, not " + vm.classOf(args.values[1])->name);
  return vm.str(opsOf(self).format(vm, args.values[0], spec->text));
}

Value slotHash(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return Value::integer(static_cast<int64_t>(opsOf(self).hash(vm, args.values[0])));
}

template <CompareOp op>
Value slotCompare(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  return opsOf(self).compare(vm, op, args.values[0], args.values[1]);
}

template <BinaryOp op>
Value slotBinary(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, op == BinaryOp::Pow ? 2 : 1);
  return opsOf(self).binary(vm, op, args.values[0], args.values[1]);
}

template <BinaryOp op>
Value slotReflected(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, op == BinaryOp::Pow ? 2 : 1);
  return opsOf(self).binary(vm, op, args.values[1], args.values[0]);
}

template <BinaryOp op>
Value slotInplace(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  return opsOf(self).inplace(vm, op, args.values[0], args.values[1]);
}

template <UnaryOp op>
Value slotUnary(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return opsOf(self).unary(vm, op, args.values[0]);
}

Value slotBool(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return Value::boolean(opsOf(self).truth(vm, args.values[0]));
}

Value slotLen(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return Value::integer(opsOf(self).len(vm, args.values[0]));
}

Value slotGetitem(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  return opsOf(self).getitem(vm, args.values[0], args.values[1]);
}

Value slotSetitem(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 2, 2);
  opsOf(self).setitem(vm, args.values[0], args.values[1], args.values[2]);
  return Value::none();
}

Value slotDelitem(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  opsOf(self).delitem(vm, args.values[0], args.values[1]);
  return Value::none();
}

Value slotContains(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 1, 1);
  return Value::boolean(opsOf(self).contains(vm, args.values[0], args.values[1]));
}

Value slotIter(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  return opsOf(self).iter(vm, args.values[0]);
}

Value slotNext(Vm& vm, const NativeFunction& self, const CallArgs& args) {
  expect(vm, self, args, 0, 0);
  Value element = opsOf(self).next(vm, args.values[0]);
  if (element.isUnbound()) vm.raise(vm.types.StopIteration, std::vector<Value>{});
  return element;
}

using Has = bool (*)(const TypeOps&);

struct SlotDef {
  NativeDef def;
  Has has;
  SlotCall call;
};

#define HAS(field) [](const TypeOps& ops) { return ops.field != nullptr; }
const SlotDef kSlots[] = {
    {{"__new__", "*args, **kwargs", nullptr, kTakesUnknown | kStatic}, HAS(make), slotNew},
    {{"__init__", "self, /, *args, **kwargs", nullptr, kTakesUnknown}, HAS(init), slotInit},
    {{"__call__", "self, /, *args, **kwargs", nullptr, kTakesUnknown}, HAS(call), slotCall},
    {{"__repr__", "self, /", nullptr}, HAS(repr), slotRepr},
    {{"__str__", "self, /", nullptr}, HAS(str), slotStr},
    {{"__format__", "self, spec, /", nullptr}, HAS(format), slotFormat},
    {{"__hash__", "self, /", nullptr}, HAS(hash), slotHash},
    {{"__eq__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Eq>},
    {{"__ne__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Ne>},
    {{"__lt__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Lt>},
    {{"__le__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Le>},
    {{"__gt__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Gt>},
    {{"__ge__", "self, value, /", nullptr}, HAS(compare), slotCompare<CompareOp::Ge>},
    {{"__bool__", "self, /", nullptr},
     [](const TypeOps& ops) { return ops.truth && !ops.len; },
     slotBool},
    {{"__len__", "self, /", nullptr}, HAS(len), slotLen},
    {{"__getitem__", "self, key, /", nullptr}, HAS(getitem), slotGetitem},
    {{"__setitem__", "self, key, value, /", nullptr, kTakesUnknown}, HAS(setitem), slotSetitem},
    {{"__delitem__", "self, key, /", nullptr}, HAS(delitem), slotDelitem},
    {{"__contains__", "self, key, /", nullptr}, HAS(contains), slotContains},
    {{"__iter__", "self, /", nullptr}, HAS(iter), slotIter},
    {{"__next__", "self, /", nullptr}, HAS(next), slotNext},
};
#undef HAS

struct UnarySlot {
  NativeDef def;
  bool integersOnly;
  SlotCall call;
};
const UnarySlot kUnarySlots[] = {
    {{"__neg__", "self, /", nullptr}, false, slotUnary<UnaryOp::Neg>},
    {{"__pos__", "self, /", nullptr}, false, slotUnary<UnaryOp::Pos>},
    {{"__invert__", "self, /", nullptr}, true, slotUnary<UnaryOp::Invert>},
};

struct BinarySlot {
  BinaryOp op;
  NativeDef plain, reflected, inplace;
  SlotCall callPlain, callReflected, callInplace;
};
#define BINARY(op, name)                                                                       \
  {                                                                                            \
    BinaryOp::op, {"__" name "__", "self, value, /", nullptr},                                 \
        {"__r" name "__", "self, value, /", nullptr},                                          \
        {"__i" name "__", "self, value, /", nullptr, kTakesUnknown}, slotBinary<BinaryOp::op>, \
        slotReflected<BinaryOp::op>, slotInplace<BinaryOp::op>                                 \
  }
const BinarySlot kBinarySlots[] = {
    BINARY(Add, "add"),           BINARY(Sub, "sub"),       BINARY(Mult, "mul"),
    BINARY(MatMult, "matmul"),    BINARY(Div, "truediv"),   BINARY(Mod, "mod"),
    BINARY(Pow, "pow"),           BINARY(LShift, "lshift"), BINARY(RShift, "rshift"),
    BINARY(BitOr, "or"),          BINARY(BitXor, "xor"),    BINARY(BitAnd, "and"),
    BINARY(FloorDiv, "floordiv"),
};
#undef BINARY

constexpr uint32_t bit(BinaryOp op) { return 1u << static_cast<int>(op); }
constexpr uint32_t kAll = (1u << (static_cast<int>(BinaryOp::FloorDiv) + 1)) - 1;
constexpr uint32_t kSequence = bit(BinaryOp::Add) | bit(BinaryOp::Mult);
constexpr uint32_t kSet =
    bit(BinaryOp::Sub) | bit(BinaryOp::BitAnd) | bit(BinaryOp::BitOr) | bit(BinaryOp::BitXor);

// TypeOps::binary doesn't say which operators it supports. This table lists them for the builtin
// classes.
struct BinarySupport {
  Kind kind;
  uint32_t plain, reflected;
};
constexpr uint32_t kFloat = bit(BinaryOp::Add) | bit(BinaryOp::Sub) | bit(BinaryOp::Mult) |
                            bit(BinaryOp::Div) | bit(BinaryOp::Mod) | bit(BinaryOp::Pow) |
                            bit(BinaryOp::FloorDiv);
constexpr uint32_t kComplex = kFloat & ~(bit(BinaryOp::Mod) | bit(BinaryOp::FloorDiv));
const BinarySupport kSupport[] = {
    {Kind::Int, kAll & ~bit(BinaryOp::MatMult), kAll & ~bit(BinaryOp::MatMult)},
    {Kind::Float, kFloat, kFloat},
    {Kind::Complex, kComplex, kComplex},
    {Kind::Str, kSequence | bit(BinaryOp::Mod), bit(BinaryOp::Mult) | bit(BinaryOp::Mod)},
    {Kind::Bytes, kSequence | bit(BinaryOp::Mod), bit(BinaryOp::Mult) | bit(BinaryOp::Mod)},
    {Kind::ByteArray, kSequence | bit(BinaryOp::Mod), bit(BinaryOp::Mult) | bit(BinaryOp::Mod)},
    {Kind::List, kSequence, bit(BinaryOp::Mult)},
    {Kind::Tuple, kSequence, bit(BinaryOp::Mult)},
    {Kind::Set, kSet, kSet},
    {Kind::FrozenSet, kSet, kSet},
    {Kind::DictView, kSet, kSet},
    {Kind::Dict, bit(BinaryOp::BitOr), bit(BinaryOp::BitOr)},
    {Kind::Class, bit(BinaryOp::BitOr), bit(BinaryOp::BitOr)},
    {Kind::GenericAlias, bit(BinaryOp::BitOr), bit(BinaryOp::BitOr)},
};

void add(Vm& vm, Class& cls, const NativeDef& def, SlotCall call) {
  const bool isStatic = def.flags & kStatic;
  Ref<NativeFunction> native =
      new NativeFunction(isStatic ? vm.types.nativeFunction : vm.types.wrapperDescriptor, &def,
                         cls.name + "." + def.name);
  native->isMethod = !isStatic;
  native->owner = &cls;
  native->slot = call;
  cls.dict->set(vm.intern(def.name), native);
}

}  // namespace

void addSlots(Vm& vm, Class& cls) {
  const TypeOps& ops = *cls.ops;
  for (const Ref<Class>& base : cls.bases)
    if (base->ops == &ops) return;  // inherited together with the ops
  for (const SlotDef& slot : kSlots)
    if (slot.has(ops)) add(vm, cls, slot.def, slot.call);
  if (ops.compare && !ops.hash) cls.dict->set(vm.intern("__hash__"), Value::none());
  const Kind kind = cls.instanceKind;
  if (ops.unary)
    for (const UnarySlot& slot : kUnarySlots)
      if (!slot.integersOnly || (kind != Kind::Float && kind != Kind::Complex))
        add(vm, cls, slot.def, slot.call);
  uint32_t plain = kAll, reflected = kAll;
  for (const BinarySupport& support : kSupport)
    if (support.kind == kind) plain = support.plain, reflected = support.reflected;
  for (const BinarySlot& slot : kBinarySlots) {
    if (ops.binary && plain & bit(slot.op)) add(vm, cls, slot.plain, slot.callPlain);
    if (ops.binary && reflected & bit(slot.op)) add(vm, cls, slot.reflected, slot.callReflected);
    if (ops.inplace && plain & bit(slot.op)) add(vm, cls, slot.inplace, slot.callInplace);
  }
}

}  // namespace ts::eval
