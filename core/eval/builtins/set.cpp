// set and frozenset: the keys of a dict.
#include <algorithm>

#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

Set& setOf(Vm& vm, const Value& self) { return receiver<Set>(vm, self, "set"); }

Set& knownSet(Vm& vm, const Value& self) {
  Set& set = setOf(vm, self);
  if (set.unknown) throw UnknownTruth{};
  return set;
}

struct SetIterator final : Iterator {
  SetIterator(Class* cls, Ref<Set> set)
      : Iterator(cls), set(std::move(set)), expected(this->set->table.count) {}
  Value next(Vm& vm) override {
    if (!set) return {};
    if (set->unknown) throw UnknownTruth{};
    if (set->table.count != expected) {
      expected = SIZE_MAX;
      vm.raise(vm.types.RuntimeError, "Set changed size during iteration");
    }
    while (position < set->table.entries.size())
      if (const Value& key = set->table.entries[position++].key; !key.isUnbound())
        return ++yielded, key;
    set = nullptr;
    return {};
  }
  std::optional<int64_t> lengthHint() const override {
    return set && set->table.count == expected ? expected - yielded : 0;
  }
  Ref<Set> set;
  size_t expected;
  size_t yielded = 0;
  size_t position = 0;
};

// A set isn't hashable, but may be searched for: as the frozenset that it equals.
Value asKey(Vm& vm, const Value& element) {
  const Set* set = element.as<Set>();
  if (!set || set->kind != Kind::Set || set->cls->has(Special::Hash)) return element;
  Ref<Set> key = vm.frozenset();
  for (const Dict::Entry& entry : set->table.entries)
    if (!entry.key.isUnbound()) key->table.set(vm, entry.key, Value::none());
  return key;
}

void add(Vm& vm, Set& set, const Value& element) {
  if (element.isUnknown()) return forget(vm, set);
  vm.touch(set);
  set.table.set(vm, element, Value::none());
}

void addAll(Vm& vm, Set& set, const Value& iterable) {
  if (iterable.isUnknown()) return forget(vm, set);
  const Set* other = iterable.as<Set>();
  if (other && !other->cls->has(Special::Iter)) {
    vm.touch(set);
    set.unknown |= other->unknown;
    for (size_t i = 0; i < other->table.entries.size(); ++i) {
      Value key = other->table.entries[i].key;
      if (!key.isUnbound()) set.table.set(vm, key, Value::none());
    }
    return;
  }
  try {
    vm.forEach(iterable, [&](const Value& element) {
      add(vm, set, element);
      return true;
    });
  } catch (const UnknownTruth&) {
    forget(vm, set);
  }
}

// Adds the elements of `a` that are in `b` (wanted) or aren't (not wanted) to `result`.
void keep(Vm& vm, Set& a, Set& b, bool wanted, Set& result) {
  for (size_t i = 0; i < a.table.entries.size(); ++i) {
    Value key = a.table.entries[i].key;
    if (!key.isUnbound() && (b.table.find(vm, key) != nullptr) == wanted)
      result.table.set(vm, key, Value::none());
  }
}

void setReplace(Vm& vm, Set& set, Set& result) {
  vm.touch(set);
  std::swap(set.table.entries, result.table.entries);
  std::swap(set.table.buckets, result.table.buckets);
  std::swap(set.table.count, result.table.count);
  set.table.namesOnly &= result.table.namesOnly;
  set.unknown |= result.unknown;
}

Ref<Set> copyOf(Vm& vm, Set& set, Class* cls) {
  Ref<Set> result = new Set(set.kind, cls);
  addAll(vm, *result, &set);
  return result;
}

// Results have the builtin class of the first operand.
Class* resultClass(Vm& vm, const Set& set) {
  return set.kind == Kind::Set ? vm.types.set : vm.types.frozenset;
}

// ---- methods

Value addMethod(Vm& vm, Value* args) {
  add(vm, setOf(vm, args[0]), args[1]);
  return Value::none();
}

