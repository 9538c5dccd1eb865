#include <algorithm>

#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

List& listIn(Vm& vm, const Value& self) { return receiver<List>(vm, self, "list"); }

// A list whose elements are known; throws UnknownTruth otherwise.
List& knownList(Vm& vm, const Value& self) {
  List& list = listIn(vm, self);
  if (list.unknown) throw UnknownTruth{};
  return list;
}

struct ListIterator final : Iterator {
  ListIterator(Class* cls, Ref<List> list) : Iterator(cls), list(std::move(list)) {}
  Value next(Vm&) override {
    if (!list) return {};
    if (list->unknown) throw UnknownTruth{};
    if (position < list->items.size()) return list->items[position++];
    list = nullptr;
    return {};
  }
  std::optional<int64_t> lengthHint() const override {
    return list && position < list->items.size() ? list->items.size() - position : 0;
  }
  Ref<List> list;
  size_t position = 0;
};

struct ReversedListIterator final : Iterator {
  ReversedListIterator(Class* cls, Ref<List> list)
      : Iterator(cls), list(std::move(list)), left(this->list->items.size()) {}
  Value next(Vm&) override {
    if (!list) return {};
    if (list->unknown) throw UnknownTruth{};
    if (left > 0 && left <= list->items.size()) return list->items[--left];
    list = nullptr;
    return {};
  }
  std::optional<int64_t> lengthHint() const override { return list ? left : 0; }
  Ref<List> list;
  size_t left;
};

void listExtend(Vm& vm, List& list, const Value& iterable) {
  if (iterable.isUnknown()) return forget(vm, list);
  vm.touch(list);
  if (iterable.as<List>() || iterable.as<Tuple>()) {
    const List* other = iterable.as<List>();
    if (other && other->unknown) return forget(vm, list);
    std::vector<Value> added = vm.toVector(iterable);
    if (!list.unknown)
      list.items.insert(list.items.end(), std::make_move_iterator(added.begin()),
                        std::make_move_iterator(added.end()));
    return;
  }
  try {
    vm.forEach(iterable, [&](const Value& element) {
      vm.touch(list);
      if (!list.unknown) list.items.push_back(element);
      return true;
    });
  } catch (const UnknownTruth&) {
    forget(vm, list);
  }
}

// ---- methods

Value listAppend(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  vm.touch(list);
  if (!list.unknown) list.items.push_back(args[1]);
  return Value::none();
}

Value extendMethod(Vm& vm, Value* args) {
  listExtend(vm, listIn(vm, args[0]), args[1]);
  return Value::none();
}

Value listInsert(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  if (list.unknown) return Value::none();
  if (args[1].isUnknown()) {
    forget(vm, list);
    return Value::none();
  }
  int64_t size = static_cast<int64_t>(list.items.size());
  int64_t at = vm.toIndex(args[1]);
  at = std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  vm.burnFor(static_cast<size_t>(size - at));
  vm.touch(list);
  list.items.insert(list.items.begin() + at, args[2]);
  return Value::none();
}

Value listRemove(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  if (list.unknown) return Value::none();
  for (size_t i = 0; i < list.items.size(); ++i) {
    Value item = list.items[i];
    Answer answer = equalAnswer(vm, item, args[1]);
    if (answer == Answer::No) continue;
    if (answer == Answer::Maybe) {
      forget(vm, list);
      return Value::none();
    }
    vm.touch(list);
    if (i < list.items.size()) list.items.erase(list.items.begin() + static_cast<int64_t>(i));
    return Value::none();
  }
  vm.raiseValueError("list.remove(x): x not in list");
}

Value listPop(Vm& vm, Value* args) {
  List& list = knownList(vm, args[0]);
  if (list.items.empty()) vm.raise(vm.types.IndexError, "pop from empty list");
  if (args[1].isUnknown()) {
    vm.touch(list);
    list.items.pop_back();
    std::ranges::fill(list.items, Value::unknown());
    return Value::unknown();
  }
  int64_t size = static_cast<int64_t>(list.items.size());
  int64_t at = vm.toIndex(args[1]);
  if (at < 0) at += size;
  if (at < 0 || at >= size) vm.raise(vm.types.IndexError, "pop index out of range");
  vm.burnFor(static_cast<size_t>(size - at));
  vm.touch(list);
  Value removed = list.items[at];
  list.items.erase(list.items.begin() + at);
  return removed;
}

Value listClearMethod(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  vm.touch(list);
  std::vector<Value> old = std::exchange(list.items, {});
  list.unknown = false;
  return Value::none();
}

