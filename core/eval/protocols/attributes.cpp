// Attribute access: descriptors, instances, classes, modules, super.
#include <algorithm>
#include <optional>

#include "core/eval/vm/intrinsics.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/eval/vm/special_call.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

bool isDunder(const Str* name) { return name->text.size() > 4 && name->text.starts_with("__"); }

bool getFromModule(Vm& vm, const Value& object, Module& module, Str* name, Value& result) {
  if (isDunder(name)) {
    if (name->text == "__annotations__") settleNames(vm, module);
    // The class defines __dict__ and __class__. Looking them up first avoids a search of the star
    // imports.
    if (!module.globals->find(name) && genericGetattr(vm, object, name, result)) return true;
  }
  result = vm.moduleAttribute(module, name);
  return !result.isUnbound() || genericGetattr(vm, object, name, result);
}

// Looks the attribute up with the class's __getattribute__, but without __getattr__.
bool ownGetattr(Vm& vm, const Value& object, Class* cls, Str* name, Value& result) {
  if (cls->has(Special::GetAttribute)) {
    if (const Value* method = cls->lookup(vm.special(Special::GetAttribute))) {
      result = callSpecial(vm, *method, object, {Value(name)});
      return true;
    }
  }
  return plainGetattr(vm, object, name, result);
}

bool isAttributeError(Vm& vm, const ExceptionObject& exception) {
  return exception.cls->isSubclass(vm.types.AttributeError);
}

// Calls a class's own __getattr__. Returns false when it raises AttributeError, with the exception
// in `failure`.
bool callGetattr(Vm& vm, const Value& method, const Value& object, Str* name, Value& result,
                 Ref<ExceptionObject>& failure) {
  Ref<Function> function = method.as<Function>();
  if (!function) {
    result = callSpecial(vm, method, object, {Value(name)});
    return true;
  }
  Value args[] = {object, Value(name)};
  result = callFunction(vm, *function, {args, 2, {}, true}, &failure);
  if (failure && !isAttributeError(vm, *failure)) throw Raised{std::move(failure)};
  return !failure;
}

// Calls __set__, or __delete__ when `value` is Unbound, of a class attribute. Returns false when it
// isn't a data descriptor: the attribute then belongs to the instance.
bool setThroughDescriptor(Vm& vm, const Value& descriptor, const Value& object,
                          const Value& value) {
  if (auto* property = descriptor.as<Property>()) {
    const bool deletes = value.isUnbound();
    const Value& function = deletes ? property->deleter : property->setter;
    if (function.isUnbound() || function.isNone())
      vm.raise(vm.types.AttributeError,
               std::string("property ") +
                   (property->name ? "'" + property->name->text + "' " : "") + "of '" +
                   vm.classOf(object)->name + "' object has no " +
                   (deletes ? "deleter" : "setter"));
    if (deletes)
      vm.call(function, {object});
    else
      vm.call(function, {object, value});
    return true;
  }
  if (auto* member = descriptor.asNative<Member>()) {
    if (!object.isObject()) return false;
    Ref<Dict>& attributes = object.object()->attributes;
    if (!attributes) attributes = vm.dict();
    vm.touch(*attributes);
    if (!value.isUnbound())
      attributes->set(member->name.get(), value);
    else if (!attributes->erase(member->name.get()))
      vm.raise(vm.types.AttributeError, member->name->text);
    return true;
  }
  Class* cls = vm.classOf(descriptor);
  const Special wanted = value.isUnbound() ? Special::Delete : Special::Set;
  const Special other = value.isUnbound() ? Special::Set : Special::Delete;
  if (cls->has(wanted))
    if (const Value* method = cls->lookup(vm.special(wanted))) {
      if (value.isUnbound())
        callSpecial(vm, *method, descriptor, {object});
      else
        callSpecial(vm, *method, descriptor, {object, value});
      return true;
    }
  if (cls->has(other))
    vm.raise(vm.types.AttributeError, value.isUnbound() ? "__delete__" : "__set__");
  return false;
}