bool discardFrom(Vm& vm, Set& set, const Value& element) {
  vm.touch(set);
  return set.table.erase(vm, asKey(vm, element)) || set.unknown;
}

Value discard(Vm& vm, Value* args) {
  Set& set = setOf(vm, args[0]);
  if (args[1].isUnknown())
    forget(vm, set);
  else
    discardFrom(vm, set, args[1]);
  return Value::none();
}

Value setRemove(Vm& vm, Value* args) {
  Set& set = setOf(vm, args[0]);
  if (args[1].isUnknown())
    forget(vm, set);
  else if (!discardFrom(vm, set, args[1]))
    vm.raise(vm.types.KeyError, {args[1]});
  return Value::none();
}

Value setPop(Vm& vm, Value* args) {
  Set& set = knownSet(vm, args[0]);
  if (set.table.count == 0) vm.raise(vm.types.KeyError, {vm.str("pop from an empty set")});
  vm.touch(set);
  for (Dict::Entry& entry : set.table.entries) {
    if (entry.key.isUnbound()) continue;
    Value key = entry.key;
    set.table.erase(vm, key);
    return key;
  }
  return Value::unknown();
}

Value setClearMethod(Vm& vm, Value* args) {
  Set& set = setOf(vm, args[0]);
  vm.touch(set);
  set.table.clear();
  set.unknown = false;
  return Value::none();
}

Value setCopy(Vm& vm, Value* args) {
  Set& set = setOf(vm, args[0]);
  if (set.cls.get() == vm.types.frozenset) return args[0];
  return copyOf(vm, set, resultClass(vm, set));
}

// a.op(b, c, ...): returns a new set, or changes the set itself (kInPlace).
template <BinaryOp kOp, bool kInPlace>
Value combine(Vm& vm, Value* args) {
  Set& self = setOf(vm, args[0]);
  Ref<Set> result = copyOf(vm, self, resultClass(vm, self));
  for (const Value& other : args[1].as<Tuple>()->items) {
    Ref<Set> operand = toSet(vm, other);
    Value combined = setOperation(vm, kOp, *result, *operand, result->cls.get());
    result = combined.as<Set>();
  }
  if (!kInPlace) return result;
  setReplace(vm, self, *result);
  return Value::none();
}

template <BinaryOp kOp, bool kInPlace>
Value combineOne(Vm& vm, Value* args) {
  Value both[] = {args[0], vm.tuple({args[1]})};
  return combine<kOp, kInPlace>(vm, both);
}

Value updateMethod(Vm& vm, Value* args) {
  Set& set = setOf(vm, args[0]);
  for (const Value& other : args[1].as<Tuple>()->items) addAll(vm, set, other);
  return Value::none();
}

Value issubset(Vm& vm, Value* args) {
  return compareSets(vm, CompareOp::Le, setOf(vm, args[0]), *toSet(vm, args[1]));
}
Value issuperset(Vm& vm, Value* args) {
  return compareSets(vm, CompareOp::Ge, setOf(vm, args[0]), *toSet(vm, args[1]));
}
Value setIsdisjoint(Vm& vm, Value* args) {
  Ref<Set> common = vm.set();
  Ref<Set> other = toSet(vm, args[1]);
  if (other->unknown) return Value::unknown();
  keep(vm, knownSet(vm, args[0]), *other, true, *common);
  return Value::boolean(common->table.count == 0);
}

