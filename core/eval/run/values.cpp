// Variables, unpacking, containers and formatted strings.
#include "core/eval/run/instructions.h"
#include "core/eval/vm/intrinsics.h"
#include "core/eval/vm/special_call.h"

namespace ts::eval {

bool loadOwn(Vm& vm, const Value& object, Str* name, uint16_t& hint, Value& value) {
  Object* holder = object.object();
  if (!holder) return false;
  const Value* match = nullptr;
  if (holder->kind == Kind::Instance) {
    const Class& cls = *holder->cls;
    if (!holder->attributes || cls.has(Special::GetAttribute)) return false;
    match = holder->attributes->find(name, hint);
    const Value* descriptor = cls.lookup(name);
    if (!match) {
      return !descriptor && cls.has(Special::GetAttr) &&
             isModuleGetattr(vm, cls.lookup(vm.special(Special::GetAttr))) &&
             vm.library().findMember(vm, object, name, value).value_or(false);
    }
    if (descriptor && isDataDescriptor(*descriptor)) return false;
  } else if (holder->kind == Kind::Module && holder->cls.get() == vm.types.module) {
    const auto& module = static_cast<Module&>(*holder);
    if (module.state == Module::State::Declared) return false;
    match = module.globals->find(name, hint);
    if (!match || (match->isObject() && match->object()->kind == Kind::Deferred)) return false;
  } else {
    return false;
  }
  value = *match;
  return true;
}

bool superMethod(Vm& vm, Value& object, Str* name, Value& function) {
  const auto* super = object.as<Super>();
  if (!super || !super->start || super->cls.get() != vm.types.super) return false;
  const Value* value = behind(*super, name);
  if (!value || !value->as<Function>()) return false;
  // super() in a class method binds functions like the class does.
  if (super->self.as<Class>() && super->self.is(super->start.get())) return false;
  function = *value;
  object = Value(super->self);
  return true;
}

Value loadGlobal(Vm& vm, Frame& frame, Str* name) {
  Value* match = frame.module->globals->find(name);
  if (match) {
    if (!match->isObject() || match->object()->kind != Kind::Deferred) return *match;
    Ref<Deferred> deferred = static_cast<Deferred*>(match->object());
    Value value = resolve(vm, *deferred);
    frame.module->globals->set(name, value);
    return value;
  }
  // Star imports come first: they may shadow builtins.
  if (Value value = starAttribute(vm, *frame.module, name); !value.isUnbound()) {
    frame.module->globals->set(name, value);
    return value;
  }
  if ((match = vm.builtins().find(name))) return *match;
  // A star import that wasn't found may bind any name.
  if (frame.module->hasUnknownStar) return Value::unknown();
  // A module has __annotations__ even before its first annotation.
  if (name->text == "__annotations__") return annotationsDict(vm, *frame.module->globals);
  raiseUndefined(vm, name);
}

void raiseUndefined(Vm& vm, Str* name) {
  Ref<ExceptionObject> exception = vm.toException(
      vm.call(Value(vm.types.NameError), {vm.str("name '" + name->text + "' is not defined")}));
  vm.setattr(Value(exception), vm.intern("name"), Value(name));
  throw Raised{std::move(exception)};
}

bool loadFromSpace(Vm& vm, Dict& space, Str* name, Value& value) {
  Value* match = space.find(name);
  if (!match) {
    if (space.cls.get() == vm.types.dict || !space.cls->has(Special::Missing)) return false;
    value = vm.getitem(Value(&space), Value(name));
    return true;
  }
  value = *match;
  if (value.isObject() && value.object()->kind == Kind::Deferred)
    value = resolve(vm, *value.as<Deferred>());
  return true;
}

void storeInSpace(Vm& vm, Dict& space, Str* name, const Value& value) {
  if (space.cls->has(Special::SetItem)) return vm.setitem(Value(&space), Value(name), value);
  vm.touch(space);
  space.set(name, value);
}

Value annotationsDict(Vm& vm, Dict& space) {
  Str* name = vm.intern("__annotations__");
  if (Value* value = space.find(name)) return *value;
  Value dict = vm.dict();
  vm.touch(space);
  space.set(name, dict);
  return dict;
}

void raiseUnboundLocal(Vm& vm, const Frame& frame, uint32_t slot) {
  vm.raise(vm.types.UnboundLocalError, "cannot access local variable '" +
                                           frame.code->localNames[slot]->text +
                                           "' where it is not associated with a value");
}

void raiseUnboundCell(Vm& vm, const Frame& frame, uint32_t cell) {
  const Code& code = *frame.code;
  if (cell < code.cellNames.size()) {
    vm.raise(vm.types.UnboundLocalError, "cannot access local variable '" +
                                             std::string(code.cellNames[cell]) +
                                             "' where it is not associated with a value");
  }
  vm.raise(vm.types.NameError, "cannot access free variable '" +
                                   std::string(code.freeNames[cell - code.cellNames.size()]) +
                                   "' where it is not associated with a value in enclosing scope");
}

int conditionOf(Vm& vm, const Value& value) {
  switch (value.tag()) {
    case Tag::Bool:
    case Tag::Int: return value.integerValue() != 0;
    case Tag::None: return 0;
    case Tag::Unknown: return -1;
    default: try { return vm.truth(value);
      } catch (UnknownTruth&) {
        return -1;
      }
  }
}

bool isSame(const Value& a, const Value& b) {
  if (a.same(b)) return true;
  // Equal strings may be separate objects here. CPython often has one, and programs compare such
  // strings with `is`.
  const Str* x = a.as<Str>();
  const Str* y = b.as<Str>();
  if (x && y) return x->text.size() <= 1 && x->text == y->text;
  const Tuple* t = a.as<Tuple>();
  const Tuple* u = b.as<Tuple>();
  return t && u && t->items.empty() && u->items.empty() && t->cls == u->cls;
}

Value nextOf(Vm& vm, Value& iterator) {
  if (iterator.isUnknown()) return Value::unknown();
  try {
    return vm.next(iterator);
  } catch (UnknownTruth&) {
    iterator = Value::unknown();
    return Value::unknown();
  }
}

namespace {

void unpackUnknown(Value* stack, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) stack[i] = Value::unknown();
}

}  // namespace

