// object and small classes: None, NotImplemented, Ellipsis, modules, named constants.
#include <algorithm>
#include <set>

#include "core/eval/builtins/generic_alias.h"
#include "core/eval/builtins/init.h"
#include "core/eval/builtins/objects.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/eval/vm/state.h"

namespace ts::eval {
namespace {

// ---- object

void refuseAbstract(Vm& vm, Class* cls) {
  const Value* member = cls->lookup(vm.intern("__abstractmethods__"));
  if (!member || member->isUnknown()) return;
  std::vector<std::string> names;
  const Value held = *member;
  for (const Value& name : vm.toVector(held)) names.push_back(vm.toStr(name));
  if (names.empty()) return;
  std::ranges::sort(names);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  vm.raiseTypeError("Can't instantiate abstract class " + cls->name + " with abstract method" +
                    (names.size() > 1 ? "s " : " ") + list);
}

Value makeObject(Vm& vm, Class* cls, const CallArgs& args) {
  if (!args.all().empty()) {
    if (cls->has(Special::New))
      vm.raiseTypeError("object.__new__() takes exactly one argument (the type to instantiate)");
    if (!cls->has(Special::Init)) vm.raiseTypeError(cls->name + "() takes no arguments");
  }
  if (cls->ops->make != makeObject)
    vm.raiseTypeError("object.__new__(" + cls->name + ") is not safe, use " + cls->name +
                      ".__new__()");
  refuseAbstract(vm, cls);
  return vm.instance(cls);
}

Value objectInit(Vm& vm, Value* args) {
  Class* cls = vm.classOf(args[0]);
  const bool excess = !args[1].as<Tuple>()->items.empty() || args[2].as<Dict>()->count;
  if (excess && !cls->ops->init && !args[0].as<Class>()) {
    if (cls->has(Special::Init))
      vm.raiseTypeError(
          "object.__init__() takes exactly one argument (the instance to initialize)");
    if (!cls->has(Special::New) && cls->ops->make == makeObject)
      vm.raiseTypeError(cls->name +
                        ".__init__() takes exactly one argument (the instance to initialize)");
  }
  return Value::none();
}

Value objectRepr(Vm& vm, Value* args) { return vm.str(defaultRepr(vm, args[0])); }
Value objectStr(Vm& vm, Value* args) { return vm.str(vm.repr(args[0])); }

Value objectEq(Vm&, Value* args) {
  return args[0].same(args[1]) ? Value::boolean(true) : Value::notImplemented();
}
Value objectNe(Vm& vm, Value* args) {
  Value equal = vm.callMethod(args[0], "__eq__", {args[1]});
  if (equal.tag() == Tag::NotImplemented || equal.isUnknown()) return equal;
  return Value::boolean(!vm.truth(equal));
}
Value noOrder(Vm&, Value*) { return Value::notImplemented(); }

Value objectHash(Vm&, Value* args) {
  return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(args[0].object()) >> 4));
}

Value objectFormat(Vm& vm, Value* args) {
  if (!nameArgument(vm, args[1], "__format__() argument")->text.empty())
    vm.raiseTypeError("unsupported format string passed to " + vm.classOf(args[0])->name +
                      ".__format__");
  return vm.str(vm.toStr(args[0]));
}

Value objectGetattribute(Vm& vm, Value* args) {
  Str* name = nameArgument(vm, args[1], "attribute name");
  if (args[0].isUnknown()) return args[0];
  Value result;
  if (!plainGetattr(vm, args[0], name, result)) raiseNoAttribute(vm, args[0], name);
  return result;
}
Value objectSetattr(Vm& vm, Value* args) {
  if (args[0].isUnknown() || args[1].isUnknown()) return Value::none();
  genericSetattr(vm, args[0], nameArgument(vm, args[1], "attribute name"), args[2]);
  return Value::none();
}
Value objectDelattr(Vm& vm, Value* args) {
  genericDelattr(vm, args[0], nameArgument(vm, args[1], "attribute name"));
  return Value::none();
}

Value objectInitSubclass(Vm&, Value*) { return Value::none(); }
Value objectSubclassHook(Vm&, Value*) { return Value::notImplemented(); }

