// Classes: MRO, lookup, creation, isinstance.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <ranges>

#include "core/eval/protocols/unions.h"
#include "core/eval/vm/native_library.h"
#include "core/eval/vm/slots.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

// A cached result of Class::lookup. The result is checked against the dict that it points into. A
// changed class gets a new version, so entries never have to be invalidated.
struct CachedLookup {
  uint64_t version = 0;
  const Str* name = nullptr;
  Class* where = nullptr;  // null: no class of the MRO has the name
  uint32_t entry = 0;
};
constexpr size_t kCacheSize = 2048;
// A cache of each thread, because a look-up must not take a lock.
thread_local std::array<CachedLookup, kCacheSize> lookupCache;
// Shared by all threads, so that a version is unique even if a Vm moves to another thread.
constinit std::atomic<uint64_t> lastVersion = 0;

CachedLookup& slotFor(uint64_t version, const Str* name) {
  const auto bits = reinterpret_cast<uintptr_t>(name) >> 4;
  return lookupCache[(bits ^ version * 0x9E3779B1u) % kCacheSize];
}

// The class that defines the TypeOps and layout of cls's instances.
Class* layoutOf(Class* cls) {
  for (Class* at : cls->mro)
    if (at->isNative) return at;
  return cls;
}

[[noreturn]] void raiseNoOrder(Vm& vm, const std::vector<std::vector<Class*>>& lists,
                               const std::vector<size_t>& heads) {
  std::string names;
  std::vector<Class*> named;
  for (size_t i = 0; i < lists.size(); ++i) {
    Class* head = heads[i] < lists[i].size() ? lists[i][heads[i]] : nullptr;
    if (!head || std::ranges::find(named, head) != named.end()) continue;
    named.push_back(head);
    names += (names.empty() ? "" : ", ") + head->name;
  }
  vm.raiseTypeError("Cannot create a consistent method resolution\norder (MRO) for bases " + names);
}

Class* bestBase(Vm& vm, const std::vector<Ref<Class>>& bases) {
  Class* best = nullptr;
  for (const Ref<Class>& base : bases) {
    if (!base->subclassable)
      vm.raiseTypeError("type '" + fullName(*base) + "' is not an acceptable base type");
    Class* layout = layoutOf(base.get());
    if (!best || layout->isSubclass(best))
      best = layout;
    else if (!best->isSubclass(layout) && layout->instanceKind != best->instanceKind)
      vm.raiseTypeError("multiple bases have instance lay-out conflict");
  }
  return best;
}

// Makes a method a class or static method, as CPython does with __new__ and __init_subclass__.
void wrapImplicit(Vm& vm, Class& cls, const char* name, bool isStatic) {
  Value* value = cls.dict->find(vm.intern(name));
  if (!value || !value->as<Function>()) return;
  if (isStatic)
    *value = Value(new StaticMethod(vm.types.staticmethod, *value));
  else
    *value = Value(new ClassMethod(vm.types.classmethod, *value));
}

void addSlotMembers(Vm& vm, Class& cls) {
  const Value* slots = cls.dict->find(vm.intern("__slots__"));
  bool inherited = false;
  for (const Ref<Class>& base : cls.bases) inherited |= base->instancesHaveDict;
  cls.instancesHaveDict = !slots || inherited;
  if (!slots || slots->isUnknown()) {
    cls.instancesHaveDict = true;
    return;
  }
  const Value held = *slots;
  std::vector<Value> names = held.as<Str>() ? std::vector<Value>{held} : vm.toVector(held);
  for (const Value& name : names) {
    auto* text = name.as<Str>();
    if (!text)
      vm.raiseTypeError("__slots__ items must be strings, not '" + vm.classOf(name)->name + "'");
    if (text->text == "__dict__") cls.instancesHaveDict = true;
    if (text->text == "__dict__" || text->text == "__weakref__") continue;
    std::string spelled = text->text;
    if (spelled.starts_with("__") && !spelled.ends_with("__")) {
      const size_t start = cls.name.find_first_not_of('_');
      if (start != cls.name.npos) spelled = "_" + cls.name.substr(start) + spelled;
    }
    Str* key = vm.intern(spelled);
    if (cls.dict->find(key))
      vm.raiseValueError("'" + spelled + "' in __slots__ conflicts with class variable");
    cls.dict->set(key, new Member(vm.types.memberDescriptor, key, &cls));
  }
}

