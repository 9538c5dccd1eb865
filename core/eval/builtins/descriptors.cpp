// property, staticmethod, classmethod, super, and the members of __slots__.
#include "core/eval/builtins/objects.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

bool isAbstract(Vm& vm, const Value& function) {
  Value marked;
  if (function.isUnbound() || function.isNone()) return false;
  return vm.tryGetattr(function, vm.intern("__isabstractmethod__"), marked) && vm.truth(marked);
}

// ---- property

struct Accessor {
  const char* name;
  Value Property::*member;
};
constexpr Accessor kAccessors[] = {{"fget", &Property::getter},
                                   {"fset", &Property::setter},
                                   {"fdel", &Property::deleter},
                                   {"doc", &Property::doc}};

Value makeProperty(Vm&, Class* cls, const CallArgs&) { return new Property(cls); }

void initProperty(Vm& vm, const Value& object, const CallArgs& args) {
  auto* self = object.as<Property>();
  if (args.positional > std::size(kAccessors))
    vm.raiseTypeError("property() takes at most 4 arguments (" + std::to_string(args.positional) +
                      " given)");
  for (size_t i = 0; i < args.positional; ++i) self->*kAccessors[i].member = args.values[i];
  for (size_t i = 0; i < args.names.size(); ++i) {
    bool isFound = false;
    for (const Accessor& accessor : kAccessors)
      if (args.names[i]->text == accessor.name) {
        self->*accessor.member = args.values[args.positional + i];
        isFound = true;
      }
    if (!isFound)
      vm.raiseTypeError("'" + args.names[i]->text +
                        "' is an invalid keyword argument for property()");
  }
}

template <Value Property::*member>
Value propertyPart(Vm&, Value* args) {
  const Value& part = args[0].as<Property>()->*member;
  return part.isUnbound() ? Value::none() : part;
}
Value propertyDoc(Vm& vm, Value* args) {
  auto* self = args[0].as<Property>();
  if (!self->doc.isUnbound() && !self->doc.isNone()) return self->doc;
  if (self->getter.isUnbound() || self->getter.isNone()) return Value::none();
  return vm.getattr(self->getter, "__doc__");
}
Value propertyIsAbstract(Vm& vm, Value* args) {
  auto* self = args[0].as<Property>();
  return Value::boolean(isAbstract(vm, self->getter) || isAbstract(vm, self->setter) ||
                        isAbstract(vm, self->deleter));
}

// A copy with one accessor replaced: @x.setter.
template <Value Property::*member>
Value propertyWith(Vm& vm, Value* args) {
  auto* self = args[0].as<Property>();
  Value value;
  if (self->cls.get() == vm.types.property) {
    value = new Property(vm.types.property);
    value.as<Property>()->getter = self->getter;
    value.as<Property>()->setter = self->setter;
    value.as<Property>()->deleter = self->deleter;
    value.as<Property>()->doc = self->doc;
    value.as<Property>()->*member = args[1];
  } else {
    Value parts[3];
    for (int i = 0; i < 3; ++i) {
      parts[i] = self->*kAccessors[i].member;
      if (kAccessors[i].member == member) parts[i] = args[1];
      if (parts[i].isUnbound()) parts[i] = Value::none();
    }
    value = vm.call(Value(self->cls), {parts[0], parts[1], parts[2]});
  }
  if (auto* property = value.as<Property>()) property->name = self->name;
  return value;
}

Value propertyGet(Vm& vm, Value* args) {
  if (args[1].isNone()) return args[0];
  auto* self = args[0].as<Property>();
  if (self->getter.isUnbound() || self->getter.isNone())
    vm.raise(vm.types.AttributeError,
             "property of '" + vm.classOf(args[1])->name + "' object has no getter");
  return vm.call(self->getter, {args[1]});
}
Value propertySet(Vm& vm, Value* args) {
  auto* self = args[0].as<Property>();
  if (self->setter.isUnbound() || self->setter.isNone())
    vm.raise(vm.types.AttributeError,
             "property of '" + vm.classOf(args[1])->name + "' object has no setter");
  vm.call(self->setter, {args[1], args[2]});
  return Value::none();
}
Value propertySetName(Vm& vm, Value* args) {
  args[0].as<Property>()->name = nameArgument(vm, args[2], "name");
  return Value::none();
}