Value objectDir(Vm& vm, Value* args) {
  Ref<List> list = vm.list();
  for (std::string& name : namesOf(vm, args[0])) list->items.push_back(vm.str(std::move(name)));
  return list;
}

Value objectClass(Vm& vm, Value* args) { return vm.classOf(args[0]); }
Value objectDict(Vm& vm, Value* args) {
  if (args[0].isUnknown()) return args[0];
  Dict* dict = vm.dictOf(args[0], true);
  if (!dict) raiseNoAttribute(vm, args[0], vm.intern("__dict__"));
  if (auto* module = args[0].as<Module>()) {
    settleNames(vm, *module);
    bindStarNames(vm, *module);
  }
  return dict;
}

Value objectSizeof(Vm&, Value*) { return Value::integer(sizeof(Instance)); }

const NativeDef kObjectMethods[] = {
    {"__init__", "self, /, *args, **kwargs", objectInit, kTakesUnknown},
    {"__repr__", "self, /", objectRepr},
    {"__str__", "self, /", objectStr},
    {"__eq__", "self, value, /", objectEq},
    {"__ne__", "self, value, /", objectNe},
    {"__lt__", "self, value, /", noOrder},
    {"__le__", "self, value, /", noOrder},
    {"__gt__", "self, value, /", noOrder},
    {"__ge__", "self, value, /", noOrder},
    {"__hash__", "self, /", objectHash},
    {"__format__", "self, format_spec, /", objectFormat},
    {"__getattribute__", "self, name, /", objectGetattribute, kTakesUnknown},
    {"__setattr__", "self, name, value, /", objectSetattr, kTakesUnknown},
    {"__delattr__", "self, name, /", objectDelattr},
    {"__dir__", "self, /", objectDir},
    {"__sizeof__", "self, /", objectSizeof},
    {"__init_subclass__", "cls, /", objectInitSubclass, kClass},
    {"__subclasshook__", "cls, subclass, /", objectSubclassHook, kClass},
    {"__class__", "self", objectClass, kGetter | kTakesUnknown},
    {"__dict__", "self", objectDict, kGetter | kTakesUnknown},
};
const TypeOps kObjectOps = {.make = makeObject};

// ---- singletons

template <int tag>
Value makeSingleton(Vm& vm, Class* cls, const CallArgs& args) {
  if (!args.all().empty()) vm.raiseTypeError(cls->name + " takes no arguments");
  if constexpr (tag == static_cast<int>(Tag::None))
    return Value::none();
  else if constexpr (tag == static_cast<int>(Tag::Ellipsis))
    return Value::ellipsis();
  else
    return Value::notImplemented();
}
std::string reprSingleton(Vm&, const Value& self) {
  return self.isNone() ? "None" : self.tag() == Tag::Ellipsis ? "Ellipsis" : "NotImplemented";
}
size_t hashSingleton(Vm&, const Value& self) { return static_cast<size_t>(self.tag()) + 0x3D4A5; }
bool noneTruth(Vm&, const Value& self) { return !self.isNone(); }
// None | X, in annotations.
Value noneBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  return op == BinaryOp::BitOr ? joinTypes(vm, a, b) : Value::notImplemented();
}
const TypeOps kNoneOps = {.make = makeSingleton<static_cast<int>(Tag::None)>,
                          .repr = reprSingleton,
                          .hash = hashSingleton,
                          .binary = noneBinary,
                          .truth = noneTruth};
const TypeOps kEllipsisOps = {.make = makeSingleton<static_cast<int>(Tag::Ellipsis)>,
                              .repr = reprSingleton,
                              .hash = hashSingleton};
const TypeOps kNotImplementedOps = {.make = makeSingleton<static_cast<int>(Tag::NotImplemented)>,
                                    .repr = reprSingleton,
                                    .hash = hashSingleton};

// ---- modules