// Records the class that defines a function, for the compiler.
void claim(Class& cls, const Value& value) {
  if (auto* function = value.as<Function>()) {
    if (!function->owner && function->qualname &&
        function->qualname->text.starts_with(cls.qualname + "."))
      function->owner = &cls;
  } else if (auto* method = value.as<StaticMethod>()) {
    claim(cls, method->function);
  } else if (auto* method = value.as<ClassMethod>()) {
    claim(cls, method->function);
  } else if (auto* property = value.as<Property>()) {
    for (const Value* accessor : {&property->getter, &property->setter, &property->deleter})
      claim(cls, *accessor);
  }
}

void disclaim(Class& cls, const Value& value) {
  if (auto* function = value.as<Function>()) {
    if (function->owner == &cls) function->owner = nullptr;
  } else if (auto* method = value.as<StaticMethod>()) {
    disclaim(cls, method->function);
  } else if (auto* method = value.as<ClassMethod>()) {
    disclaim(cls, method->function);
  } else if (auto* property = value.as<Property>()) {
    for (const Value* accessor : {&property->getter, &property->setter, &property->deleter})
      disclaim(cls, *accessor);
  }
}

void callSetName(Vm& vm, Class& cls) {
  Str* setName = vm.intern("__set_name__");
  std::vector<std::pair<Value, Value>> members;
  cls.dict->each([&](const Value& key, const Value& value) {
    if (auto* property = value.as<Property>(); property && !property->name)
      property->name = key.as<Str>();
    if (value.isObject() && !vm.classOf(value)->isNative) members.emplace_back(key, value);
  });
  for (auto& [key, value] : members) {
    const Value* method = vm.classOf(value)->lookup(setName);
    if (method) try {
        callSpecial(vm, *method, value, {Value(&cls), key});
      } catch (Raised& raised) {
        Ref<ExceptionObject> wrapped = vm.toException(
            vm.call(Value(vm.types.RuntimeError),
                    {vm.str("Error calling __set_name__ on '" + vm.classOf(value)->name +
                            "' instance " + vm.repr(key) + " in '" + cls.name + "'")}));
        wrapped->cause = Value(raised.exception);
        wrapped->suppressContext = true;
        throw Raised{std::move(wrapped)};
      }
  }
}

void callInitSubclass(Vm& vm, Class& cls, const CallArgs& keywords) {
  Str* name = vm.intern("__init_subclass__");
  for (size_t i = 1; i < cls.mro.size(); ++i) {
    const Value* value = cls.mro[i]->dict->find(name);
    if (!value) continue;
    if (cls.mro[i] != vm.types.object) {
      Value bound;
      if (!bindDescriptor(vm, *value, {}, &cls, bound)) bound = *value;
      vm.call(bound, keywords);
    } else if (!keywords.names.empty()) {
      vm.raiseTypeError(cls.name + ".__init_subclass__() takes no keyword arguments");
    }
    return;
  }
}

template <typename Check>
bool anyOf(const Tuple& classes, Check check) {
  bool unknown = false;
  for (const Value& value : classes.items) {
    try {
      if (check(value)) return true;
    } catch (const UnknownTruth&) {
      unknown = true;
    }
  }
  if (unknown) throw UnknownTruth{};
  return false;
}

}  // namespace

Class::~Class() {
  for (const Ref<Class>& base : bases) std::erase(base->subclasses, this);
  if (dict) dict->each([&](const Value&, const Value& value) { disclaim(*this, value); });
}

