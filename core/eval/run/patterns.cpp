// The tests of match statements.
#include "core/eval/run/instructions.h"

namespace ts::eval {

namespace {

// list, tuple, range, and classes that collections.abc.Sequence accepts.
bool isSequence(Vm& vm, const Value& value) {
  if (value.as<List>() || value.as<Tuple>() || value.as<Range>()) return true;
  if (!value.isObject() || value.as<Str>() || value.as<Bytes>() || value.as<Dict>()) return false;
  const Class* cls = vm.classOf(value);
  for (const Class* base : cls->mro)
    if (base->name == "Sequence" || base->name == "MutableSequence" || base->name == "deque")
      return true;
  return false;
}

bool isMapping(Vm& vm, const Value& value) {
  if (value.as<Dict>()) return true;
  if (!value.isObject()) return false;
  for (const Class* base : vm.classOf(value)->mro)
    if (base->name == "Mapping" || base->name == "MutableMapping" || base->name == "mappingproxy")
      return true;
  return false;
}

}  // namespace

Value matchSequence(Vm& vm, const Value& subject, uint32_t length, bool orMore) {
  if (subject.isUnknown()) return Value::unknown();
  if (!isSequence(vm, subject)) return Value::boolean(false);
  int64_t count = vm.len(subject);
  return Value::boolean(orMore ? count >= length : count == length);
}

Value matchMapping(Vm& vm, const Value& subject, uint32_t count) {
  if (subject.isUnknown()) return Value::unknown();
  if (!isMapping(vm, subject)) return Value::boolean(false);
  return Value::boolean(vm.len(subject) >= count);
}

Value matchKeys(Vm& vm, const Value& subject, const Value& keys) {
  if (subject.isUnknown() || keys.isUnknown()) return Value::unknown();
  std::vector<Value> values;
  for (const Value& key : keys.as<Tuple>()->items) {
    if (Dict* dict = subject.as<Dict>(); dict && !dict->unknown) {
      Value* value = dict->find(vm, key);
      if (!value) return Value::none();
      values.push_back(*value);
      continue;
    }
    Value missing = vm.list();
    Value match = vm.callMethod(subject, "get", {key, missing});
    if (match.same(missing)) return Value::none();
    values.push_back(std::move(match));
  }
  return vm.tuple(std::move(values));
}

Value matchRest(Vm& vm, const Value& subject, const Value& keys) {
  if (subject.isUnknown() || keys.isUnknown()) return Value::unknown();
  Value rest = vm.call(Value(vm.types.dict), {subject});
  Dict* dict = rest.as<Dict>();
  if (!dict) return Value::unknown();
  for (const Value& key : keys.as<Tuple>()->items) dict->erase(vm, key);
  return rest;
}

Value matchClass(Vm& vm, const Value& subject, const Value& cls, uint32_t positional,
                 const std::vector<Str*>& names) {
  if (subject.isUnknown() || cls.isUnknown()) return Value::unknown();
  Class* type = cls.as<Class>();
  if (!type) vm.raiseTypeError("called match pattern must be a class");
  if (!vm.isInstance(subject, cls)) return Value::none();
  std::vector<Value> values;
  std::vector<Str*> attributes;
  if (positional > 0) {
    Value match;
    if (vm.tryGetattr(cls, vm.intern("__match_args__"), match)) {
      const Tuple* tuple = match.as<Tuple>();
      if (!tuple)
        vm.raiseTypeError(type->name + ".__match_args__ must be a tuple (got " +
                          vm.classOf(match)->name + ")");
      if (tuple->items.size() < positional) {
        vm.raiseTypeError(type->name + "() accepts " + std::to_string(tuple->items.size()) +
                          " positional sub-pattern" + (tuple->items.size() == 1 ? "" : "s") + " (" +
                          std::to_string(positional) + " given)");
      }
      for (uint32_t i = 0; i < positional; ++i) {
        const Str* name = tuple->items[i].as<Str>();
        if (!name)
          vm.raiseTypeError("__match_args__ elements must be strings (got " +
                            vm.classOf(tuple->items[i])->name + ")");
        attributes.push_back(vm.intern(name->text));
      }
    } else {
      // int(x), str(x) and similar patterns match the subject itself.
      const Class* selves[] = {vm.types.boolean, vm.types.bytearray, vm.types.bytes,
                               vm.types.dict,    vm.types.real,      vm.types.frozenset,
                               vm.types.integer, vm.types.list,      vm.types.set,
                               vm.types.str,     vm.types.tuple};
      bool isSelf = false;
      for (const Class* self : selves) isSelf = isSelf || type->isSubclass(self);
      uint32_t accepted = isSelf ? 1 : 0;
      if (positional > accepted) {
        vm.raiseTypeError(type->name + "() accepts " + std::to_string(accepted) +
                          " positional sub-pattern" + (accepted == 1 ? "" : "s") + " (" +
                          std::to_string(positional) + " given)");
      }
      values.push_back(subject);
    }
  }
  attributes.insert(attributes.end(), names.begin(), names.end());
  for (Str* name : attributes) {
    Value value;
    if (!vm.tryGetattr(subject, name, value)) return Value::none();
    values.push_back(std::move(value));
  }
  return vm.tuple(std::move(values));
}

}  // namespace ts::eval