Value makeModule(Vm& vm, Class* cls, const CallArgs& args) {
  if (args.all().empty()) vm.raiseTypeError("module() missing required argument 'name' (pos 1)");
  Str* name = nameArgument(vm, args.values[0], "module() argument 'name'");
  Ref<Module> module = new Module(cls, name->text);
  module->globals = vm.dict();
  module->state = Module::State::Done;
  module->globals->set(vm.intern("__name__"), Value(name));
  module->globals->set(vm.intern("__doc__"),
                       args.all().size() > 1 ? args.values[1] : Value::none());
  return module;
}
std::string reprModule(Vm&, const Value& self) {
  auto* module = self.as<Module>();
  if (module->path.empty()) return "<module '" + module->name + "' (built-in)>";
  return "<module '" + module->name + "' from '" + module->path + "'>";
}
const TypeOps kModuleOps = {.make = makeModule, .repr = reprModule};

// ---- others

const TypeOps kNamedOps = {.repr = reprNamed};

std::string reprUnknown(Vm&, const Value&) { return "<unknown>"; }
const TypeOps kUnknownOps = {.repr = reprUnknown};

Value lengthHint(Vm&, Value* args) {
  auto* iterator = args[0].as<Iterator>();
  std::optional<int64_t> length = iterator ? iterator->lengthHint() : std::nullopt;
  return length ? Value::integer(*length) : Value::notImplemented();
}
const TypeOps kObjectIteratorOps = {.iter = iterateItself, .next = nextOfIterator};
const NativeDef kIteratorMethods[] = {{"__length_hint__", "self, /", lengthHint}};

void addClassNames(const Class& cls, std::set<std::string>& names) {
  for (const Class* at : cls.mro)
    at->dict->each([&](const Value& key, const Value&) {
      if (auto* text = key.as<Str>()) names.insert(text->text);
    });
}

}  // namespace

Str* nameArgument(Vm& vm, const Value& value, const char* what) {
  if (value.isUnknown()) throw UnknownTruth{};
  auto* text = value.as<Str>();
  if (!text)
    vm.raiseTypeError(std::string(what) + " must be string, not '" + vm.classOf(value)->name + "'");
  return text->interned ? text : vm.intern(text->text);
}

Value callItself(Vm& vm, const Value& self, const CallArgs& args) { return vm.call(self, args); }

std::vector<std::string> namesOf(Vm& vm, const Value& object) {
  std::set<std::string> names;
  if (auto* cls = object.as<Class>()) {
    addClassNames(*cls, names);
  } else {
    if (Dict* own = vm.dictOf(object))
      own->each([&](const Value& key, const Value&) {
        if (auto* text = key.as<Str>()) names.insert(text->text);
      });
    if (!object.as<Module>()) addClassNames(*vm.classOf(object), names);
  }
  return {names.begin(), names.end()};
}

void initObjects(Vm& vm) {
  vm.premakeClasses();
  Types& types = vm.types;
  vm.defineClass({"object", "builtins", Kind::Instance, &kObjectOps, kObjectMethods});
  initType(vm);
  initFunctionClasses(vm);
  initDescriptors(vm);
  types.none = vm.defineClass({"NoneType", "builtins", Kind::Instance, &kNoneOps, {}, false});
  types.notImplemented = vm.defineClass(
      {"NotImplementedType", "builtins", Kind::Instance, &kNotImplementedOps, {}, false});
  types.ellipsis =
      vm.defineClass({"ellipsis", "builtins", Kind::Instance, &kEllipsisOps, {}, false});
  types.unknown = vm.defineClass({"Unknown", "builtins", Kind::Instance, &kUnknownOps, {}, false});
  types.module = vm.defineClass({"module", "builtins", Kind::Module, &kModuleOps, {}});
  types.named = vm.defineClass({"named", "builtins", Kind::Named, &kNamedOps, {}, false});
  types.iterator = vm.defineClass(
      {"iterator", "builtins", Kind::Iterator, &kObjectIteratorOps, kIteratorMethods, false});
  Dict& builtins = vm.builtins();
  builtins.set(vm.intern("object"), types.object);
  builtins.set(vm.intern("None"), Value::none());
  builtins.set(vm.intern("NotImplemented"), Value::notImplemented());
  builtins.set(vm.intern("Ellipsis"), Value::ellipsis());
  builtins.set(vm.intern("__debug__"), Value::boolean(true));
}

}  // namespace ts::eval