bool setClass(Vm& vm, const Value& object, const Value& value) {
  auto* wanted = value.as<Class>();
  if (!wanted)
    vm.raiseTypeError("__class__ must be set to a class, not '" + vm.classOf(value)->name +
                      "' object");
  Class* old = vm.classOf(object);
  if (!object.isObject() || old->isNative || wanted->isNative)
    vm.raiseTypeError(
        "__class__ assignment only supported for mutable types or ModuleType subclasses");
  if (old->instanceKind != wanted->instanceKind ||
      old->instancesHaveDict != wanted->instancesHaveDict)
    vm.raiseTypeError("__class__ assignment: '" + wanted->name + "' object layout differs from '" +
                      old->name + "'");
  vm.touch(*object.object());
  object.object()->cls = wanted;
  return true;
}

bool setDict(Vm& vm, const Value& object, const Value& value) {
  if (!object.isObject() || !vm.classOf(object)->instancesHaveDict) return false;
  auto* dict = value.as<Dict>();
  if (!dict)
    vm.raiseTypeError("__dict__ must be set to a dictionary, not a '" + vm.classOf(value)->name +
                      "'");
  vm.touch(*object.object());
  object.object()->attributes = dict;
  return true;
}

void classSetattr(Vm& vm, Class& cls, Str* name, const Value& value) {
  const Value self(&cls);
  if (const Value* meta = vm.classOf(self)->lookup(name)) {
    if (auto* getter = meta->as<NativeFunction>(); getter && getter->isGetter) {
      if (name->text == "__class__" && setClass(vm, self, value)) return;
      const TypeOps* ops = vm.classOf(self)->ops;
      if (ops->setattr && ops->setattr(vm, self, name, value)) return;
      vm.raise(vm.types.AttributeError,
               "attribute '" + name->text + "' of 'type' objects is not writable");
    }
    if (setThroughDescriptor(vm, *meta, self, value)) return;
  }
  if (cls.isNative && cls.moduleName == "builtins")
    vm.raiseTypeError("cannot set '" + name->text + "' attribute of immutable type '" + cls.name +
                      "'");
  vm.touch(cls);
  vm.touch(*cls.dict);
  if (value.isUnbound()) {
    if (!cls.dict->erase(name)) raiseNoAttribute(vm, self, name);
  } else {
    cls.dict->set(name, value);
  }
  if (const uint64_t bits = specialBits(vm, name)) {
    auto add = [&](auto& self, Class& to) -> void {
      to.specials |= bits;
      for (Class* sub : to.subclasses) self(self, *sub);
    };
    add(add, cls);
  }
  cls.changed();
}

// Sets an attribute; deletes it when `value` is Unbound.
void setOrDelete(Vm& vm, const Value& object, Str* name, const Value& value) {
  if (auto* cls = object.as<Class>()) return classSetattr(vm, *cls, name, value);
  Class* cls = vm.classOf(object);
  const Value* descriptor = cls->lookup(name);
  const TypeOps* ops = cls->ops;
  if (descriptor) {
    if (auto* getter = descriptor->as<NativeFunction>(); getter && getter->isGetter) {
      if (ops->setattr && ops->setattr(vm, object, name, value)) return;
      if (name->text == "__class__" && setClass(vm, object, value)) return;
      if (name->text == "__dict__" && setDict(vm, object, value)) return;
      vm.raise(vm.types.AttributeError, "attribute '" + name->text + "' of '" +
                                            getter->owner->name + "' objects is not writable");
    }
    if (descriptor->isObject() && setThroughDescriptor(vm, *descriptor, object, value)) return;
  }
  if (ops->setattr && ops->setattr(vm, object, name, value)) return;
  Dict* attributes = vm.dictOf(object, true);
  if (!attributes) {
    if (descriptor && !value.isUnbound())
      vm.raise(vm.types.AttributeError,
               "'" + cls->name + "' object attribute '" + name->text + "' is read-only");
    raiseNoAttribute(vm, object, name);
  }
  if (auto* module = object.as<Module>()) {
    if (module->state == Module::State::Declared)
      vm.moduleAttribute(*module, name);  // runs the module, so that it can't overwrite the value
  }
  vm.touch(*attributes);
  if (!value.isUnbound()) {
    attributes->set(name, value);
  } else if (!attributes->erase(name)) {
    if (attributes->unknown) return;
    raiseNoAttribute(vm, object, name);
  }
}

}  // namespace