bool Class::isSubclass(const Class* other) const {
  if (this == other) return true;
  return std::find(mro.begin(), mro.end(), other) != mro.end();
}

Value* Class::lookup(const Str* name, Class** where) const {
  if (!name->interned) {
    for (Class* cls : mro)
      if (Value* match = cls->dict->find(name)) {
        if (where) *where = cls;
        return match;
      }
    return nullptr;
  }
  if (!version_) version_ = ++lastVersion;
  CachedLookup& cached = slotFor(version_, name);
  if (cached.version == version_ && cached.name == name) {
    if (!cached.where) return nullptr;
    auto& entries = cached.where->dict->entries;
    if (cached.entry < entries.size()) {
      Dict::Entry& entry = entries[cached.entry];
      if (entry.key.object() == name) {
        if (where) *where = cached.where;
        return &entry.value;
      }
    }
  }
  for (Class* cls : mro) {
    Value* result = cls->dict->find(name);
    if (!result) continue;
    if (where) *where = cls;
    // `found` is a member of an entry of the dict.
    const auto* entry = reinterpret_cast<const Dict::Entry*>(reinterpret_cast<const char*>(result) -
                                                             offsetof(Dict::Entry, value));
    cached = {version_, name, cls, static_cast<uint32_t>(entry - cls->dict->entries.data())};
    return result;
  }
  cached = {version_, name, nullptr, 0};
  return nullptr;
}

void Class::changed() {
  version_ = 0;
  for (Class* cls : subclasses) cls->changed();
}

std::vector<Class*> computeMro(Vm& vm, Class& cls) {
  std::vector<std::vector<Class*>> lists;
  for (const Ref<Class>& base : cls.bases) lists.push_back(base->mro);
  std::vector<Class*> direct;
  for (const Ref<Class>& base : cls.bases) {
    if (std::find(direct.begin(), direct.end(), base.get()) != direct.end())
      vm.raiseTypeError("duplicate base class " + base->name);
    direct.push_back(base.get());
  }
  std::vector<Class*> order = {&cls};
  if (direct.size() == 1) {  // the most frequent case
    order.insert(order.end(), lists[0].begin(), lists[0].end());
    return order;
  }
  lists.push_back(std::move(direct));
  std::vector<size_t> heads(lists.size());
  for (;;) {
    Class* next = nullptr;
    bool left = false;
    for (size_t i = 0; i < lists.size() && !next; ++i) {
      if (heads[i] == lists[i].size()) continue;
      left = true;
      Class* candidate = lists[i][heads[i]];
      bool inTail = false;
      for (size_t j = 0; j < lists.size() && !inTail; ++j) {
        vm.burn(1);
        auto from =
            lists[j].begin() + static_cast<ptrdiff_t>(std::min(heads[j] + 1, lists[j].size()));
        inTail = std::find(from, lists[j].end(), candidate) != lists[j].end();
      }
      if (!inTail) next = candidate;
    }
    if (!left) return order;
    if (!next) raiseNoOrder(vm, lists, heads);
    order.push_back(next);
    for (size_t i = 0; i < lists.size(); ++i)
      if (heads[i] < lists[i].size() && lists[i][heads[i]] == next) ++heads[i];
  }
}

uint64_t specialBits(Vm& vm, const Str* name) {
  if (!name->text.starts_with("__")) return 0;
  constexpr auto bit = [](Special special) {
    return uint64_t{1} << static_cast<unsigned>(special);
  };
  for (unsigned i = 0; i < static_cast<unsigned>(Special::Count); ++i)
    if (vm.special(static_cast<Special>(i)) == name) return uint64_t{1} << i;
  for (int op = 0; op <= static_cast<int>(BinaryOp::FloorDiv); ++op) {
    const BinaryNames& names = binaryNames(static_cast<BinaryOp>(op));
    if (name->text == names.name || name->text == names.reflected || name->text == names.inplace)
      return bit(Special::Arithmetic);
  }
  return 0;
}