bool setProperty(Vm& vm, const Value& self, Str* name, const Value& value) {
  if (name->text != "__doc__") return false;
  vm.touch(*self.object());
  self.as<Property>()->doc = value;
  return true;
}

const NativeDef kPropertyMethods[] = {
    {"fget", "self", propertyPart<&Property::getter>, kGetter},
    {"fset", "self", propertyPart<&Property::setter>, kGetter},
    {"fdel", "self", propertyPart<&Property::deleter>, kGetter},
    {"__doc__", "self", propertyDoc, kGetter},
    {"__isabstractmethod__", "self", propertyIsAbstract, kGetter},
    {"getter", "self, fget, /", propertyWith<&Property::getter>},
    {"setter", "self, fset, /", propertyWith<&Property::setter>},
    {"deleter", "self, fdel, /", propertyWith<&Property::deleter>},
    {"__get__", "self, instance, owner=None, /", propertyGet},
    {"__set__", "self, instance, value, /", propertySet, kTakesUnknown},
    {"__set_name__", "self, owner, name, /", propertySetName},
};
const TypeOps kPropertyOps = {.make = makeProperty, .init = initProperty, .setattr = setProperty};

// ---- staticmethod, classmethod

const Value& functionOf(const Value& method) {
  if (auto* isStatic = method.as<StaticMethod>()) return isStatic->function;
  return method.as<ClassMethod>()->function;
}

template <typename T>
Value makeWrapper(Vm& vm, Class* cls, const CallArgs& args) {
  if (args.positional != 1 || !args.names.empty())
    vm.raiseTypeError(cls->name + " expected 1 argument, got " + std::to_string(args.positional));
  return new T(cls, args.values[0]);
}
Value wrapperFunction(Vm&, Value* args) { return functionOf(args[0]); }
Value wrapperDoc(Vm& vm, Value* args) { return vm.getattr(functionOf(args[0]), "__doc__"); }
Value wrapperIsAbstract(Vm& vm, Value* args) {
  return Value::boolean(isAbstract(vm, functionOf(args[0])));
}
Value wrapperGet(Vm& vm, Value* args) {
  Value result;
  auto* cls = args[2].as<Class>();
  bindDescriptor(vm, args[0], args[1], cls ? cls : vm.classOf(args[1]), result);
  return result;
}
bool wrapperGetattr(Vm& vm, const Value& self, Str* name, Value& result) {
  static constexpr std::string_view kCopied[] = {"__name__", "__qualname__", "__module__",
                                                 "__annotations__"};
  for (std::string_view copied : kCopied)
    if (name->text == copied) return vm.tryGetattr(functionOf(self), name, result);
  return false;
}
Value callStatic(Vm& vm, const Value& self, const CallArgs& args) {
  return vm.call(functionOf(self), args);
}
std::string reprWrapper(Vm& vm, const Value& self) {
  return "<" + vm.classOf(self)->name + "(" + vm.repr(functionOf(self)) + ")>";
}

const NativeDef kWrapperMethods[] = {
    {"__func__", "self", wrapperFunction, kGetter},
    {"__wrapped__", "self", wrapperFunction, kGetter},
    {"__doc__", "self", wrapperDoc, kGetter},
    {"__isabstractmethod__", "self", wrapperIsAbstract, kGetter},
    {"__get__", "self, instance, owner=None, /", wrapperGet},
};
const TypeOps kStaticOps = {.make = makeWrapper<StaticMethod>,
                            .getattr = wrapperGetattr,
                            .call = callStatic,
                            .repr = reprWrapper};
const TypeOps kClassOps = {
    .make = makeWrapper<ClassMethod>, .getattr = wrapperGetattr, .repr = reprWrapper};

// ---- super

