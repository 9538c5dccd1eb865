#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

Tuple& tupleOf(Vm& vm, const Value& self) { return receiver<Tuple>(vm, self, "tuple"); }

struct TupleIterator final : Iterator {
  TupleIterator(Class* cls, Ref<Tuple> tuple) : Iterator(cls), tuple(std::move(tuple)) {}
  Value next(Vm&) override {
    if (position < tuple->items.size()) return tuple->items[position++];
    return {};
  }
  std::optional<int64_t> lengthHint() const override { return tuple->items.size() - position; }
  Ref<Tuple> tuple;
  size_t position = 0;
};

Value tupleIndex(Vm& vm, Value* args) {
  return sequenceIndex(vm, tupleOf(vm, args[0]).items, args, true);
}
Value tupleCount(Vm& vm, Value* args) {
  return sequenceCount(vm, tupleOf(vm, args[0]).items, args[1]);
}

constexpr NativeDef kTupleMethods[] = {
    {"index", "self, value, start=0, stop=9223372036854775807, /", tupleIndex},
    {"count", "self, value, /", tupleCount},
    TS_EVAL_CLASS_GETITEM,
};

Value tupleMake(Vm& vm, Class* cls, const CallArgs& args) {
  // A subclass's own __init__ handles keyword arguments.
  CallArgs argument = cls->has(Special::Init) ? CallArgs{args.values, args.positional, {}} : args;
  std::span<const Value> values = positionalArguments(vm, argument, "tuple", 0, 1);
  if (values.empty()) return new Tuple(cls, {});
  if (values[0].isUnknown()) return Value::unknown();
  const Tuple* same = values[0].as<Tuple>();
  if (same && cls == vm.types.tuple && same->cls.get() == cls) return values[0];
  return new Tuple(cls, vm.toVector(values[0]));
}

std::string tupleRepr(Vm& vm, const Value& self) {
  const Tuple& tuple = tupleOf(vm, self);
  ReprGuard guard(tuple);
  if (guard.again()) return "(...)";
  return "(" + joinRepr(vm, tuple.items) + (tuple.items.size() == 1 ? ",)" : ")");
}

size_t tupleHash(Vm& vm, const Value& self) {
  // xxHash's mixing step, because tuples of small integers are frequent keys.
  uint64_t mixed = 2870177450012600261u;
  vm.burnFor(tupleOf(vm, self).items.size());
  for (const Value& item : tupleOf(vm, self).items) {
    mixed += vm.hash(item) * uint64_t{14029467366897019727u};
    mixed = (mixed << 31 | mixed >> 33) * uint64_t{11400714785074694791u};
  }
  return mixed + tupleOf(vm, self).items.size();
}

Value tupleCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  const Tuple* left = a.as<Tuple>();
  const Tuple* right = b.as<Tuple>();
  if (!left || !right) return Value::notImplemented();
  return compareSequences(vm, op, left->items, right->items);
}

Value tupleBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  const Tuple* left = a.as<Tuple>();
  const Tuple* right = b.as<Tuple>();
  if (op == BinaryOp::Add && left) {
    if (!right) return refuseConcat(vm, a, b);
    std::vector<Value> items;
    items.reserve(left->items.size() + right->items.size());
    items.insert(items.end(), left->items.begin(), left->items.end());
    items.insert(items.end(), right->items.begin(), right->items.end());
    return vm.tuple(std::move(items));
  }
  if (op != BinaryOp::Mult) return Value::notImplemented();
  int64_t times = 0;
  const Value& other = left ? b : a;
  if (!vm.asInt(other, times, true))
    return left ? refuseRepeat(vm, other) : Value::notImplemented();
  return vm.tuple(repeat(vm, (left ? left : right)->items, times));
}

int64_t tupleLen(Vm& vm, const Value& self) {
  return static_cast<int64_t>(tupleOf(vm, self).items.size());
}

Value tupleGetitem(Vm& vm, const Value& self, const Value& index) {
  const Tuple& tuple = tupleOf(vm, self);
  int64_t size = static_cast<int64_t>(tuple.items.size());
  if (const Slice* bounds = index.as<Slice>())
    return vm.tuple(slice(tuple.items, resolveSlice(vm, *bounds, size)));
  int64_t at = 0;
  if (!resolveIndex(vm, index, size, "tuple", at))
    vm.raise(vm.types.IndexError, "tuple index out of range");
  return tuple.items[at];
}

bool tupleContains(Vm& vm, const Value& self, const Value& element) {
  return containsValue(vm, tupleOf(vm, self).items, element);
}

Value tupleIter(Vm& vm, const Value& self) {
  return new TupleIterator(vm.types.iterator, &tupleOf(vm, self));
}

constexpr TypeOps kTupleOps = {
    .make = tupleMake,
    .repr = tupleRepr,
    .hash = tupleHash,
    .compare = tupleCompare,
    .binary = tupleBinary,
    .len = tupleLen,
    .getitem = tupleGetitem,
    .contains = tupleContains,
    .iter = tupleIter,
};
const NativeClass kTupleClass = {"tuple", "builtins", Kind::Tuple, &kTupleOps, kTupleMethods};

}  // namespace

void initTuple(Vm& vm) {
  vm.types.tuple = vm.defineClass(kTupleClass);
  vm.builtins().set(vm.intern("tuple"), vm.types.tuple);
}

}  // namespace ts::eval
