// The class dict. core/eval/protocols/dict.cpp has the hash table.
#include "core/eval/builtins/containers.h"

namespace ts::eval {
namespace {

Dict& dictOf(Vm& vm, const Value& self) { return receiver<Dict>(vm, self, "dict"); }

Dict& knownDict(Vm& vm, const Value& self) {
  Dict& dict = dictOf(vm, self);
  if (dict.unknown) throw UnknownTruth{};
  return dict;
}

void put(Vm& vm, Dict& dict, const Value& key, Value value) {
  if (key.isUnknown()) return forget(vm, dict);
  vm.touch(dict);
  dict.set(vm, key, std::move(value));
}

void updateFromPairs(Vm& vm, Dict& dict, const Value& pairs) {
  size_t number = 0;
  vm.forEach(pairs, [&](const Value& pair) {
    std::string place = "sequence element #" + std::to_string(number++);
    if (pair.isUnknown()) {
      forget(vm, dict);
      return true;
    }
    Class* cls = vm.classOf(pair);
    if (!cls->ops->iter && !cls->has(Special::Iter) && !cls->has(Special::GetItem))
      vm.raiseTypeError("cannot convert dictionary update " + place + " to a sequence");
    std::vector<Value> both = vm.toVector(pair);
    if (both.size() != 2)
      vm.raiseValueError("dictionary update " + place + " has length " +
                         std::to_string(both.size()) + "; 2 is required");
    put(vm, dict, both[0], both[1]);
    return true;
  });
}

void updateFromDict(Vm& vm, Dict& dict, Dict& other) {
  if (&dict == &other) return;
  vm.touch(dict);
  dict.unknown |= other.unknown;
  // __hash__ and __eq__ of keys may change the other dict.
  for (size_t i = 0; i < other.entries.size(); ++i) {
    Value key = other.entries[i].key;
    if (!key.isUnbound()) dict.set(vm, key, other.entries[i].value);
  }
}

// ---- methods

Value get(Vm& vm, Value* args) {
  Dict& dict = dictOf(vm, args[0]);
  if (args[1].isUnknown()) return args[1];
  if (Value* value = dict.find(vm, args[1])) return *value;
  return dict.unknown ? Value::unknown() : args[2];
}

Value setdefault(Vm& vm, Value* args) {
  Dict& dict = dictOf(vm, args[0]);
  if (args[1].isUnknown()) {
    forget(vm, dict);
    return args[1];
  }
  if (Value* value = dict.find(vm, args[1])) return *value;
  vm.touch(dict);
  dict.set(vm, args[1], dict.unknown ? Value::unknown() : args[2]);
  return dict.unknown ? Value::unknown() : args[2];
}

Value dictPop(Vm& vm, Value* args) {
  Dict& dict = dictOf(vm, args[0]);
  if (args[1].isUnknown()) {
    forget(vm, dict);
    return args[1];
  }
  vm.touch(dict);
  Value removed;
  if (dict.erase(vm, args[1], &removed)) return removed;
  if (dict.unknown) return Value::unknown();
  if (args[2].isUnbound()) vm.raise(vm.types.KeyError, {args[1]});
  return args[2];
}

Value popitem(Vm& vm, Value* args) {
  Dict& dict = knownDict(vm, args[0]);
  if (dict.count == 0) vm.raise(vm.types.KeyError, {vm.str("popitem(): dictionary is empty")});
  vm.touch(dict);
  Dict::Entry last = dict.removeLast();
  return vm.tuple({last.key, last.value});
}

Value dictClearMethod(Vm& vm, Value* args) {
  Dict& dict = dictOf(vm, args[0]);
  vm.touch(dict);
  dict.clear();
  dict.unknown = false;
  return Value::none();
}

Value dictCopy(Vm& vm, Value* args) {
  Ref<Dict> dict = vm.dict();
  updateFromDict(vm, *dict, dictOf(vm, args[0]));
  return dict;
}

// *args has at most one element.
Value update(Vm& vm, Value* args) {
  Dict& dict = dictOf(vm, args[0]);
  const std::vector<Value>& values = args[1].as<Tuple>()->items;
  if (values.size() > 1)
    vm.raiseTypeError("update expected at most 1 argument, got " + std::to_string(values.size()));
  if (!values.empty()) updateFrom(vm, dict, values[0]);
  updateFromDict(vm, dict, *args[2].as<Dict>());
  return Value::none();
}

Value fromkeys(Vm& vm, Value* args) {
  Value value = vm.call(args[0]);
  vm.forEach(args[1], [&](const Value& key) {
    vm.setitem(value, key, args[2]);
    return true;
  });
  return value;
}

template <ViewKind kView>
Value view(Vm& vm, Value* args) {
  Class* cls = kView == ViewKind::Keys     ? vm.types.dictKeys
               : kView == ViewKind::Values ? vm.types.dictValues
                                           : vm.types.dictItems;
  return new DictView(cls, &dictOf(vm, args[0]), kView);
}

Value dictReversedMethod(Vm& vm, Value* args) {
  return iterateDict(vm, knownDict(vm, args[0]), ViewKind::Keys, true);
}

constexpr NativeDef kDictMethods[] = {
    {"get", "self, key, default=None, /", get, kTakesUnknown},
    {"setdefault", "self, key, default=None, /", setdefault, kTakesUnknown},
    {"pop", "self, key, default=..., /", dictPop, kTakesUnknown},
    {"popitem", "self, /", popitem},
    {"clear", "self, /", dictClearMethod},
    {"copy", "self, /", dictCopy},
    {"update", "self, /, *args, **kwargs", update, kTakesUnknown},
    {"fromkeys", "cls, iterable, value=None, /", fromkeys, kClass | kTakesUnknown},
    {"keys", "self, /", view<ViewKind::Keys>},
    {"values", "self, /", view<ViewKind::Values>},
    {"items", "self, /", view<ViewKind::Items>},
    {"__reversed__", "self, /", dictReversedMethod},
    TS_EVAL_CLASS_GETITEM,
};

// ---- operators

Value dictMake(Vm&, Class* cls, const CallArgs&) { return new Dict(cls); }

void dictInit(Vm& vm, const Value& self, const CallArgs& args) {
  Dict& dict = dictOf(vm, self);
  if (args.positional > 1)
    vm.raiseTypeError("dict expected at most 1 argument, got " + std::to_string(args.positional));
  if (args.positional == 1) updateFrom(vm, dict, args.values[0]);
  vm.touch(dict);
  for (size_t i = 0; i < args.names.size(); ++i)
    dict.set(args.names[i], args.values[args.positional + i]);
}

std::string dictRepr(Vm& vm, const Value& self) {
  const Dict& dict = knownDict(vm, self);
  ReprGuard guard(dict);
  if (guard.again()) return "{...}";
  std::string text = "{";
  for (size_t i = 0; i < dict.entries.size(); ++i) {
    Value key = dict.entries[i].key;
    Value value = dict.entries[i].value;
    if (key.isUnbound()) continue;
    if (text.size() > 1) text += ", ";
    text += vm.repr(key) + ": " + vm.repr(value);
  }
  return text + "}";
}

Answer equalDicts(Vm& vm, Dict& a, Dict& b) {
  if (a.unknown || b.unknown) return Answer::Maybe;
  if (a.count != b.count) return Answer::No;
  bool maybe = false;
  for (size_t i = 0; i < a.entries.size(); ++i) {
    Value key = a.entries[i].key;
    Value value = a.entries[i].value;
    if (key.isUnbound()) continue;
    Value* match = b.find(vm, key);
    if (!match) return Answer::No;
    Answer answer = equalAnswer(vm, value, Value(*match));
    if (answer == Answer::No) return answer;
    maybe |= answer == Answer::Maybe;
  }
  return maybe ? Answer::Maybe : Answer::Yes;
}

Value dictCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  Dict* left = a.as<Dict>();
  Dict* right = b.as<Dict>();
  if (!left || !right || (op != CompareOp::Eq && op != CompareOp::Ne))
    return Value::notImplemented();
  Answer answer = equalDicts(vm, *left, *right);
  if (answer == Answer::Maybe) return Value::unknown();
  return Value::boolean((answer == Answer::Yes) == (op == CompareOp::Eq));
}

Value dictBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  Dict* left = a.as<Dict>();
  Dict* right = b.as<Dict>();
  if (op != BinaryOp::BitOr || !left || !right) return Value::notImplemented();
  Ref<Dict> dict = vm.dict();
  updateFromDict(vm, *dict, *left);
  updateFromDict(vm, *dict, *right);
  return dict;
}