// For super() without arguments: finds the class that defines the running method, and the method's
// first argument.
void readFrame(Vm& vm, Value& after, Value& self) {
  const Frame* frame = vm.state().frame;
  // A comprehension belongs to the enclosing function.
  while (frame && !frame->function && frame->caller && !frame->code->isModule &&
         !frame->code->isClassBody)
    frame = frame->caller;
  if (!frame || !frame->function) vm.raise(vm.types.RuntimeError, "super(): no arguments");
  const Code& code = *frame->code;
  if (!code.argCount) vm.raise(vm.types.RuntimeError, "super(): no arguments");
  self = frame->slots[0];
  for (size_t i = 0; i < code.cellNames.size(); ++i)
    if (code.cellNames[i] == code.localNames[0]->text)
      if (auto* cell = frame->cells()[i].as<Cell>(); cell && !cell->value.isUnbound())
        self = cell->value;
  if (self.isUnbound()) vm.raise(vm.types.RuntimeError, "super(): arg[0] deleted");
  for (size_t i = 0; i < code.freeNames.size(); ++i)
    if (code.freeNames[i] == "__class__")
      if (auto* cell = frame->cells()[code.cellNames.size() + i].as<Cell>()) after = cell->value;
  if (after.isUnbound()) vm.raise(vm.types.RuntimeError, "super(): __class__ cell not found");
}

Value makeSuper(Vm& vm, Class* cls, const CallArgs& args) {
  Value after, self;
  if (args.all().empty()) {
    readFrame(vm, after, self);
  } else {
    after = args.values[0];
    if (args.positional > 1) self = args.values[1];
  }
  if (after.isUnknown() || self.isUnknown()) return Value::unknown();
  auto* type = after.as<Class>();
  if (!type) vm.raiseTypeError("super() argument 1 must be a type, not " + vm.classOf(after)->name);
  Class* start = nullptr;
  if (auto* argument = self.as<Class>(); argument && argument->isSubclass(type))
    start = argument;
  else if (!self.isUnbound() && vm.classOf(self)->isSubclass(type))
    start = vm.classOf(self);
  if (!start && !self.isUnbound())
    vm.raiseTypeError("super(type, obj): obj must be an instance or subtype of type");
  return new Super(cls, type, self, start);
}
Value superSelf(Vm&, Value* args) {
  const Value& self = args[0].as<Super>()->self;
  return self.isUnbound() ? Value::none() : self;
}
Value superThisClass(Vm&, Value* args) { return args[0].as<Super>()->after; }
Value superSelfClass(Vm&, Value* args) {
  const auto& start = args[0].as<Super>()->start;
  return start ? Value(start) : Value::none();
}
std::string reprSuper(Vm&, const Value& object) {
  auto* self = object.as<Super>();
  return "<super: " + std::string("<class '") + self->after->name + "'>, " +
         (self->start ? "<" + self->start->name + " object>" : "NULL") + ">";
}
const NativeDef kSuperMethods[] = {
    {"__self__", "self", superSelf, kGetter},
    {"__thisclass__", "self", superThisClass, kGetter},
    {"__self_class__", "self", superSelfClass, kGetter},
};
const TypeOps kSuperOps = {.make = makeSuper, .repr = reprSuper};

// ---- members

Value memberName(Vm&, Value* args) { return args[0].asNative<Member>()->name; }
std::string reprMember(Vm&, const Value& self) {
  auto* member = self.asNative<Member>();
  return "<member '" + member->name->text + "' of '" + member->owner->name + "' objects>";
}
const NativeDef kMemberMethods[] = {{"__name__", "self", memberName, kGetter}};
const TypeOps kMemberOps = {.repr = reprMember};

}  // namespace

void initDescriptors(Vm& vm) {
  Types& types = vm.types;
  types.property =
      vm.defineClass({"property", "builtins", Kind::Property, &kPropertyOps, kPropertyMethods});
  vm.defineClass({"staticmethod", "builtins", Kind::StaticMethod, &kStaticOps, kWrapperMethods});
  vm.defineClass({"classmethod", "builtins", Kind::ClassMethod, &kClassOps, kWrapperMethods});
  types.staticmethod->instancesHaveDict = types.classmethod->instancesHaveDict = true;
  types.super = vm.defineClass({"super", "builtins", Kind::Super, &kSuperOps, kSuperMethods});
  types.memberDescriptor = vm.defineClass(
      {"member_descriptor", "builtins", Kind::Native, &kMemberOps, kMemberMethods, false});
  for (Class* cls : {types.property, types.staticmethod, types.classmethod, types.super})
    vm.builtins().set(vm.intern(cls->name), cls);
}

}  // namespace ts::eval
