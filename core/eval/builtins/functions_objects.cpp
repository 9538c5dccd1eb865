// Builtin functions for object introspection.
#include <cstdio>

#include "core/eval/builtins/functions.h"
#include "core/eval/builtins/text.h"
#include "core/eval/vm/lazy_definitions.h"

namespace ts::eval {
namespace {

Value isInstance(Vm& vm, Value* args) { return Value::boolean(vm.isInstance(args[0], args[1])); }
Value isSubclass(Vm& vm, Value* args) { return Value::boolean(vm.isSubclass(args[0], args[1])); }

// The default, the third argument, may be Unknown.
Value getattrOf(Vm& vm, Value* args) {
  if (args[0].isUnknown()) return args[0];
  Str* name = nameArgument(vm, args[1], "attribute name");
  if (args[2].isUnbound()) return vm.getattr(args[0], name);
  Value result;
  return vm.tryGetattr(args[0], name, result) ? result : args[2];
}
// An attribute of an Unknown name was set: the object may have any attribute. A module keeps its
// parameters, buffers and submodules in dicts of their own.
void forgetAttributes(Vm& vm, const Value& object) {
  Dict* own = object.as<Instance>() ? vm.dictOf(object) : nullptr;
  if (!own) return;
  for (const char* name : {"_parameters", "_buffers", "_modules"}) {
    const Value* members = own->find(vm.intern(name));
    auto* dict = members ? members->as<Dict>() : nullptr;
    if (!dict) continue;
    vm.touch(*dict);
    dict->unknown = true;
  }
}

Value setattrOf(Vm& vm, Value* args) {
  if (args[1].isUnknown() && !vm.strict) {
    forgetAttributes(vm, args[0]);
  } else if (!args[0].isUnknown()) {
    vm.setattr(args[0], nameArgument(vm, args[1], "attribute name"), args[2]);
  }
  return Value::none();
}
Value delattrOf(Vm& vm, Value* args) {
  vm.delattr(args[0], nameArgument(vm, args[1], "attribute name"));
  return Value::none();
}
Value hasattrOf(Vm& vm, Value* args) {
  Value result;
  return Value::boolean(
      vm.tryGetattr(args[0], nameArgument(vm, args[1], "attribute name"), result));
}

Value callableOf(Vm& vm, Value* args) {
  Class* cls = vm.classOf(args[0]);
  return Value::boolean(cls->ops->call || cls->has(Special::Call));
}
Value idOf(Vm&, Value* args) {
  if (Object* object = args[0].object())
    return Value::integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(object)));
  const int64_t tag = static_cast<int64_t>(args[0].tag());
  const bool small = args[0].isInt() || args[0].isBool();
  return Value::integer((small ? args[0].integerValue() << 8 : 0) | tag);
}
Value hashOf(Vm& vm, Value* args) { return Value::integer(static_cast<int64_t>(vm.hash(args[0]))); }

Value reprOf(Vm& vm, Value* args) { return vm.str(vm.repr(args[0])); }
Value asciiOf(Vm& vm, Value* args) {
  std::string result;
  for (char32_t code : toCodes(vm.repr(args[0]))) {
    char text[16];
    const char* form = code < 0x100 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x";
    if (code < 0x80)
      result += static_cast<char>(code);
    else
      result.append(text, static_cast<size_t>(
                              std::snprintf(text, sizeof text, form, static_cast<unsigned>(code))));
  }
  return vm.str(std::move(result));
}
Value formatOf(Vm& vm, Value* args) {
  auto* spec = args[1].as<Str>();
  if (!spec) vm.raiseTypeError("format() argument 2 must be str, not " + vm.classOf(args[1])->name);
  return vm.str(vm.format(args[0], spec->text));
}

Value dirOf(Vm& vm, Value* args) {
  Ref<List> list = vm.list();
  if (args[0].isUnbound()) {
    vm.currentLocals()->each([&](const Value& key, const Value&) { list->items.push_back(key); });
  } else if (Value method = vm.lookupSpecial(args[0], vm.special(Special::Dir));
             !method.isUnbound()) {
    Value value = vm.call(method);
    if (value.isUnknown()) return value;
    list->items = vm.toVector(value);
  }
  vm.callMethod(Value(list), "sort");
  return list;
}
Value varsOf(Vm& vm, Value* args) {
  if (args[0].isUnbound()) return vm.currentLocals();
  Value dict;
  if (!vm.tryGetattr(args[0], vm.intern("__dict__"), dict))
    vm.raiseTypeError("vars() argument must have __dict__ attribute");
  return dict;
}
Value globalsOf(Vm& vm, Value*) {
  Module* module = vm.currentModule();
  if (!module) return Value(vm.dict());
  settleNames(vm, *module);
  bindStarNames(vm, *module);
  return Value(module->globals);
}
Value localsOf(Vm& vm, Value*) { return vm.currentLocals(); }

const NativeDef kObjectFunctions[] = {
    {"isinstance", "obj, class_or_tuple, /", isInstance, kTakesUnknown},
    {"issubclass", "cls, class_or_tuple, /", isSubclass, kTakesUnknown},
    {"getattr", "object, name, default=..., /", getattrOf, kTakesUnknown},
    {"setattr", "obj, name, value, /", setattrOf, kTakesUnknown},
    {"delattr", "obj, name, /", delattrOf},
    {"hasattr", "obj, name, /", hasattrOf},
    {"callable", "obj, /", callableOf},
    {"id", "obj, /", idOf},
    {"hash", "obj, /", hashOf},
    {"repr", "obj, /", reprOf},
    {"ascii", "obj, /", asciiOf},
    {"format", "value, format_spec='', /", formatOf},
    {"dir", "object=..., /", dirOf},
    {"vars", "object=..., /", varsOf},
    {"globals", "", globalsOf},
    {"locals", "", localsOf},
};

}  // namespace

std::span<const NativeDef> objectFunctions() { return kObjectFunctions; }

}  // namespace ts::eval