constexpr NativeDef kSetMethods[] = {
    {"add", "self, element, /", addMethod, kTakesUnknown},
    {"remove", "self, element, /", setRemove, kTakesUnknown},
    {"discard", "self, element, /", discard, kTakesUnknown},
    {"pop", "self, /", setPop},
    {"clear", "self, /", setClearMethod},
    {"copy", "self, /", setCopy},
    {"update", "self, /, *others", updateMethod, kTakesUnknown},
    {"union", "self, /, *others", combine<BinaryOp::BitOr, false>},
    {"intersection", "self, /, *others", combine<BinaryOp::BitAnd, false>},
    {"difference", "self, /, *others", combine<BinaryOp::Sub, false>},
    {"symmetric_difference", "self, other, /", combineOne<BinaryOp::BitXor, false>},
    {"intersection_update", "self, /, *others", combine<BinaryOp::BitAnd, true>, kTakesUnknown},
    {"difference_update", "self, /, *others", combine<BinaryOp::Sub, true>, kTakesUnknown},
    {"symmetric_difference_update", "self, other, /", combineOne<BinaryOp::BitXor, true>,
     kTakesUnknown},
    {"issubset", "self, other, /", issubset},
    {"issuperset", "self, other, /", issuperset},
    {"isdisjoint", "self, other, /", setIsdisjoint},
    TS_EVAL_CLASS_GETITEM,
};
constexpr NativeDef kFrozenSetMethods[] = {
    {"copy", "self, /", setCopy},
    {"union", "self, /, *others", combine<BinaryOp::BitOr, false>},
    {"intersection", "self, /, *others", combine<BinaryOp::BitAnd, false>},
    {"difference", "self, /, *others", combine<BinaryOp::Sub, false>},
    {"symmetric_difference", "self, other, /", combineOne<BinaryOp::BitXor, false>},
    {"issubset", "self, other, /", issubset},
    {"issuperset", "self, other, /", issuperset},
    {"isdisjoint", "self, other, /", setIsdisjoint},
    TS_EVAL_CLASS_GETITEM,
};

// ---- operators

Value setMake(Vm&, Class* cls, const CallArgs&) { return new Set(Kind::Set, cls); }

void setInit(Vm& vm, const Value& self, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "set", 0, 1);
  Set& set = setOf(vm, self);
  vm.touch(set);
  set.table.clear();
  if (!values.empty()) addAll(vm, set, values[0]);
}

Value makeFrozen(Vm& vm, Class* cls, const CallArgs& args) {
  CallArgs taken = cls->has(Special::Init) ? CallArgs{args.values, args.positional, {}} : args;
  std::span<const Value> values = positionalArguments(vm, taken, "frozenset", 0, 1);
  if (!values.empty() && cls == vm.types.frozenset && values[0].as<Set>() &&
      vm.classOf(values[0]) == cls)
    return values[0];
  Ref<Set> set = new Set(Kind::FrozenSet, cls);
  if (!values.empty()) addAll(vm, *set, values[0]);
  return set;
}

std::string setRepr(Vm& vm, const Value& self) {
  Set& set = knownSet(vm, self);
  const std::string& name = set.cls->name;
  if (set.table.count == 0) return name + "()";
  ReprGuard guard(set);
  if (guard.again()) return name + "(...)";
  std::string inner = joinRepr(vm, vm.toVector(self));
  return set.cls.get() == vm.types.set ? "{" + inner + "}" : name + "({" + inner + "})";
}

size_t hashFrozen(Vm& vm, const Value& self) {
  vm.burnFor(knownSet(vm, self).table.entries.size());
  // The hash doesn't depend on the order.
  size_t mixed = 1927868237;
  for (const Dict::Entry& entry : knownSet(vm, self).table.entries)
    if (!entry.key.isUnbound()) mixed ^= (entry.hash ^ (entry.hash << 16) ^ 89869747) * 3644798167;
  return mixed;
}

Value setCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  Set* left = a.as<Set>();
  Set* right = b.as<Set>();
  if (!left || !right) return Value::notImplemented();
  return compareSets(vm, op, *left, *right);
}

bool isSetOperator(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor ||
         op == BinaryOp::Sub;
}

Value setBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  Set* left = a.as<Set>();
  Set* right = b.as<Set>();
  if (!left || !right || !isSetOperator(op)) return Value::notImplemented();
  return setOperation(vm, op, *left, *right, resultClass(vm, *left));
}

Value setInplace(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  Set* left = a.as<Set>();
  if (!left || left->kind != Kind::Set || !isSetOperator(op)) return Value::notImplemented();
  if (b.isUnknown()) {
    forget(vm, *left);
    return a;
  }
  Set* right = b.as<Set>();
  if (!right) return Value::notImplemented();
  Value result = setOperation(vm, op, *left, *right, vm.types.set);
  setReplace(vm, *left, *result.as<Set>());
  return a;
}

