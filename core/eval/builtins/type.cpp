// type: creating classes by calling it, and the attributes of classes.
#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/generic_alias.h"
#include "core/eval/builtins/objects.h"
#include "core/eval/vm/call_args.h"

namespace ts::eval {
namespace {

Value makeType(Vm& vm, Class* metaclass, const CallArgs& args) {
  if (metaclass == vm.types.type && args.positional == 1 && args.names.empty()) {
    if (args.values[0].isUnknown()) return args.values[0];
    return vm.classOf(args.values[0]);
  }
  if (args.positional != 3) vm.raiseTypeError("type() takes 1 or 3 arguments");
  const Value& name = args.values[0];
  auto* bases = args.values[1].as<Tuple>();
  auto* space = args.values[2].as<Dict>();
  const char* wanted[] = {"str", "tuple", "dict"};
  const bool right[] = {name.as<Str>() != nullptr, bases != nullptr, space != nullptr};
  for (int i = 0; i < 3; ++i)
    if (!right[i])
      vm.raiseTypeError("type.__new__() argument " + std::to_string(i + 1) + " must be " +
                        wanted[i] + ", not " + vm.classOf(args.values[i])->name);
  std::vector<Ref<Class>> classes;
  for (const Value& base : bases->items) {
    if (base.isUnknown()) return base;
    auto* cls = base.as<Class>();
    if (!cls) vm.raiseTypeError("bases must be types");
    classes.emplace_back(cls);
  }
  Class* winner = vm.metaclassOf(metaclass, classes);
  if (winner != metaclass && winner->has(Special::New)) {
    const Value method = vm.getattr(Value(winner), vm.special(Special::New));
    return vm.call(method, WithFirst(Value(winner), args).args());
  }
  metaclass = winner;
  const CallArgs keywords = {args.values + 3, 0, args.names};
  return vm.makeClass(metaclass, name.as<Str>()->text, std::move(classes), space, keywords);
}

void initNothing(Vm&, const Value&, const CallArgs&) {}

Value callType(Vm& vm, const Value& self, const CallArgs& args) {
  return vm.instantiate(*self.as<Class>(), args);
}

std::string reprType(Vm&, const Value& self) {
  return "<class '" + fullName(*self.as<Class>()) + "'>";
}

Value subscriptType(Vm& vm, const Value& self, const Value& index) {
  auto* cls = self.as<Class>();
  if (cls == vm.types.type) {
    Value args[] = {self, index};
    return classGetItem(vm, args);
  }
  const Value* member = cls->lookup(vm.intern("__class_getitem__"));
  if (!member) vm.raiseTypeError("type '" + cls->name + "' is not subscriptable");
  const Value held = *member;
  Value bound;
  if (!bindDescriptor(vm, held, {}, cls, bound)) bound = held;
  return vm.call(bound, {index});
}

bool setType(Vm& vm, const Value& self, Str* name, const Value& value) {
  auto* cls = self.as<Class>();
  if (value.isUnbound()) return false;
  if (name->text == "__name__" || name->text == "__qualname__") {
    auto* text = value.as<Str>();
    if (!text)
      vm.raiseTypeError("can only assign string to " + cls->name + "." + name->text + ", not '" +
                        vm.classOf(value)->name + "'");
    vm.touch(*cls);
    (name->text == "__name__" ? cls->name : cls->qualname) = text->text;
    return true;
  }
  if (name->text == "__module__") {
    if (auto* text = value.as<Str>()) cls->moduleName = text->text;
  } else if (name->text != "__doc__" && name->text != "__annotations__") {
    return false;
  }
  vm.touch(*cls);
  vm.touch(*cls->dict);
  cls->dict->set(name, value);
  cls->changed();
  return true;
}

// X | Y
Value uniteTypes(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  return op == BinaryOp::BitOr ? joinTypes(vm, a, b) : Value::notImplemented();
}

Class& self(Value* args) { return *args[0].as<Class>(); }

Value getName(Vm& vm, Value* args) { return vm.str(self(args).name); }
Value getQualname(Vm& vm, Value* args) { return vm.str(self(args).qualname); }
Value getModule(Vm& vm, Value* args) {
  const Value* own = self(args).dict->find(vm.intern("__module__"));
  return own ? *own : vm.str(self(args).moduleName);
}
Value getDoc(Vm& vm, Value* args) {
  const Value* own = self(args).dict->find(vm.intern("__doc__"));
  return own ? *own : Value::none();
}
Value getMro(Vm& vm, Value* args) {
  std::vector<Value> items(self(args).mro.begin(), self(args).mro.end());
  return vm.tuple(std::move(items));
}
Value getBases(Vm& vm, Value* args) {
  std::vector<Value> items(self(args).bases.begin(), self(args).bases.end());
  return vm.tuple(std::move(items));
}
Value getBase(Vm&, Value* args) {
  return self(args).bases.empty() ? Value::none() : Value(self(args).bases[0]);
}
Value getDict(Vm& vm, Value* args) { return makeMappingProxy(vm, *self(args).dict); }
Value getAnnotations(Vm& vm, Value* args) {
  Class& cls = self(args);
  Str* name = vm.intern("__annotations__");
  if (const Value* own = cls.dict->find(name)) return *own;
  if (cls.isNative)
    vm.raise(vm.types.AttributeError,
             "type object '" + cls.name + "' has no attribute '__annotations__'");
  Value value = vm.dict();
  cls.dict->set(name, value);
  cls.changed();
  return value;
}

Value mro(Vm& vm, Value* args) {
  std::vector<Value> items(self(args).mro.begin(), self(args).mro.end());
  return vm.list(std::move(items));
}
Value subclasses(Vm& vm, Value* args) {
  std::vector<Value> items(self(args).subclasses.begin(), self(args).subclasses.end());
  return vm.list(std::move(items));
}
Value prepare(Vm& vm, Value*) { return vm.dict(); }

Value instanceCheck(Vm& vm, Value* args) {
  if (args[1].isUnknown()) return args[1];
  return Value::boolean(vm.classOf(args[1])->isSubclass(&self(args)));
}
Value subclassCheck(Vm& vm, Value* args) {
  auto* derived = args[1].as<Class>();
  if (!derived) vm.raiseTypeError("issubclass() arg 1 must be a class");
  return Value::boolean(derived->isSubclass(&self(args)));
}

const NativeDef kTypeMethods[] = {
    {"__name__", "self", getName, kGetter},
    {"__qualname__", "self", getQualname, kGetter},
    {"__module__", "self", getModule, kGetter},
    {"__doc__", "self", getDoc, kGetter},
    {"__mro__", "self", getMro, kGetter},
    {"__bases__", "self", getBases, kGetter},
    {"__base__", "self", getBase, kGetter},
    {"__dict__", "self", getDict, kGetter},
    {"__annotations__", "self", getAnnotations, kGetter},
    {"mro", "self, /", mro},
    {"__subclasses__", "self, /", subclasses},
    {"__prepare__", "cls, /, *args, **kwargs", prepare, kClass | kTakesUnknown},
    {"__instancecheck__", "self, instance, /", instanceCheck, kTakesUnknown},
    {"__subclasscheck__", "self, subclass, /", subclassCheck},
};
const TypeOps kTypeOps = {.make = makeType,
                          .init = initNothing,
                          .setattr = setType,
                          .call = callType,
                          .repr = reprType,
                          .binary = uniteTypes,
                          .getitem = subscriptType};

}  // namespace

void initType(Vm& vm) {
  vm.defineClass({"type", "builtins", Kind::Class, &kTypeOps, kTypeMethods});
  vm.builtins().set(vm.intern("type"), vm.types.type);
}

}  // namespace ts::eval