Value listIndex(Vm& vm, Value* args) {
  return sequenceIndex(vm, knownList(vm, args[0]).items, args, false);
}
Value listCount(Vm& vm, Value* args) {
  return sequenceCount(vm, knownList(vm, args[0]).items, args[1]);
}

Value sort(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  if (list.unknown) return Value::none();
  std::vector<Value> sorted = list.items;
  try {
    if (args[1].isUnknown() && sorted.size() > 1) throw UnknownTruth{};
    sortValues(vm, sorted, args[1], vm.truth(args[2]));
  } catch (const UnknownTruth&) {
    std::ranges::fill(sorted, Value::unknown());
  }
  if (sorted.size() != list.items.size()) vm.raiseValueError("list modified during sort");
  vm.touch(list);
  std::swap(list.items, sorted);
  return Value::none();
}

Value listReverse(Vm& vm, Value* args) {
  List& list = listIn(vm, args[0]);
  vm.burnFor(list.items.size());
  vm.touch(list);
  std::ranges::reverse(list.items);
  return Value::none();
}

Value listCopy(Vm& vm, Value* args) { return vm.list(knownList(vm, args[0]).items); }

Value listReversedMethod(Vm& vm, Value* args) {
  return new ReversedListIterator(vm.types.iterator, &knownList(vm, args[0]));
}

constexpr NativeDef kListMethods[] = {
    {"append", "self, object, /", listAppend, kTakesUnknown},
    {"extend", "self, iterable, /", extendMethod, kTakesUnknown},
    {"insert", "self, index, object, /", listInsert, kTakesUnknown},
    {"remove", "self, value, /", listRemove, kTakesUnknown},
    {"pop", "self, index=-1, /", listPop, kTakesUnknown},
    {"clear", "self, /", listClearMethod},
    {"index", "self, value, start=0, stop=9223372036854775807, /", listIndex},
    {"count", "self, value, /", listCount},
    {"sort", "self, /, *, key=None, reverse=False", sort, kTakesUnknown},
    {"reverse", "self, /", listReverse},
    {"copy", "self, /", listCopy},
    {"__reversed__", "self, /", listReversedMethod},
    TS_EVAL_CLASS_GETITEM,
};

// ---- operators

Value listMake(Vm&, Class* cls, const CallArgs&) { return new List(cls); }

void listInit(Vm& vm, const Value& self, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "list", 0, 1);
  List& list = listIn(vm, self);
  vm.touch(list);
  list.items.clear();
  list.unknown = false;
  if (!values.empty()) listExtend(vm, list, values[0]);
}

std::string listRepr(Vm& vm, const Value& self) {
  const List& list = knownList(vm, self);
  ReprGuard guard(list);
  return guard.again() ? "[...]" : "[" + joinRepr(vm, list.items) + "]";
}

Value listCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  const List* left = a.as<List>();
  const List* right = b.as<List>();
  if (!left || !right) return Value::notImplemented();
  if (left->unknown || right->unknown) return Value::unknown();
  return compareSequences(vm, op, left->items, right->items);
}

Value unknownList(Vm& vm) {
  Ref<List> list = vm.list();
  list->unknown = true;
  return list;
}

Value listBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  const List* left = a.as<List>();
  const List* right = b.as<List>();
  if (op == BinaryOp::Add && left) {
    if (!right) return refuseConcat(vm, a, b);
    if (left->unknown || right->unknown) return unknownList(vm);
    std::vector<Value> items;
    items.reserve(left->items.size() + right->items.size());
    items.insert(items.end(), left->items.begin(), left->items.end());
    items.insert(items.end(), right->items.begin(), right->items.end());
    return vm.list(std::move(items));
  }
  if (op != BinaryOp::Mult) return Value::notImplemented();
  int64_t times = 0;
  const List& list = left ? *left : *right;
  const Value& other = left ? b : a;
  if (!vm.asInt(other, times, true))
    return left ? refuseRepeat(vm, other) : Value::notImplemented();
  return list.unknown ? unknownList(vm) : Value(vm.list(repeat(vm, list.items, times)));
}

Value listInplace(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  List& list = listIn(vm, a);
  if (op == BinaryOp::Add) {
    listExtend(vm, list, b);
    return a;
  }
  int64_t times = 0;
  if (op != BinaryOp::Mult || !vm.asInt(b, times, true)) return Value::notImplemented();
  vm.touch(list);
  list.items = repeat(vm, list.items, times);
  return a;
}

int64_t listLen(Vm& vm, const Value& self) {
  return static_cast<int64_t>(knownList(vm, self).items.size());
}

