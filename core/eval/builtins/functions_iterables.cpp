// Builtin functions for iterables and iterators.
#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/functions.h"

namespace ts::eval {
namespace {

Value lenOf(Vm& vm, Value* args) { return Value::integer(vm.len(args[0])); }

// iter(callable, sentinel)
struct CallableIterator final : Iterator {
  CallableIterator(Class* cls, Value callable, Value sentinel)
      : Iterator(cls), callable(std::move(callable)), sentinel(std::move(sentinel)) {}
  Value next(Vm& vm) override {
    if (callable.isUnbound()) return {};
    Value value;
    try {
      value = vm.call(callable);
    } catch (const Raised& raised) {
      callable = {};
      if (!raised.exception->cls->isSubclass(vm.types.StopIteration)) throw;
      return {};
    }
    if (!vm.equal(value, sentinel)) return value;
    callable = {};
    return {};
  }
  Value callable, sentinel;
};

Value iterOf(Vm& vm, Value* args) {
  if (args[1].isUnbound()) return vm.iter(args[0]);
  const Class* cls = vm.classOf(args[0]);
  if (!cls->ops->call && !cls->has(Special::Call))
    vm.raiseTypeError("iter(v, w): v must be callable");
  return new CallableIterator(vm.types.iterator, args[0], args[1]);
}

Value iterablesNextOf(Vm& vm, Value* args) {
  Value returned;  // the return value of a generator
  Object* object = args[0].object();
  Value element = object && object->kind == Kind::Generator
                      ? vm.resumeGenerator(*object, Value::none(), nullptr, &returned)
                      : vm.next(args[0]);
  if (!element.isUnbound()) return element;
  if (!args[1].isUnbound()) return args[1];
  std::vector<Value> values;
  if (!returned.isUnbound() && !returned.isNone()) values.push_back(returned);
  vm.raise(vm.types.StopIteration, std::move(values));
}

Value sortedOf(Vm& vm, Value* args) {
  std::vector<Value> items = vm.toVector(args[0]);
  sortValues(vm, items, args[1], vm.truth(args[2]));
  return vm.list(std::move(items));
}

// min (op is Lt) and max (op is Gt): returns the first of the best elements.
template <CompareOp op>
Value bestOf(Vm& vm, Value* args) {
  const std::string name = op == CompareOp::Lt ? "min" : "max";
  const auto& tuple = args[0].as<Tuple>()->items;
  const Value& key = args[1];
  const Value& fallback = args[2];
  if (tuple.empty()) vm.raiseTypeError(name + " expected at least 1 argument, got 0");
  if (tuple.size() > 1 && !fallback.isUnbound())
    vm.raiseTypeError("Cannot specify a default for " + name +
                      "() with multiple positional arguments");
  std::vector<Value> items = tuple.size() > 1 ? tuple : vm.toVector(tuple[0]);
  Value best, bestKey;
  for (const Value& item : items) {
    vm.burn(1);
    Value itemKey = key.isNone() ? item : vm.call(key, {item});
    if (!best.isUnbound() && !vm.truth(vm.compare(op, itemKey, bestKey))) continue;
    best = item;
    bestKey = std::move(itemKey);
  }
  if (!best.isUnbound()) return best;
  if (!fallback.isUnbound()) return fallback;
  vm.raiseValueError(name + "() arg is an empty sequence");
}

// any (wanted is true) and all (wanted is false). The result is Unknown only when no known element
// decides.
template <bool wanted>
Value anyOrAll(Vm& vm, Value* args) {
  bool isFound = false, unsure = false;
  vm.forEach(args[0], [&](const Value& element) {
    if (element.isUnknown())
      unsure = true;
    else
      isFound = vm.truth(element) == wanted;
    return !isFound;
  });
  if (!isFound && unsure) return Value::unknown();
  return Value::boolean(isFound == wanted);
}

const NativeDef kIterableFunctions[] = {
    {"len", "obj, /", lenOf},
    {"iter", "object, sentinel=..., /", iterOf},
    {"next", "iterator, default=..., /", iterablesNextOf, kTakesUnknown},
    {"sorted", "iterable, /, *, key=None, reverse=False", sortedOf},
    {"min", "*args, key=None, default=...", bestOf<CompareOp::Lt>},
    {"max", "*args, key=None, default=...", bestOf<CompareOp::Gt>},
    {"any", "iterable, /", anyOrAll<true>},
    {"all", "iterable, /", anyOrAll<false>},
};

}  // namespace

std::span<const NativeDef> iterableFunctions() { return kIterableFunctions; }

}  // namespace ts::eval