bool findAttribute(Vm& vm, const Value& object, Str* name, Value& result,
                   Ref<ExceptionObject>& failure) {
  if (object.isUnknown()) {
    result = object;
    return true;
  }
  Class* cls = vm.classOf(object);
  if (!cls->has(Special::GetAttr)) return ownGetattr(vm, object, cls, name, result);
  try {
    if (ownGetattr(vm, object, cls, name, result)) return true;
  } catch (const Raised& raised) {
    if (!isAttributeError(vm, *raised.exception)) throw;
  }
  const Value* method = cls->lookup(vm.special(Special::GetAttr));
  if (!method) return false;
  // The hook avoids creating an AttributeError that hasattr() would only discard.
  if (isModuleGetattr(vm, method))
    if (std::optional<bool> isFound = vm.library().findMember(vm, object, name, result))
      return *isFound;
  return callGetattr(vm, *method, object, name, result, failure);
}

Value callSpecial(Vm& vm, const Value& method, const Value& self,
                  std::initializer_list<Value> args) {
  constexpr size_t kMost = 4;
  auto* native = method.as<NativeFunction>();
  if (args.size() < kMost && (method.as<Function>() || (native && native->isMethod))) {
    Value all[kMost] = {self};
    size_t count = 1;
    for (const Value& arg : args) all[count++] = arg;
    const CallArgs call{all, count, {}, true};
    if (native) return vm.callNative(*native, call);
    Ref<Function> function = method.as<Function>();
    if (Intrinsic intrinsic = intrinsicOf(vm, *function->code);
        intrinsic && count == function->code->parameterCount())
      if (Value value = intrinsic(vm, *function, all); !value.isUnbound()) return value;
    return vm.callFunction(*function, call);
  }
  Value bound;
  if (!bindDescriptor(vm, method, self, vm.classOf(self), bound)) bound = method;
  return vm.call(bound, args);
}

bool isDataDescriptor(const Value& descriptor) {
  Object* object = descriptor.object();
  if (!object) return false;
  switch (object->kind) {
    case Kind::Property: return true;
    case Kind::NativeFunction: return static_cast<NativeFunction*>(object)->isGetter;
    case Kind::Native:
      if (dynamic_cast<Member*>(object)) return true;
      [[fallthrough]];
    default:
      return object->cls && (object->cls->has(Special::Set) || object->cls->has(Special::Delete));
  }
}

// Binds a descriptor whose class is written in Python.
static bool bindByGet(Vm& vm, const Value& descriptor, const Value& self, Class* through,
                      Value& result) {
  Class* cls = descriptor.object()->cls.get();
  if (!cls || !cls->has(Special::Get)) return false;
  const Value* method = cls->lookup(vm.special(Special::Get));
  if (!method) return false;
  result = callSpecial(vm, *method, descriptor,
                       {self.isUnbound() ? Value::none() : self, Value(through)});
  return true;
}

bool bindDescriptor(Vm& vm, const Value& descriptor, const Value& self, Class* through,
                    Value& result) {
  Object* object = descriptor.object();
  if (!object) return false;
  switch (object->kind) {
    case Kind::Function:
      if (self.isUnbound()) return false;
      result = vm.method(descriptor, self);
      return true;
    case Kind::NativeFunction: {
      auto* native = static_cast<NativeFunction*>(object);
      if (self.isUnbound()) return false;
      if (native->isGetter) {
        result = vm.callNative(*native, CallArgs{&self, 1, {}});
        return true;
      }
      if (!native->isMethod) return false;
      result = vm.method(descriptor, self);
      return true;
    }
    case Kind::OperatorFunction:
      if (self.isUnbound() || !static_cast<OperatorFunction*>(object)->isMethod) return false;
      result = vm.method(descriptor, self);
      return true;
    case Kind::StaticMethod: result = static_cast<StaticMethod*>(object)->function; return true;
    case Kind::ClassMethod: {
      const Value& function = static_cast<ClassMethod*>(object)->function;
      if (!function.as<Property>() ||
          !bindDescriptor(vm, function, Value(through), through, result))
        result = vm.method(function, Value(through));
      return true;
    }
    case Kind::Property: {
      if (self.isUnbound()) return false;
      if (object->cls->has(Special::Get)) return bindByGet(vm, descriptor, self, through, result);
      auto* property = static_cast<Property*>(object);
      if (property->getter.isUnbound() || property->getter.isNone())
        vm.raise(vm.types.AttributeError,
                 std::string("property ") +
                     (property->name ? "'" + property->name->text + "' " : "") + "of '" +
                     vm.classOf(self)->name + "' object has no getter");
      result = vm.call(property->getter, {self});
      return true;
    }
    case Kind::Native:
      if (auto* member = dynamic_cast<Member*>(object)) {
        if (self.isUnbound()) return false;
        Object* instance = self.object();
        const Value* value = instance && instance->attributes
                                 ? instance->attributes->find(member->name.get())
                                 : nullptr;
        if (!value) raiseNoAttribute(vm, self, member->name.get());
        result = *value;
        return true;
      }
      [[fallthrough]];
    default: return bindByGet(vm, descriptor, self, through, result);
  }
}

