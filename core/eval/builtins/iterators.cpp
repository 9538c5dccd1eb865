// map, filter, zip, enumerate and reversed.
#include "core/eval/builtins/functions.h"

namespace ts::eval {
namespace {

void refuseNames(Vm& vm, const Class& cls, const CallArgs& args) {
  if (!args.names.empty()) vm.raiseTypeError(cls.name + "() takes no keyword arguments");
}

// Creates iterators of the arguments from `first` on. Returns false when an argument is Unknown.
bool iterateAll(Vm& vm, const CallArgs& args, size_t first, std::vector<Value>& iterators) {
  for (size_t i = first; i < args.positional; ++i) {
    iterators.push_back(vm.iter(args.values[i]));
    if (iterators.back().isUnknown()) return false;
  }
  return true;
}

struct Map final : Iterator {
  Map(Class* cls, Value function, std::vector<Value> iterators)
      : Iterator(cls), function(std::move(function)), iterators(std::move(iterators)) {}
  Value next(Vm& vm) override {
    std::vector<Value> elements;
    for (const Value& iterator : iterators) {
      elements.push_back(vm.next(iterator));
      if (elements.back().isUnbound()) return {};
    }
    return vm.call(function, std::span<const Value>(elements));
  }
  Value function;
  std::vector<Value> iterators;
};
Value makeMap(Vm& vm, Class* cls, const CallArgs& args) {
  refuseNames(vm, *cls, args);
  if (args.positional < 2) vm.raiseTypeError("map() must have at least two arguments.");
  std::vector<Value> iterators;
  if (!iterateAll(vm, args, 1, iterators)) return Value::unknown();
  return new Map(cls, args.values[0], std::move(iterators));
}

struct Filter final : Iterator {
  Filter(Class* cls, Value function, Value iterator)
      : Iterator(cls), function(std::move(function)), iterator(std::move(iterator)) {}
  Value next(Vm& vm) override {
    for (;;) {
      Value element = vm.next(iterator);
      if (element.isUnbound() ||
          vm.truth(function.isNone() ? element : vm.call(function, {element})))
        return element;
    }
  }
  Value function, iterator;
};
Value makeFilter(Vm& vm, Class* cls, const CallArgs& args) {
  refuseNames(vm, *cls, args);
  if (args.positional != 2)
    vm.raiseTypeError("filter expected 2 arguments, got " + std::to_string(args.positional));
  Value iterator = vm.iter(args.values[1]);
  if (iterator.isUnknown()) return iterator;
  return new Filter(cls, args.values[0], std::move(iterator));
}

struct Zip final : Iterator {
  Zip(Class* cls, std::vector<Value> iterators, bool strict)
      : Iterator(cls), iterators(std::move(iterators)), strict(strict) {}
  Value next(Vm& vm) override {
    if (iterators.empty()) return {};
    std::vector<Value> elements;
    for (size_t i = 0; i < iterators.size(); ++i) {
      elements.push_back(vm.next(iterators[i]));
      if (!elements.back().isUnbound()) continue;
      if (strict && i) refuse(vm, i, "shorter");
      if (strict) requireAllAtEnd(vm);
      return {};
    }
    return vm.tuple(std::move(elements));
  }
  void requireAllAtEnd(Vm& vm) {
    for (size_t i = 1; i < iterators.size(); ++i)
      if (!vm.next(iterators[i]).isUnbound()) refuse(vm, i, "longer");
  }
  [[noreturn]] void refuse(Vm& vm, size_t at, const char* than) {
    const std::string before = at == 1 ? " 1" : "s 1-" + std::to_string(at);
    vm.raiseValueError("zip() argument " + std::to_string(at + 1) + " is " + than +
                       " than argument" + before);
  }
  std::vector<Value> iterators;
  bool strict;
};
Value makeZip(Vm& vm, Class* cls, const CallArgs& args) {
  bool strict = false;
  for (size_t i = 0; i < args.names.size(); ++i) {
    if (args.names[i]->text != "strict")
      vm.raiseTypeError("'" + args.names[i]->text + "' is an invalid keyword argument for zip()");
    strict = vm.truth(args.values[args.positional + i]);
  }
  for (size_t i = 0; i < args.positional; ++i) {
    const Class* argument = vm.classOf(args.values[i]);
    if (!args.values[i].isUnknown() && !argument->ops->iter && !argument->has(Special::Iter) &&
        !argument->has(Special::GetItem))
      vm.raiseTypeError("'" + argument->name + "' object is not iterable");
  }
  std::vector<Value> iterators;
  if (!iterateAll(vm, args, 0, iterators)) return Value::unknown();
  return new Zip(cls, std::move(iterators), strict);
}

struct Enumerate final : Iterator {
  Enumerate(Class* cls, Value iterator, int64_t count)
      : Iterator(cls), iterator(std::move(iterator)), count(count) {}
  Value next(Vm& vm) override {
    Value element = vm.next(iterator);
    if (element.isUnbound()) return {};
    return vm.tuple({Value::integer(count++), element});
  }
  Value iterator;
  int64_t count;
};
Value makeEnumerate(Vm& vm, Class* cls, const CallArgs& args) {
  Value given[2];
  const char* names[] = {"iterable", "start"};
  if (args.all().size() > 2)
    vm.raiseTypeError("enumerate() takes at most 2 arguments (" +
                      std::to_string(args.all().size()) + " given)");
  for (size_t i = 0; i < args.positional; ++i) given[i] = args.values[i];
  for (size_t i = 0; i < args.names.size(); ++i) {
    const size_t at = args.names[i]->text == names[0] ? 0 : 1;
    if (args.names[i]->text != names[at])
      vm.raiseTypeError("'" + args.names[i]->text +
                        "' is an invalid keyword argument for enumerate()");
    given[at] = args.values[args.positional + i];
  }
  if (given[0].isUnbound()) vm.raiseTypeError("enumerate() missing required argument 'iterable'");
  Value iterator = vm.iter(given[0]);
  if (iterator.isUnknown() || given[1].isUnknown()) return Value::unknown();
  return new Enumerate(cls, std::move(iterator), given[1].isUnbound() ? 0 : vm.toIndex(given[1]));
}

// Reverses an object with __len__ and __getitem__.
struct Reversed final : Iterator {
  Reversed(Class* cls, Value sequence, int64_t left)
      : Iterator(cls), sequence(std::move(sequence)), left(left) {}
  Value next(Vm& vm) override {
    if (left <= 0) return {};
    return vm.getitem(sequence, Value::integer(--left));
  }
  std::optional<int64_t> lengthHint() const override { return left; }
  Value sequence;
  int64_t left;
};
Value makeReversed(Vm& vm, Class* cls, const CallArgs& args) {
  refuseNames(vm, *cls, args);
  if (args.positional != 1)
    vm.raiseTypeError("reversed expected 1 argument, got " + std::to_string(args.positional));
  const Value& sequence = args.values[0];
  if (sequence.isUnknown()) return sequence;
  const Value method = vm.lookupSpecial(sequence, vm.special(Special::Reversed));
  if (!method.isUnbound() && !method.isNone()) return vm.call(method);
  const Class* argument = vm.classOf(sequence);
  const bool isMapping = argument->instanceKind == Kind::Dict ||
                         argument->instanceKind == Kind::Set ||
                         argument->instanceKind == Kind::FrozenSet;
  const bool isSequence =
      argument->has(Special::GetItem) || (argument->ops->getitem && argument->ops->len);
  if (!isSequence || isMapping || method.isNone())
    vm.raiseTypeError("'" + argument->name + "' object is not reversible");
  return new Reversed(cls, sequence, vm.len(sequence));
}

template <Value (*make)(Vm&, Class*, const CallArgs&)>
constexpr TypeOps kIteratorOps = {.make = make, .iter = iterateItself, .next = nextOfIterator};

}  // namespace

void initIteratorClasses(Vm& vm) {
  static const TypeOps kMap = kIteratorOps<makeMap>, kFilter = kIteratorOps<makeFilter>,
                       kZip = kIteratorOps<makeZip>, kEnumerate = kIteratorOps<makeEnumerate>,
                       kReversed = kIteratorOps<makeReversed>;
  const std::pair<const char*, const TypeOps*> rows[] = {{"map", &kMap},
                                                         {"filter", &kFilter},
                                                         {"zip", &kZip},
                                                         {"enumerate", &kEnumerate},
                                                         {"reversed", &kReversed}};
  for (auto& [name, ops] : rows)
    vm.builtins().set(vm.intern(name), vm.defineClass({name, "builtins", Kind::Iterator, ops, {}}));
}

}  // namespace ts::eval