std::string fullName(const Class& cls) {
  return cls.moduleName == "builtins" || cls.moduleName.empty()
             ? cls.qualname
             : cls.moduleName + "." + cls.qualname;
}

Class* Vm::classOf(const Value& value) const {
  switch (value.tag()) {
    case Tag::Unbound:
    case Tag::Unknown: return types.unknown;
    case Tag::None: return types.none;
    case Tag::NotImplemented: return types.notImplemented;
    case Tag::Ellipsis: return types.ellipsis;
    case Tag::Bool: return types.boolean;
    case Tag::Int: return types.integer;
    case Tag::Float: return types.real;
    case Tag::Object: break;
  }
  Object* object = value.object();
  if (object->cls) return object->cls.get();
  switch (object->kind) {  // objects that are created without a Vm have no class
    case Kind::Cell: return types.cell;
    case Kind::Code: return types.code;
    case Kind::Class: return types.type;
    default: return types.object;
  }
}

Class* Vm::metaclassOf(Class* metaclass, std::span<const Ref<Class>> bases) {
  for (const Ref<Class>& base : bases) {
    Class* other = classOf(Value(base));
    if (metaclass->isSubclass(other)) continue;
    if (!other->isSubclass(metaclass))
      raiseTypeError(
          "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
          "of the metaclasses of all its bases");
    metaclass = other;
  }
  return metaclass;
}

Ref<Class> Vm::makeClass(Class* metaclass, std::string name, std::vector<Ref<Class>> bases,
                         Ref<Dict> space, const CallArgs& keywords) {
  if (bases.empty()) bases.emplace_back(types.object);
  Class* layout = bestBase(*this, bases);
  Ref<Class> cls = new Class(metaclass);
  cls->name = cls->qualname = std::move(name);
  cls->bases = std::move(bases);
  cls->instanceKind = layout->instanceKind;
  cls->ops = layout->ops;
  cls->dict = dict();
  cls->dict->unknown = space->unknown;
  cls->mro = computeMro(*this, *cls);
  Str* qualname = intern("__qualname__");
  Str* classCell = intern("__classcell__");
  Ref<Cell> cell;
  space->each([&](const Value& key, const Value& value) {
    auto* text = key.as<Str>();
    if (!text) return cls->dict->set(*this, key, value);
    if (text == qualname) {
      if (auto* argument = value.as<Str>()) cls->qualname = argument->text;
    } else if (text == classCell) {
      cell = value.as<Cell>();
    } else {
      cls->dict->set(text->interned ? text : intern(text->text), value);
      cls->specials |= specialBits(*this, text->interned ? text : intern(text->text));
    }
  });
  Str* moduleKey = intern("__module__");
  if (const Value* module = cls->dict->find(moduleKey)) {
    if (auto* text = module->as<Str>()) cls->moduleName = text->text;
  } else if (Module* module = currentModule()) {
    cls->moduleName = module->name;
    cls->dict->set(moduleKey, str(module->name));
  }
  if (!cls->dict->find(intern("__doc__"))) cls->dict->set(intern("__doc__"), Value::none());
  if (cls->dict->find(special(Special::Eq)) && !cls->dict->find(special(Special::Hash))) {
    cls->dict->set(special(Special::Hash), Value::none());
    cls->specials |= specialBits(*this, special(Special::Hash));
  }
  for (const Ref<Class>& base : cls->bases) cls->specials |= base->specials;
  wrapImplicit(*this, *cls, "__new__", true);
  wrapImplicit(*this, *cls, "__init_subclass__", false);
  wrapImplicit(*this, *cls, "__class_getitem__", false);
  addSlotMembers(*this, *cls);
  cls->dict->each([&](const Value&, const Value& value) { claim(*cls, value); });
  for (const Ref<Class>& base : cls->bases) base->subclasses.push_back(cls.get());
  if (cell) {
    touch(*cell);
    cell->value = cls;
  }
  callSetName(*this, *cls);
  callInitSubclass(*this, *cls, keywords);
  return cls;
}

