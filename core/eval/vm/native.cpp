// Creates native classes and functions from their tables, and calls them.
#include <algorithm>

#include "core/eval/vm/signature.h"
#include "core/eval/vm/slots.h"

namespace ts::eval {
namespace {

struct Premade {
  const char* name;
  Class* Types::*member;
};
constexpr Premade kPremade[] = {
    {"object", &Types::object},
    {"type", &Types::type},
    {"str", &Types::str},
    {"dict", &Types::dict},
    {"tuple", &Types::tuple},
    {"builtin_function_or_method", &Types::nativeFunction},
    {"method_descriptor", &Types::methodDescriptor},
    {"wrapper_descriptor", &Types::wrapperDescriptor},
    {"getset_descriptor", &Types::getsetDescriptor},
    {"staticmethod", &Types::staticmethod},
    {"classmethod", &Types::classmethod},
};

// The class of a table when premakeClasses has created it and it has no ops yet; null otherwise.
Class* premade(Vm& vm, const NativeClass& table) {
  if (std::string_view(table.module) != "builtins") return nullptr;
  for (const Premade& row : kPremade)
    if (Class* cls = vm.types.*row.member;
        cls && !cls->ops && std::string_view(table.name) == row.name)
      return cls;
  return nullptr;
}

void addMethod(Vm& vm, Class& cls, const NativeDef& def) {
  Class* kind = def.flags & kGetter ? vm.types.getsetDescriptor : vm.types.methodDescriptor;
  if (def.flags & (kStatic | kClass)) kind = vm.types.nativeFunction;
  Ref<NativeFunction> native = new NativeFunction(kind, &def, cls.name + "." + def.name);
  native->owner = &cls;
  native->isGetter = def.flags & kGetter;
  native->isMethod = !(def.flags & (kGetter | kStatic));
  Value value(native);
  if (def.flags & kStatic) value = new StaticMethod(vm.types.staticmethod, value);
  if (def.flags & kClass) value = new ClassMethod(vm.types.classmethod, value);
  cls.dict->set(vm.intern(def.name), std::move(value));
}

bool anyUnknown(const Value* values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (values[i].isUnknown()) return true;
  return false;
}

[[noreturn]] void refuseSelf(Vm& vm, const NativeFunction& function, const CallArgs& args) {
  const std::string name = function.def->name, owner = function.owner->name;
  if (!args.positional)
    vm.raiseTypeError(function.slot
                          ? "descriptor '" + name + "' of '" + owner + "' object needs an argument"
                          : "unbound method " + function.qualifiedName + "() needs an argument");
  const std::string cls = vm.classOf(args.values[0])->name;
  vm.raiseTypeError(function.slot ? "descriptor '" + name + "' requires a '" + owner +
                                        "' object but received a '" + cls + "'"
                                  : "descriptor '" + name + "' for '" + owner +
                                        "' objects doesn't apply to a '" + cls + "' object");
}

void checkSelf(Vm& vm, const NativeFunction& function, const CallArgs& args) {
  if (!function.owner || (!function.isMethod && !function.isGetter)) return;
  if (args.positional) {
    const Class* cls = vm.classOf(args.values[0]);
    if (cls == function.owner || cls == vm.types.unknown || cls->isSubclass(function.owner)) return;
  }
  if (function.def->flags & (kClass | kStatic)) return;
  refuseSelf(vm, function, args);
}

}  // namespace

void Vm::premakeClasses() {
  for (const Premade& row : kPremade) {
    Ref<Class> cls = new Class(types.type);
    types.*row.member = cls.get();
    nativeClasses_.push_back(std::move(cls));
  }
  types.object->cls = types.type;
  types.type->cls = types.type;
  // These were created before their classes.
  for (const Ref<Str>& name : interned_) name->cls = types.str;
  builtins_->cls = types.dict;
}

Class* Vm::defineClass(const NativeClass& table, std::initializer_list<Class*> bases) {
  Ref<Class> cls = premade(*this, table);
  const bool isNew = !cls;
  if (isNew) cls = new Class(types.type);
  cls->name = cls->qualname = table.name;
  cls->moduleName = table.module;
  cls->isNative = true;
  cls->subclassable = table.subclassable;
  cls->instanceKind = table.instanceKind;
  cls->instancesHaveDict = false;
  for (Class* base : bases) {
    cls->bases.emplace_back(base);
    cls->instancesHaveDict |= base->instancesHaveDict;
  }
  if (bases.size() == 0 && cls.get() != types.object) cls->bases.emplace_back(types.object);
  static const TypeOps kNoOps;
  cls->ops = table.ops ? table.ops : cls->bases.empty() ? &kNoOps : cls->bases[0]->ops;
  cls->mro = computeMro(*this, *cls);
  for (const Ref<Class>& base : cls->bases) {
    base->subclasses.push_back(cls.get());
    cls->specials |= base->specials;
  }
  if (!cls->dict) cls->dict = dict();
  addSlots(*this, *cls);
  for (const NativeDef& def : table.methods) addMethod(*this, *cls, def);
  if (!cls->dict->find(intern("__doc__"))) cls->dict->set(intern("__doc__"), Value::none());
  cls->changed();
  if (isNew) nativeClasses_.push_back(cls);
  return cls.get();
}

Value Vm::function(const NativeDef& def, std::string_view moduleName) {
  Ref<NativeFunction> native =
      new NativeFunction(types.nativeFunction, &def, std::string(moduleName) + "." + def.name);
  return native;
}

void Vm::addFunctions(Module& module, std::span<const NativeDef> functions) {
  for (const NativeDef& def : functions)
    module.globals->set(intern(def.name), function(def, module.name));
}

Value Vm::callNative(const NativeFunction& function, const CallArgs& args) {
  checkSelf(*this, function, args);
  // The methods of texts and bytes look at all of them.
  if (args.positional > 0) {
    if (const Str* text = args.values[0].as<Str>()) burnFor(text->text.size());
    if (const Bytes* bytes = args.values[0].as<Bytes>()) burnFor(bytes->data.size());
  }
  const bool takesUnknown = function.def->flags & kTakesUnknown;
  if (!takesUnknown && anyUnknown(args.values, args.all().size())) return Value::unknown();
  try {
    if (function.slot) return function.slot(*this, function, args);
    const NativeSignature& signature = signatureOf(*this, function);
    const bool isWhole = args.names.empty() && args.positional == signature.positional &&
                         signature.count() == args.positional;
    if (isWhole && args.areOwned) return function.def->call(*this, const_cast<Value*>(args.values));
    NativeArguments values(signature.count());
    if (isWhole)
      std::copy_n(args.values, args.positional, values.begin());
    else
      bindInto(*this, function, signature, args, values.begin());
    return function.def->call(*this, values.begin());
  } catch (const UnknownTruth&) {
    burnForUnwinding();
    return Value::unknown();
  }
}

}  // namespace ts::eval