bool genericGetattr(Vm& vm, const Value& object, Str* name, Value& result) {
  Class* cls = vm.classOf(object);
  const Value* descriptor = cls->lookup(name);
  if (descriptor && isDataDescriptor(*descriptor)) {
    // A copy, because the code that runs now may change the class.
    const Value held = *descriptor;
    if (bindDescriptor(vm, held, object, cls, result)) return true;
    descriptor = cls->lookup(name);  // without __get__ the instance's own value wins
  }
  Dict* attributes = nullptr;
  if (Object* instance = object.object()) {
    attributes = instance->attributes.get();
    if (attributes)
      if (const Value* value = attributes->find(name)) {
        result = *value;
        return true;
      }
  }
  if (descriptor) {
    const Value held = *descriptor;
    if (!bindDescriptor(vm, held, object, cls, result)) result = held;
    return true;
  }
  if (cls->ops->getattr && cls->ops->getattr(vm, object, name, result)) return true;
  if (attributes && attributes->unknown) {
    result = Value::unknown();
    return true;
  }
  return false;
}

bool plainGetattr(Vm& vm, const Value& object, Str* name, Value& result) {
  if (!object.isObject()) return genericGetattr(vm, object, name, result);
  switch (object.object()->kind) {
    case Kind::Class: return classGetattr(vm, *object.as<Class>(), name, result);
    case Kind::Module: return getFromModule(vm, object, *object.as<Module>(), name, result);
    case Kind::Super: return superGetattr(vm, *object.as<Super>(), name, result);
    default: return genericGetattr(vm, object, name, result);
  }
}

bool classGetattr(Vm& vm, Class& cls, Str* name, Value& result) {
  const Value self(&cls);
  Class* metaclass = vm.classOf(self);
  const Value* meta = metaclass->lookup(name);
  if (meta && isDataDescriptor(*meta)) {
    const Value held = *meta;
    if (bindDescriptor(vm, held, self, metaclass, result)) return true;
    meta = metaclass->lookup(name);
  }
  if (const Value* member = cls.lookup(name)) {
    const Value held = *member;
    if (!bindDescriptor(vm, held, {}, &cls, result)) result = held;
    return true;
  }
  if (meta) {
    const Value held = *meta;
    if (!bindDescriptor(vm, held, self, metaclass, result)) result = held;
    return true;
  }
  if (metaclass->ops->getattr && metaclass->ops->getattr(vm, self, name, result)) return true;
  if (cls.dict->unknown) {
    result = Value::unknown();
    return true;
  }
  return false;
}

bool superGetattr(Vm& vm, Super& super, Str* name, Value& result) {
  if (!super.start || name->text == "__class__")
    return genericGetattr(vm, Value(&super), name, result);
  const Value* value = behind(super, name);
  if (!value) return genericGetattr(vm, Value(&super), name, result);
  const Value held = *value;
  // In a class method super() binds like an attribute of the class.
  auto* cls = super.self.as<Class>();
  const bool throughClass = cls && cls == super.start.get();
  if (!bindDescriptor(vm, held, throughClass ? Value() : super.self, super.start.get(), result))
    result = held;
  return true;
}

const Value* behind(const Super& super, const Str* name) {
  const auto& mro = super.start->mro;
  auto at = std::ranges::find(mro, super.after.get());
  if (at != mro.end())
    while (++at != mro.end())
      if (const Value* value = (*at)->dict->find(name)) return value;
  return nullptr;
}

void genericSetattr(Vm& vm, const Value& object, Str* name, const Value& value) {
  setOrDelete(vm, object, name, value);
}
void genericDelattr(Vm& vm, const Value& object, Str* name) { setOrDelete(vm, object, name, {}); }