void unpack(Vm& vm, const Value& value, Value* stack, uint32_t before, uint32_t behind,
            bool starred) {
  uint32_t wanted = before + behind, total = wanted + (starred ? 1 : 0);
  std::vector<Value> values;
  const std::vector<Value>* items = nullptr;
  if (const Tuple* tuple = value.as<Tuple>(); tuple && !tuple->cls->has(Special::Iter)) {
    items = &tuple->items;
  } else if (const List* list = value.as<List>();
             list && !list->unknown && !list->cls->has(Special::Iter)) {
    items = &list->items;
  } else {
    Value iterator;
    try {
      iterator = vm.iter(value);
    } catch (Raised& raised) {
      if (raised.exception->cls.get() != vm.types.TypeError ||
          vm.lookupSpecial(value, vm.special(Special::Iter)).isObject())
        throw;
      vm.raiseTypeError("cannot unpack non-iterable " + vm.classOf(value)->name + " object");
    } catch (UnknownTruth&) {
      return unpackUnknown(stack, total);
    }
    if (iterator.isUnknown()) return unpackUnknown(stack, total);
    try {
      // Reads only as many elements as show that there are too many.
      for (Value item = vm.next(iterator); !item.isUnbound(); item = vm.next(iterator)) {
        values.push_back(std::move(item));
        if (!starred && values.size() > wanted) break;
      }
    } catch (UnknownTruth&) {
      return unpackUnknown(stack, total);
    }
    items = &values;
  }
  size_t count = items->size();
  if (count < wanted) {
    vm.raiseValueError("not enough values to unpack (expected " +
                       std::string(starred ? "at least " : "") + std::to_string(wanted) + ", got " +
                       std::to_string(count) + ")");
  }
  if (!starred && count > wanted)
    vm.raiseValueError("too many values to unpack (expected " + std::to_string(wanted) + ")");
  std::vector<Value> copy;  // `value` may be in the slot of the first part
  if (items != &values) copy = *items, items = &copy;
  Value* to = stack + total;
  for (uint32_t i = 0; i < before; ++i) *--to = (*items)[i];
  if (starred) {
    *--to = Value(vm.list(std::vector<Value>(items->begin() + before, items->end() - behind)));
    for (uint32_t i = 0; i < behind; ++i) *--to = (*items)[count - behind + i];
  }
}

// ---- containers. An Unknown element or key makes the container unknown if it would be compared.

void addToSet(Vm& vm, Set& set, const Value& element) {
  vm.touch(set);
  try {
    if (!element.isUnknown()) return set.table.set(vm, element, Value::none());
  } catch (UnknownTruth&) {
  }
  set.unknown = true;
}

void spreadIntoSet(Vm& vm, Set& set, const Value& elements) {
  try {
    vm.forEach(elements, [&](const Value& element) { return addToSet(vm, set, element), true; });
  } catch (UnknownTruth&) {
    vm.touch(set);
    set.unknown = true;
  }
}

