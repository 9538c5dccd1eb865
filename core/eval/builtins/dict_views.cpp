// Iterators over dicts, their views, and mappingproxy.
#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

struct DictIterator final : Iterator {
  DictIterator(Class* cls, Ref<Dict> dict, ViewKind view, bool reversed)
      : Iterator(cls),
        dict(std::move(dict)),
        expected(this->dict->count),
        view(view),
        reversed(reversed) {
    position = reversed ? this->dict->entries.size() : 0;
  }

  Value next(Vm& vm) override {
    if (!dict) return {};
    if (dict->unknown) throw UnknownTruth{};
    if (dict->count != expected) {
      expected = SIZE_MAX;  // raises again at every later call
      vm.raise(vm.types.RuntimeError, "dictionary changed size during iteration");
    }
    const Dict::Entry* entry = reversed ? before() : after();
    if (!entry) {
      dict = nullptr;
      return {};
    }
    if (view == ViewKind::Keys) return entry->key;
    if (view == ViewKind::Values) return entry->value;
    return vm.tuple({entry->key, entry->value});
  }
  std::optional<int64_t> lengthHint() const override {
    return dict && dict->count == expected ? expected - yielded : 0;
  }

  const Dict::Entry* after() {
    while (position < dict->entries.size())
      if (const Dict::Entry& entry = dict->entries[position++]; !entry.key.isUnbound())
        return ++yielded, &entry;
    return nullptr;
  }
  const Dict::Entry* before() {
    if (position > dict->entries.size()) position = dict->entries.size();
    while (position > 0)
      if (const Dict::Entry& entry = dict->entries[--position]; !entry.key.isUnbound())
        return ++yielded, &entry;
    return nullptr;
  }

  Ref<Dict> dict;
  size_t expected;
  size_t yielded = 0;
  size_t position = 0;
  ViewKind view;
  bool reversed;
};

DictView& viewOf(Vm& vm, const Value& self) { return receiver<DictView>(vm, self, "dict_keys"); }

Dict& viewedDict(Vm& vm, const Value& self) {
  Dict& dict = *viewOf(vm, self).dict;
  if (dict.unknown) throw UnknownTruth{};
  return dict;
}

// True for an operand of a set operation: a set, or a view of keys or items.
bool isSetLike(const Value& value) {
  if (value.as<Set>()) return true;
  const DictView* view = value.as<DictView>();
  return view && view->view != ViewKind::Values;
}

std::string viewRepr(Vm& vm, const Value& self) {
  ReprGuard guard(*self.object());
  if (guard.again()) return "...";
  return vm.classOf(self)->name + "([" + joinRepr(vm, vm.toVector(self)) + "])";
}

Value viewCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  if (!isSetLike(a) || !isSetLike(b)) return Value::notImplemented();
  return compareSets(vm, op, *toSet(vm, a), *toSet(vm, b));
}

Value viewBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (op != BinaryOp::BitAnd && op != BinaryOp::BitOr && op != BinaryOp::BitXor &&
      op != BinaryOp::Sub)
    return Value::notImplemented();
  if (!isSetLike(a) && !isSetLike(b)) return Value::notImplemented();
  return setOperation(vm, op, *toSet(vm, a), *toSet(vm, b), vm.types.set);
}

int64_t viewLen(Vm& vm, const Value& self) {
  return static_cast<int64_t>(viewedDict(vm, self).count);
}

bool viewContains(Vm& vm, const Value& self, const Value& element) {
  DictView& view = viewOf(vm, self);
  if (view.view == ViewKind::Keys && view.dict->find(vm, element)) return true;
  Dict& dict = viewedDict(vm, self);
  if (view.view == ViewKind::Keys) return false;
  if (view.view == ViewKind::Values) return containsValue(vm, vm.toVector(self), element);
  const Tuple* pair = element.as<Tuple>();
  if (!pair || pair->items.size() != 2) return false;
  Value* value = dict.find(vm, pair->items[0]);
  if (!value) return false;
  Answer answer = equalAnswer(vm, Value(*value), pair->items[1]);
  if (answer == Answer::Maybe) throw UnknownTruth{};
  return answer == Answer::Yes;
}

Value viewIter(Vm& vm, const Value& self) {
  DictView& view = viewOf(vm, self);
  return iterateDict(vm, *view.dict, view.view);
}

Value viewReversedMethod(Vm& vm, Value* args) {
  DictView& view = viewOf(vm, args[0]);
  return iterateDict(vm, viewedDict(vm, args[0]), view.view, true);
}

Value viewIsdisjoint(Vm& vm, Value* args) {
  Value common = viewBinary(vm, BinaryOp::BitAnd, args[0], toSet(vm, args[1]));
  return Value::boolean(common.as<Set>()->table.count == 0);
}

Value mapping(Vm& vm, Value* args) { return makeMappingProxy(vm, *viewOf(vm, args[0]).dict); }