int64_t setLen(Vm& vm, const Value& self) {
  return static_cast<int64_t>(knownSet(vm, self).table.count);
}

bool setContains(Vm& vm, const Value& self, const Value& element) {
  Set& set = setOf(vm, self);
  if (set.table.find(vm, asKey(vm, element))) return true;
  if (set.unknown) throw UnknownTruth{};
  return false;
}

Value setIter(Vm& vm, const Value& self) {
  Set& set = setOf(vm, self);
  if (set.unknown) return Value::unknown();
  return new SetIterator(vm.types.iterator, &set);
}

void setClear(Object& self) { static_cast<Set&>(self).table.clear(); }

constexpr TypeOps kSetOps = {
    .make = setMake,
    .init = setInit,
    .repr = setRepr,
    .compare = setCompare,
    .binary = setBinary,
    .inplace = setInplace,
    .len = setLen,
    .contains = setContains,
    .iter = setIter,
    .clear = setClear,
};
constexpr TypeOps kFrozenSetOps = {
    .make = makeFrozen,
    .repr = setRepr,
    .hash = hashFrozen,
    .compare = setCompare,
    .binary = setBinary,
    .len = setLen,
    .contains = setContains,
    .iter = setIter,
    .clear = setClear,
};
const NativeClass kSetClass = {"set", "builtins", Kind::Set, &kSetOps, kSetMethods};
const NativeClass kFrozenSetClass = {"frozenset", "builtins", Kind::FrozenSet, &kFrozenSetOps,
                                     kFrozenSetMethods};

}  // namespace

void forget(Vm& vm, Set& set) {
  vm.touch(set);
  set.unknown = true;
}

Ref<Set> toSet(Vm& vm, const Value& iterable) {
  if (Set* set = iterable.as<Set>(); set && !set->cls->has(Special::Iter)) return set;
  Ref<Set> result = vm.set();
  addAll(vm, *result, iterable);
  return result;
}

Value setOperation(Vm& vm, BinaryOp op, Set& a, Set& b, Class* cls) {
  Ref<Set> result = new Set(cls == vm.types.frozenset ? Kind::FrozenSet : Kind::Set, cls);
  result->unknown = a.unknown || b.unknown;
  switch (op) {
    case BinaryOp::BitOr:
      addAll(vm, *result, &a);
      addAll(vm, *result, &b);
      break;
    case BinaryOp::BitAnd: keep(vm, a, b, true, *result); break;
    case BinaryOp::Sub: keep(vm, a, b, false, *result); break;
    default:
      keep(vm, a, b, false, *result);
      keep(vm, b, a, false, *result);
      break;
  }
  return result;
}

Value compareSets(Vm& vm, CompareOp op, Set& a, Set& b) {
  if (a.unknown || b.unknown) return Value::unknown();
  bool ascending = op == CompareOp::Lt || op == CompareOp::Le;
  Set& small = ascending ? a : b;
  Set& large = ascending ? b : a;
  bool equality = op == CompareOp::Eq || op == CompareOp::Ne;
  bool sizes = equality ? small.table.count == large.table.count
               : op == CompareOp::Lt || op == CompareOp::Gt
                   ? small.table.count < large.table.count
                   : small.table.count <= large.table.count;
  bool holds = sizes;
  for (size_t i = 0; holds && i < small.table.entries.size(); ++i) {
    Value key = small.table.entries[i].key;
    if (!key.isUnbound()) holds = large.table.find(vm, key) != nullptr;
  }
  return Value::boolean(holds != (op == CompareOp::Ne));
}

void initSet(Vm& vm) {
  vm.types.set = vm.defineClass(kSetClass);
  vm.types.frozenset = vm.defineClass(kFrozenSetClass);
  vm.builtins().set(vm.intern("set"), vm.types.set);
  vm.builtins().set(vm.intern("frozenset"), vm.types.frozenset);
}

}  // namespace ts::eval