Value listGetitem(Vm& vm, const Value& self, const Value& index) {
  const List& list = knownList(vm, self);
  int64_t size = static_cast<int64_t>(list.items.size());
  if (const Slice* bounds = index.as<Slice>())
    return vm.list(slice(list.items, resolveSlice(vm, *bounds, size)));
  int64_t at = 0;
  if (!resolveIndex(vm, index, size, "list", at))
    vm.raise(vm.types.IndexError, "list index out of range");
  return list.items[at];
}

void setSlice(Vm& vm, List& list, const Slice& bounds, const Value& value) {
  if (value.isUnknown()) return forget(vm, list);
  if (!vm.classOf(value)->ops->iter && !vm.classOf(value)->has(Special::Iter) &&
      !vm.classOf(value)->has(Special::GetItem))
    vm.raiseTypeError(bounds.step.isNone() ? "can only assign an iterable"
                                           : "must assign iterable to extended slice");
  std::vector<Value> added = vm.toVector(value);
  SliceRange range = resolveSlice(vm, bounds, static_cast<int64_t>(list.items.size()));
  vm.touch(list);
  if (range.step == 1) {
    auto from = list.items.begin() + range.start;
    std::vector<Value> items(list.items.begin(), from);
    items.insert(items.end(), added.begin(), added.end());
    items.insert(items.end(), from + range.count, list.items.end());
    std::swap(list.items, items);
    return;
  }
  if (static_cast<int64_t>(added.size()) != range.count)
    vm.raiseValueError("attempt to assign sequence of size " + std::to_string(added.size()) +
                       " to extended slice of size " + std::to_string(range.count));
  for (int64_t i = 0; i < range.count; ++i) list.items[range.start + i * range.step] = added[i];
}

void listSetitem(Vm& vm, const Value& self, const Value& index, const Value& value) {
  List& list = listIn(vm, self);
  if (list.unknown) return;
  if (index.isUnknown()) return forget(vm, list);
  if (const Slice* bounds = index.as<Slice>()) return setSlice(vm, list, *bounds, value);
  int64_t at = 0;
  if (!resolveIndex(vm, index, static_cast<int64_t>(list.items.size()), "list", at))
    vm.raise(vm.types.IndexError, "list assignment index out of range");
  vm.touch(list);
  list.items[at] = value;
}

void listDelitem(Vm& vm, const Value& self, const Value& index) {
  List& list = listIn(vm, self);
  if (list.unknown) return;
  if (index.isUnknown()) return forget(vm, list);
  int64_t size = static_cast<int64_t>(list.items.size());
  SliceRange range{0, 0, 1, 1};
  if (const Slice* bounds = index.as<Slice>())
    range = resolveSlice(vm, *bounds, size);
  else if (!resolveIndex(vm, index, size, "list", range.start))
    vm.raise(vm.types.IndexError, "list assignment index out of range");
  if (range.count == 0) return;
  vm.burnFor(list.items.size());
  vm.touch(list);
  if (range.step < 0) {
    range.start += (range.count - 1) * range.step;
    range.step = -range.step;
  }
  std::vector<Value> kept;
  kept.reserve(list.items.size() - static_cast<size_t>(range.count));
  int64_t last = range.start + (range.count - 1) * range.step;
  for (int64_t i = 0; i < size; ++i)
    if (i < range.start || i > last || (i - range.start) % range.step != 0)
      kept.push_back(list.items[i]);
  std::swap(list.items, kept);
}

bool listContains(Vm& vm, const Value& self, const Value& element) {
  return containsValue(vm, knownList(vm, self).items, element);
}

Value listIter(Vm& vm, const Value& self) {
  List& list = listIn(vm, self);
  if (list.unknown) return Value::unknown();
  return new ListIterator(vm.types.iterator, &list);
}

void listClear(Object& self) {
  std::vector<Value> old = std::exchange(static_cast<List&>(self).items, {});
}

constexpr TypeOps kListOps = {
    .make = listMake,
    .init = listInit,
    .repr = listRepr,
    .compare = listCompare,
    .binary = listBinary,
    .inplace = listInplace,
    .len = listLen,
    .getitem = listGetitem,
    .setitem = listSetitem,
    .delitem = listDelitem,
    .contains = listContains,
    .iter = listIter,
    .clear = listClear,
};
const NativeClass kListClass = {"list", "builtins", Kind::List, &kListOps, kListMethods};

}  // namespace

void forget(Vm& vm, List& list) {
  vm.touch(list);
  std::vector<Value> old = std::exchange(list.items, {});
  list.unknown = true;
}

void initList(Vm& vm) {
  vm.types.list = vm.defineClass(kListClass);
  vm.builtins().set(vm.intern("list"), vm.types.list);
}

}  // namespace ts::eval