bool Vm::isInstance(const Value& value, const Value& classInfo) {
  if (classInfo.isUnknown()) throw UnknownTruth{};
  checkDepth(*this);
  if (auto* tuple = classInfo.as<Tuple>())
    return anyOf(*tuple, [&](const Value& element) { return isInstance(value, element); });
  if (auto* cls = classInfo.as<Class>()) {
    if (value.isUnknown()) {
      if (cls == types.object) return true;
      throw UnknownTruth{};
    }
    Class* own = classOf(value);
    if (own == cls) return true;
    if (Class* meta = classOf(classInfo); meta->has(Special::InstanceCheck))
      if (const Value* method = meta->lookup(special(Special::InstanceCheck)))
        return truth(callSpecial(*this, *method, classInfo, {value}));
    if (own->isSubclass(cls)) return true;
    // __class__ may be overridden.
    if (!own->has(Special::ClassOf)) return false;
    Value said;
    if (!own->has(Special::GetAttribute)) {
      const Value* member = own->lookup(intern("__class__"));
      if (auto* getter = member->as<NativeFunction>(); getter && getter->isGetter) return false;
    }
    if (!tryGetattr(value, intern("__class__"), said)) return false;
    auto* other = said.as<Class>();
    return other && other->isSubclass(cls);
  }
  if (const Tuple* members = unionMembers(*this, classInfo))
    return anyOf(*members, [&](const Value& item) {
      return item.isNone() ? value.isNone() : isInstance(value, item);
    });
  if (auto* named = classInfo.as<Named>())
    if (Value cls = library_.typingOrigin(*this, named->qualifiedName); cls.as<Class>())
      return isInstance(value, cls);
  if (auto* alias = classInfo.as<GenericAlias>()) {
    auto* origin = alias->origin.as<Class>();
    raiseTypeError(origin && origin->isNative
                       ? "isinstance() argument 2 cannot be a parameterized generic"
                       : "Subscripted generics cannot be used with class and instance checks");
  }
  if (auto* named = classInfo.as<Named>(); named && named->qualifiedName.starts_with("typing."))
    raiseTypeError(named->qualifiedName + " cannot be used with isinstance()");
  Class* meta = classOf(classInfo);
  if (meta->has(Special::InstanceCheck))
    if (const Value* method = meta->lookup(special(Special::InstanceCheck)))
      return truth(callSpecial(*this, *method, classInfo, {value}));
  raiseTypeError("isinstance() arg 2 must be a type, a tuple of types, or a union");
}

bool Vm::isSubclass(const Value& cls, const Value& classInfo) {
  if (cls.isUnknown() || classInfo.isUnknown()) throw UnknownTruth{};
  checkDepth(*this);
  if (auto* tuple = classInfo.as<Tuple>())
    return anyOf(*tuple, [&](const Value& value) { return isSubclass(cls, value); });
  if (const Tuple* members = unionMembers(*this, classInfo))
    return anyOf(*members, [&](const Value& element) {
      return element.isNone() ? cls.as<Class>() == types.none : isSubclass(cls, element);
    });
  if (auto* named = classInfo.as<Named>())
    if (Value form = library_.typingOrigin(*this, named->qualifiedName); form.as<Class>())
      return isSubclass(cls, form);
  Class* meta = classOf(classInfo);
  if (meta->has(Special::SubclassCheck))
    if (const Value* method = meta->lookup(special(Special::SubclassCheck)))
      return truth(callSpecial(*this, *method, classInfo, {cls}));
  auto* derived = cls.as<Class>();
  if (!derived) raiseTypeError("issubclass() arg 1 must be a class");
  auto* base = classInfo.as<Class>();
  if (!base) raiseTypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union");
  return derived->isSubclass(base);
}

}  // namespace ts::eval