Value dictInplace(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  if (op != BinaryOp::BitOr) return Value::notImplemented();
  updateFrom(vm, dictOf(vm, a), b);
  return a;
}

int64_t dictLen(Vm& vm, const Value& self) {
  return static_cast<int64_t>(knownDict(vm, self).count);
}

Value dictGetitem(Vm& vm, const Value& self, const Value& key) {
  Dict& dict = dictOf(vm, self);
  if (Value* value = dict.find(vm, key)) return *value;
  if (dict.unknown) return Value::unknown();
  if (dict.cls->has(Special::Missing)) {
    Value method = vm.lookupSpecial(self, vm.special(Special::Missing));
    if (!method.isUnbound()) return vm.call(method, {key});
  }
  vm.raise(vm.types.KeyError, {key});
}

void dictSetitem(Vm& vm, const Value& self, const Value& key, const Value& value) {
  put(vm, dictOf(vm, self), key, value);
}

void dictDelitem(Vm& vm, const Value& self, const Value& key) {
  Dict& dict = dictOf(vm, self);
  if (key.isUnknown()) return forget(vm, dict);
  vm.touch(dict);
  if (!dict.erase(vm, key) && !dict.unknown) vm.raise(vm.types.KeyError, {key});
}

bool dictContains(Vm& vm, const Value& self, const Value& key) {
  Dict& dict = dictOf(vm, self);
  if (dict.find(vm, key)) return true;
  if (dict.unknown) throw UnknownTruth{};
  return false;
}