constexpr NativeDef kSetViewMethods[] = {
    {"isdisjoint", "self, other, /", viewIsdisjoint},
    {"__reversed__", "self, /", viewReversedMethod},
    {"mapping", "self", mapping, kGetter},
};
constexpr NativeDef kValuesMethods[] = {
    {"__reversed__", "self, /", viewReversedMethod},
    {"mapping", "self", mapping, kGetter},
};
constexpr TypeOps kSetViewOps = {
    .repr = viewRepr,
    .compare = viewCompare,
    .binary = viewBinary,
    .len = viewLen,
    .contains = viewContains,
    .iter = viewIter,
};
constexpr TypeOps kValuesOps = {
    .repr = viewRepr, .len = viewLen, .contains = viewContains, .iter = viewIter};
const NativeClass kKeysClass = {"dict_keys",  "builtins",      Kind::DictView,
                                &kSetViewOps, kSetViewMethods, false};
const NativeClass kItemsClass = {"dict_items", "builtins",      Kind::DictView,
                                 &kSetViewOps, kSetViewMethods, false};
const NativeClass kValuesClass = {"dict_values", "builtins",     Kind::DictView,
                                  &kValuesOps,   kValuesMethods, false};

// ---- mappingproxy

const Value& mappingOf(Vm& vm, const Value& self) {
  if (auto* proxy = self.asNative<MappingProxy>()) return proxy->mapping;
  vm.raiseTypeError("descriptor requires a 'mappingproxy' object but received a '" +
                    vm.classOf(self)->name + "'");
}

// Calls the method of the mapping.
template <const auto& kName>
Value forward(Vm& vm, Value* args) {
  return vm.callMethod(mappingOf(vm, args[0]), kName);
}
constexpr char kKeys[] = "keys";
constexpr char kValues[] = "values";
constexpr char kItems[] = "items";
constexpr char kCopy[] = "copy";
constexpr char kReversed[] = "__reversed__";

Value proxyGet(Vm& vm, Value* args) {
  return vm.callMethod(mappingOf(vm, args[0]), "get", {args[1], args[2]});
}

constexpr NativeDef kProxyMethods[] = {
    {"get", "self, key, default=None, /", proxyGet},
    {"keys", "self, /", forward<kKeys>},
    {"values", "self, /", forward<kValues>},
    {"items", "self, /", forward<kItems>},
    {"copy", "self, /", forward<kCopy>},
    {"__reversed__", "self, /", forward<kReversed>},
    TS_EVAL_CLASS_GETITEM,
};

Value makeProxy(Vm& vm, Class* cls, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "mappingproxy", 1, 1);
  Class* mapping = vm.classOf(values[0]);
  if (values[0].as<List>() || values[0].as<Tuple>() ||
      (!mapping->ops->getitem && !mapping->has(Special::GetItem)))
    vm.raiseTypeError("mappingproxy() argument must be a mapping, not " + mapping->name);
  return new MappingProxy(cls, values[0]);
}

Value proxyCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  auto* other = b.asNative<MappingProxy>();
  return vm.compare(op, mappingOf(vm, a), other ? other->mapping : b);
}

Value proxyBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  auto* left = a.asNative<MappingProxy>();
  auto* right = b.asNative<MappingProxy>();
  if (op != BinaryOp::BitOr) return Value::notImplemented();
  return vm.binary(op, left ? left->mapping : a, right ? right->mapping : b);
}

constexpr TypeOps kProxyOps = {
    .make = makeProxy,
    .repr = [](Vm& vm,
               const Value& self) { return "mappingproxy(" + vm.repr(mappingOf(vm, self)) + ")"; },
    .str = [](Vm& vm, const Value& self) { return vm.toStr(mappingOf(vm, self)); },
    .compare = proxyCompare,
    .binary = proxyBinary,
    .len = [](Vm& vm, const Value& self) { return vm.len(mappingOf(vm, self)); },
    .getitem = [](Vm& vm, const Value& self,
                  const Value& key) { return vm.getitem(mappingOf(vm, self), key); },
    .contains = [](Vm& vm, const Value& self,
                   const Value& key) { return vm.truth(vm.contains(mappingOf(vm, self), key)); },
    .iter = [](Vm& vm, const Value& self) { return vm.iter(mappingOf(vm, self)); },
};
const NativeClass kProxyClass = {"mappingproxy", "builtins",    Kind::Native,
                                 &kProxyOps,     kProxyMethods, false};

}  // namespace

Value iterateDict(Vm& vm, Dict& dict, ViewKind view, bool reversed) {
  if (dict.unknown) return Value::unknown();
  return new DictIterator(vm.types.iterator, &dict, view, reversed);
}

Value makeMappingProxy(Vm& vm, Dict& dict) {
  return new MappingProxy(vm.types.mappingProxy, &dict);
}

void initDictViews(Vm& vm) {
  vm.types.dictKeys = vm.defineClass(kKeysClass);
  vm.types.dictValues = vm.defineClass(kValuesClass);
  vm.types.dictItems = vm.defineClass(kItemsClass);
  vm.types.mappingProxy = vm.defineClass(kProxyClass);
}

}  // namespace ts::eval