void addToDict(Vm& vm, Dict& dict, const Value& key, const Value& value) {
  vm.touch(dict);
  try {
    if (!key.isUnknown()) return dict.set(vm, key, value);
  } catch (UnknownTruth&) {
  }
  dict.unknown = true;
}

namespace {

// Visits the items of a mapping, for `**x`.
template <typename F>
void eachItem(Vm& vm, const Value& mapping, F&& visit) {
  if (Dict* dict = mapping.as<Dict>()) {
    if (dict->unknown) throw UnknownTruth{};
    std::vector<std::pair<Value, Value>> items;
    dict->each([&](const Value& key, const Value& value) { items.emplace_back(key, value); });
    for (auto& [key, value] : items) visit(key, value);
    return;
  }
  Value keys = vm.callMethod(mapping, "keys");
  vm.forEach(keys, [&](const Value& key) {
    visit(key, vm.getitem(mapping, key));
    return true;
  });
}

bool isSpreadable(Vm& vm, const Value& value) {
  Value keys;
  return value.as<Dict>() || vm.tryGetattr(value, vm.intern("keys"), keys);
}

}  // namespace

void spreadIntoDict(Vm& vm, Dict& dict, const Value& other) {
  if (!other.isUnknown() && !isSpreadable(vm, other))
    vm.raiseTypeError("'" + vm.classOf(other)->name + "' object is not a mapping");
  try {
    if (other.isUnknown()) throw UnknownTruth{};
    eachItem(vm, other,
             [&](const Value& key, const Value& value) { addToDict(vm, dict, key, value); });
  } catch (UnknownTruth&) {
    vm.touch(dict);
    dict.unknown = true;
  }
}

void extendList(Vm& vm, List& list, const Value& elements, const Value& callee) {
  vm.touch(list);
  try {
    if (elements.isUnknown()) throw UnknownTruth{};
    if (!elements.as<List>() && !elements.as<Tuple>() &&
        vm.lookupSpecial(elements, vm.special(Special::Iter)).isUnbound() &&
        vm.lookupSpecial(elements, vm.special(Special::GetItem)).isUnbound())
      vm.raiseTypeError((callee.isUnbound() ? "Value" : calleeName(vm, callee) + " argument") +
                        " after * must be an iterable, not " + vm.classOf(elements)->name);
    std::vector<Value> more = vm.toVector(elements);
    list.items.insert(list.items.end(), more.begin(), more.end());
  } catch (UnknownTruth&) {
    list.unknown = true;
  }
}

void mergeKeywords(Vm& vm, Dict& into, const Value& from, const Value& callee) {
  if (from.isUnknown()) {
    into.unknown = true;
    return;
  }
  if (!isSpreadable(vm, from)) {
    vm.raiseTypeError(calleeName(vm, callee) + " argument after ** must be a mapping, not " +
                      vm.classOf(from)->name);
  }
  try {
    eachItem(vm, from, [&](const Value& key, const Value& value) {
      const Str* name = key.as<Str>();
      if (!name) vm.raiseTypeError("keywords must be strings");
      Str* interned = vm.intern(name->text);
      if (into.find(interned))
        vm.raiseTypeError(calleeName(vm, callee) + " got multiple values for keyword argument '" +
                          name->text + "'");
      into.set(interned, value);
    });
  } catch (UnknownTruth&) {
    into.unknown = true;
  }
}

// ---- f-strings

Value formatValue(Vm& vm, const Value& value, const Value& spec, uint32_t conversion) {
  if (value.isUnknown() || spec.isUnknown()) return Value::unknown();
  Value converted = value;
  if (conversion == 1) converted = vm.str(vm.toStr(value));
  if (conversion == 2) converted = vm.str(vm.repr(value));
  if (conversion == 3) converted = vm.call(*vm.builtins().find(vm.intern("ascii")), {value});
  const Str* text = converted.as<Str>();
  const Str* format = spec.as<Str>();
  if (text && text->cls.get() == vm.types.str && (!format || format->text.empty()))
    return converted;
  return vm.str(vm.format(converted, format ? std::string_view(format->text) : std::string_view()));
}

Value buildString(Vm& vm, const Value* parts, uint32_t count) {
  size_t size = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (parts[i].isUnknown()) return Value::unknown();
    size += parts[i].as<Str>()->text.size();
  }
  std::string text;
  text.reserve(size);
  for (uint32_t i = 0; i < count; ++i) text += parts[i].as<Str>()->text;
  return vm.str(std::move(text));
}

}  // namespace ts::eval