Value dictIter(Vm& vm, const Value& self) {
  return iterateDict(vm, dictOf(vm, self), ViewKind::Keys);
}

void dictClear(Object& self) { static_cast<Dict&>(self).clear(); }

constexpr TypeOps kDictOps = {
    .make = dictMake,
    .init = dictInit,
    .repr = dictRepr,
    .compare = dictCompare,
    .binary = dictBinary,
    .inplace = dictInplace,
    .len = dictLen,
    .getitem = dictGetitem,
    .setitem = dictSetitem,
    .delitem = dictDelitem,
    .contains = dictContains,
    .iter = dictIter,
    .clear = dictClear,
};
const NativeClass kDictClass = {"dict", "builtins", Kind::Dict, &kDictOps, kDictMethods};

}  // namespace

void forget(Vm& vm, Dict& dict) {
  vm.touch(dict);
  dict.unknown = true;
  for (Dict::Entry& entry : dict.entries)
    if (!entry.key.isUnbound()) entry.value = Value::unknown();
}

void updateFrom(Vm& vm, Dict& dict, const Value& other) {
  if (other.isUnknown()) return forget(vm, dict);
  Dict* source = other.as<Dict>();
  if (source && !source->cls->has(Special::Iter)) return updateFromDict(vm, dict, *source);
  try {
    Value keys;
    if (!vm.tryGetattr(other, vm.intern("keys"), keys)) return updateFromPairs(vm, dict, other);
    vm.forEach(vm.call(keys), [&](const Value& key) {
      put(vm, dict, key, vm.getitem(other, key));
      return true;
    });
  } catch (const UnknownTruth&) {
    forget(vm, dict);
  }
}

void initDict(Vm& vm) {
  vm.types.dict = vm.defineClass(kDictClass);
  vm.builtins().set(vm.intern("dict"), vm.types.dict);
}

}  // namespace ts::eval