Ref<ExceptionObject> noAttribute(Vm& vm, const Value& object, const Str* name) {
  std::string message;
  if (auto* cls = object.as<Class>())
    message = "type object '" + cls->name + "'";
  else if (auto* module = object.as<Module>())
    message = "module '" + module->name + "'";
  else
    message = "'" + vm.classOf(object)->name + "' object";
  message += " has no attribute '" + name->text + "'";
  Ref<ExceptionObject> error =
      vm.toException(vm.call(Value(vm.types.AttributeError), {vm.str(message)}));
  error->attributes = vm.dict();
  error->attributes->set(vm.intern("name"), vm.str(name->text));
  error->attributes->set(vm.intern("obj"), object);
  return error;
}
void raiseNoAttribute(Vm& vm, const Value& object, const Str* name) {
  throw Raised{noAttribute(vm, object, name)};
}

Value Vm::getattr(const Value& object, Str* name) {
  Value result;
  Ref<ExceptionObject> failure;
  if (findAttribute(*this, object, name, result, failure)) return result;
  throw Raised{failure ? failure : noAttribute(*this, object, name)};
}

bool Vm::tryGetattr(const Value& object, Str* name, Value& result) {
  try {
    Ref<ExceptionObject> failure;
    return findAttribute(*this, object, name, result, failure);
  } catch (const Raised& raised) {
    if (!isAttributeError(*this, *raised.exception)) throw;
    return false;
  }
}

bool Vm::getMethod(const Value& object, Str* name, Value& function) {
  Ref<ExceptionObject> failure;
  const MethodKind kind = findMethod(*this, object, name, function, failure);
  if (kind == MethodKind::None) throw Raised{failure ? failure : noAttribute(*this, object, name)};
  return kind == MethodKind::Unbound;
}

MethodKind findMethod(Vm& vm, const Value& object, Str* name, Value& function,
                      Ref<ExceptionObject>& failure) {
  if (object.isUnknown()) {
    function = object;
    return MethodKind::Bound;
  }
  Class* cls = vm.classOf(object);
  const Object* held = object.object();
  const bool ordinary = !held || (held->kind != Kind::Class && held->kind != Kind::Module &&
                                  held->kind != Kind::Super);
  if (ordinary && !cls->has(Special::GetAttribute)) {
    if (const Value* member = cls->lookup(name)) {
      auto* native = member->as<NativeFunction>();
      auto* operation = member->as<OperatorFunction>();
      const bool binds = native      ? native->isMethod
                         : operation ? operation->isMethod
                                     : member->as<Function>() != nullptr;
      if (binds && !(held && held->attributes && held->attributes->find(name))) {
        function = *member;
        return MethodKind::Unbound;
      }
    }
  }
  return findAttribute(vm, object, name, function, failure) ? MethodKind::Bound : MethodKind::None;
}

void Vm::setattr(const Value& object, Str* name, const Value& value) {
  if (object.isUnknown()) return;
  Class* cls = classOf(object);
  if (cls->has(Special::SetAttr))
    if (const Value* method = cls->lookup(special(Special::SetAttr))) {
      callSpecial(*this, *method, object, {Value(name), value});
      return;
    }
  setOrDelete(*this, object, name, value);
}

void Vm::delattr(const Value& object, Str* name) {
  if (object.isUnknown()) return;
  Class* cls = classOf(object);
  if (cls->has(Special::DelAttr))
    if (const Value* method = cls->lookup(special(Special::DelAttr))) {
      callSpecial(*this, *method, object, {Value(name)});
      return;
    }
  setOrDelete(*this, object, name, {});
}

Value Vm::lookupSpecial(const Value& object, Str* name) {
  if (object.isUnknown()) return object;
  Class* cls = classOf(object);
  const Value* member = cls->lookup(name);
  if (!member) return {};
  const Value held = *member;
  Value result;
  if (!bindDescriptor(*this, held, object, cls, result)) result = held;
  return result;
}

Dict* Vm::dictOf(const Value& object, bool make) {
  Object* instance = object.object();
  if (!instance) return nullptr;
  if (auto* module = object.as<Module>()) return module->globals.get();
  if (auto* itself = object.as<Class>()) return itself->dict.get();
  Class* cls = classOf(object);
  if (!cls->instancesHaveDict) return nullptr;
  if (!instance->attributes && make) instance->attributes = dict();
  return instance->attributes.get();
}

}  // namespace ts::eval
