// Python functions, native functions, bound methods, code objects and cells.
#include "core/eval/builtins/objects.h"
#include "core/eval/codegen/codegen.h"
#include "core/eval/vm/state.h"
#include "core/syntax/docstring.h"

namespace ts::eval {
namespace {

// ---- functions

Function& function(Value* args) { return *args[0].as<Function>(); }

Value docOf(Vm& vm, const Function& function) {
  if (!function.doc.isUnbound()) return function.doc;
  const auto* def = function.code ? function.code->def : nullptr;
  if (!def) return Value::none();
  auto text = syntax::docstringOf(*def, *function.code->module->source);
  return text ? vm.str(std::move(*text)) : Value::none();
}

Value functionName(Vm&, Value* args) { return function(args).name; }
Value functionQualname(Vm&, Value* args) { return function(args).qualname; }
Value functionModule(Vm& vm, Value* args) {
  const Function& self = function(args);
  if (!self.moduleName.isUnbound()) return self.moduleName;
  const Value* name = self.module ? self.module->globals->find(vm.intern("__name__")) : nullptr;
  return name ? *name : self.module ? vm.str(self.module->name) : Value::none();
}
Value functionDoc(Vm& vm, Value* args) { return docOf(vm, function(args)); }
Value functionDefaults(Vm& vm, Value* args) {
  if (function(args).defaults.empty()) return Value::none();
  std::vector<Value> values = function(args).defaults;
  for (Value& value : values) value = vm.settled(value);
  return vm.tuple(std::move(values));
}
Value functionKwDefaults(Vm& vm, Value* args) {
  if (function(args).kwDefaults.empty()) return Value::none();
  Ref<Dict> dict = vm.dict();
  auto argument = function(args).kwDefaults;
  for (auto& [name, value] : argument) dict->set(name, vm.settled(value));
  return dict;
}
Value functionCode(Vm&, Value* args) { return function(args).code; }
Value functionClosure(Vm& vm, Value* args) {
  const auto& closure = function(args).closure;
  if (closure.empty()) return Value::none();
  return vm.tuple({closure.begin(), closure.end()});
}
Value functionGlobals(Vm& vm, Value* args) {
  const Function& self = function(args);
  return self.module ? Value(self.module->globals) : Value(vm.dict());
}
Value functionAnnotations(Vm& vm, Value* args) { return vm.annotationsOf(function(args)); }
Value functionGet(Vm& vm, Value* args) {
  return args[1].isNone() ? args[0] : vm.method(args[0], args[1]);
}

const NativeDef kFunctionMethods[] = {
    {"__name__", "self", functionName, kGetter},
    {"__qualname__", "self", functionQualname, kGetter},
    {"__module__", "self", functionModule, kGetter},
    {"__doc__", "self", functionDoc, kGetter},
    {"__defaults__", "self", functionDefaults, kGetter},
    {"__kwdefaults__", "self", functionKwDefaults, kGetter},
    {"__code__", "self", functionCode, kGetter},
    {"__closure__", "self", functionClosure, kGetter},
    {"__globals__", "self", functionGlobals, kGetter},
    {"__annotations__", "self", functionAnnotations, kGetter},
    {"__get__", "self, instance, owner=None, /", functionGet, kTakesUnknown},
};

void setDefaults(Vm& vm, Function& self, const Value& value) {
  auto* tuple = value.as<Tuple>();
  if (!tuple && !value.isNone() && !value.isUnbound())
    vm.raiseTypeError("__defaults__ must be set to a tuple object");
  self.defaults = tuple ? tuple->items : std::vector<Value>{};
}

void setKwDefaults(Vm& vm, Function& self, const Value& value) {
  auto* dict = value.as<Dict>();
  if (!dict && !value.isNone() && !value.isUnbound())
    vm.raiseTypeError("__kwdefaults__ must be set to a dict object");
  self.kwDefaults.clear();
  if (dict)
    dict->each([&](const Value& key, const Value& default_) {
      self.kwDefaults.emplace_back(nameArgument(vm, key, "keyword"), default_);
    });
}

bool setFunction(Vm& vm, const Value& object, Str* name, const Value& value) {
  auto* self = object.as<Function>();
  vm.touch(*self);
  const std::string& text = name->text;
  if (text == "__name__" || text == "__qualname__") {
    auto* argument = value.as<Str>();
    if (!argument) vm.raiseTypeError(text + " must be set to a string object");
    (text == "__name__" ? self->name : self->qualname) = argument;
  } else if (text == "__module__") {
    self->moduleName = value.isUnbound() ? Value::none() : value;
  } else if (text == "__doc__") {
    self->doc = value.isUnbound() ? Value::none() : value;
  } else if (text == "__defaults__") {
    setDefaults(vm, *self, value);
  } else if (text == "__kwdefaults__") {
    setKwDefaults(vm, *self, value);
  } else if (text == "__code__") {
    auto* code = value.as<Code>();
    if (!code) vm.raiseTypeError("__code__ must be set to a code object");
    self->code = code;
  } else if (text == "__annotations__") {
    auto* dict = value.as<Dict>();
    if (!dict && !value.isNone() && !value.isUnbound())
      vm.raiseTypeError("__annotations__ must be set to a dict object");
    self->annotations = dict ? Ref<Dict>(dict) : vm.dict();
  } else {
    return false;
  }
  return true;
}

std::string reprFunction(Vm&, const Value& self) {
  return "<function " + self.as<Function>()->qualname->text + " at " + addressOf(self.object()) +
         ">";
}

const TypeOps kFunctionOps = {.setattr = setFunction, .call = callItself, .repr = reprFunction};

// ---- native functions

// A bound native function has the class of a plain one; returns its function.
const Value& unbound(const Value& self) {
  auto* method = self.as<Method>();
  return method ? method->function : self;
}
// The name ("append") and qualified name ("list.append") of a NativeFunction. A closure has one
// name for both.
std::string nameOf(const Value& object) {
  const Value& self = unbound(object);
  if (auto* closure = self.as<NativeClosure>()) return closure->name;
  return self.as<NativeFunction>()->def->name;
}
std::string qualnameOf(const Value& self) {
  auto* native = unbound(self).as<NativeFunction>();
  return native && native->owner ? native->qualifiedName : nameOf(self);
}

Value nativeName(Vm& vm, Value* args) { return vm.str(nameOf(args[0])); }
Value nativeQualname(Vm& vm, Value* args) { return vm.str(qualnameOf(args[0])); }
Value nativeModule(Vm& vm, Value* args) {
  auto* native = unbound(args[0]).as<NativeFunction>();
  if (!native || native->owner) return Value::none();
  return vm.str(native->qualifiedName.substr(0, native->qualifiedName.rfind('.')));
}
Value nativeDoc(Vm&, Value*) { return Value::none(); }
Value nativeSelf(Vm&, Value* args) {
  auto* method = args[0].as<Method>();
  return method ? method->self : Value::none();
}
Value nativeOwner(Vm& vm, Value* args) {
  auto* native = unbound(args[0]).as<NativeFunction>();
  if (!native || !native->owner) raiseNoAttribute(vm, args[0], vm.intern("__objclass__"));
  return native->owner;
}
Value nativeGet(Vm& vm, Value* args) {
  Value result;
  auto* cls = args[2].as<Class>();
  const Value self = args[1].isNone() ? Value() : args[1];
  return bindDescriptor(vm, args[0], self, cls ? cls : vm.classOf(args[1]), result) ? result
                                                                                    : args[0];
}

const NativeDef kNativeMethods[] = {
    {"__name__", "self", nativeName, kGetter},
    {"__qualname__", "self", nativeQualname, kGetter},
    {"__module__", "self", nativeModule, kGetter},
    {"__doc__", "self", nativeDoc, kGetter},
    {"__self__", "self", nativeSelf, kGetter},
    {"__objclass__", "self", nativeOwner, kGetter},
    {"__get__", "self, instance, owner=None, /", nativeGet, kTakesUnknown},
};

// ---- bound methods

Value makeMethod(Vm& vm, Class*, const CallArgs& args) {
  if (args.positional != 2)
    vm.raiseTypeError("method expected 2 arguments, got " + std::to_string(args.positional));
  return vm.method(args.values[0], args.values[1]);
}
bool methodGetattr(Vm& vm, const Value& self, Str* name, Value& result) {
  return vm.tryGetattr(self.as<Method>()->function, name, result);
}
Value methodSelf(Vm&, Value* args) { return args[0].as<Method>()->self; }
Value methodFunction(Vm&, Value* args) { return args[0].as<Method>()->function; }
Value methodDoc(Vm& vm, Value* args) {
  return vm.getattr(args[0].as<Method>()->function, "__doc__");
}

const NativeDef kMethodMethods[] = {
    {"__self__", "self", methodSelf, kGetter | kTakesUnknown},
    {"__func__", "self", methodFunction, kGetter | kTakesUnknown},
    {"__doc__", "self", methodDoc, kGetter | kTakesUnknown},
};

Value compareMethods(Vm&, CompareOp op, const Value& a, const Value& b) {
  auto* x = a.as<Method>();
  auto* y = b.as<Method>();
  if (!x || !y || (op != CompareOp::Eq && op != CompareOp::Ne)) return Value::notImplemented();
  const bool same = x->function.same(y->function) && x->self.same(y->self);
  return Value::boolean(same == (op == CompareOp::Eq));
}
size_t hashMethod(Vm&, const Value& self) {
  auto* method = self.as<Method>();
  if (!method) return reinterpret_cast<uintptr_t>(self.object()) >> 4;
  return (reinterpret_cast<uintptr_t>(method->function.object()) >> 4) ^
         (reinterpret_cast<uintptr_t>(method->self.object()) >> 3);
}
std::string reprMethod(Vm& vm, const Value& self) {
  auto* method = self.as<Method>();
  auto* native = method->function.as<NativeFunction>();
  if (native && native->slot)
    return "<method-wrapper '" + nameOf(method->function) + "' of " +
           vm.classOf(method->self)->name + " object at " + addressOf(method->self.object()) + ">";
  if (native)
    return "<built-in method " + nameOf(method->function) + " of " +
           vm.classOf(method->self)->name + " object at " + addressOf(method->self.object()) + ">";
  Value name;
  if (!vm.tryGetattr(method->function, vm.intern("__qualname__"), name)) name = vm.str("?");
  return "<bound method " + vm.toStr(name) + " of " + vm.repr(method->self) + ">";
}

const TypeOps kMethodOps = {.make = makeMethod,
                            .getattr = methodGetattr,
                            .call = callItself,
                            .repr = reprMethod,
                            .hash = hashMethod,
                            .compare = compareMethods};

std::string reprNative(Vm& vm, const Value& self) {
  if (self.as<Method>()) return reprMethod(vm, self);
  auto* native = self.as<NativeFunction>();
  if (!native || !native->owner) return "<built-in function " + nameOf(self) + ">";
  if (native->isGetter)
    return "<attribute '" + nameOf(self) + "' of '" + native->owner->name + "' objects>";
  if (!native->isMethod)
    return "<built-in method " + nameOf(self) + " of type object at " + addressOf(native->owner) +
           ">";
  return std::string(native->slot ? "<slot wrapper '" : "<method '") + nameOf(self) + "' of '" +
         native->owner->name + "' objects>";
}

const TypeOps kNativeOps = {
    .call = callItself, .repr = reprNative, .hash = hashMethod, .compare = compareMethods};

// ---- code

const Code& code(Value* args) { return *args[0].as<Code>(); }
// Compiles the code, for attributes that are only known afterwards. Compilation is lazy.
const Code& compiled(Vm& vm, Value* args) {
  compile(vm, *args[0].as<Code>());
  return code(args);
}

template <typename Names>
Value namesTuple(Vm& vm, const Names& names) {
  std::vector<Value> items;
  for (const auto& name : names) items.push_back(vm.str(std::string(name)));
  return vm.tuple(std::move(items));
}

Value codeName(Vm&, Value* args) { return code(args).name; }
Value codeQualname(Vm&, Value* args) { return code(args).qualname; }
Value codeArgCount(Vm&, Value* args) { return Value::integer(code(args).argCount); }
Value codePosonly(Vm&, Value* args) { return Value::integer(code(args).posonlyCount); }
Value codeKwonly(Vm&, Value* args) { return Value::integer(code(args).kwonlyCount); }
Value codeVarnames(Vm& vm, Value* args) {
  std::vector<Value> items;
  for (const Ref<Str>& name : compiled(vm, args).localNames) items.push_back(name);
  return vm.tuple(std::move(items));
}
Value codeNlocals(Vm& vm, Value* args) {
  return Value::integer(static_cast<int64_t>(compiled(vm, args).localNames.size()));
}
Value codeNames(Vm& vm, Value* args) {
  std::vector<Value> items;
  for (Str* name : compiled(vm, args).names) items.push_back(name);
  return vm.tuple(std::move(items));
}
Value codeConsts(Vm& vm, Value* args) { return vm.tuple(compiled(vm, args).constants); }
Value codeFreevars(Vm& vm, Value* args) { return namesTuple(vm, compiled(vm, args).freeNames); }
Value codeCellvars(Vm& vm, Value* args) { return namesTuple(vm, compiled(vm, args).cellNames); }
Value codeFilename(Vm& vm, Value* args) {
  return vm.str(code(args).module ? code(args).module->path : std::string());
}
Value codeFirstLine(Vm&, Value* args) {
  const Code& self = code(args);
  if (!self.module || !self.module->source) return Value::integer(1);
  const syntax::Node* node = self.def ? static_cast<const syntax::Node*>(self.def) : self.lambda;
  return Value::integer(node ? self.module->source->lineOf(node->span.begin) : 1);
}
// CPython's flags: OPTIMIZED, NEWLOCALS, VARARGS, VARKEYWORDS, NESTED, GENERATOR, COROUTINE.
Value codeFlags(Vm&, Value* args) {
  const Code& self = code(args);
  int64_t flags = self.isModule || self.isClassBody ? 0 : 0x3;
  if (self.hasVarargs) flags |= 0x4;
  if (self.hasVarkw) flags |= 0x8;
  if (!self.freeNames.empty()) flags |= 0x10;
  if (self.isGenerator)
    flags |= self.isCoroutine ? 0x200 : 0x20;
  else if (self.isCoroutine)
    flags |= 0x80;
  return Value::integer(flags);
}

const NativeDef kCodeMethods[] = {
    {"co_name", "self", codeName, kGetter},
    {"co_qualname", "self", codeQualname, kGetter},
    {"co_argcount", "self", codeArgCount, kGetter},
    {"co_posonlyargcount", "self", codePosonly, kGetter},
    {"co_kwonlyargcount", "self", codeKwonly, kGetter},
    {"co_varnames", "self", codeVarnames, kGetter},
    {"co_nlocals", "self", codeNlocals, kGetter},
    {"co_names", "self", codeNames, kGetter},
    {"co_consts", "self", codeConsts, kGetter},
    {"co_freevars", "self", codeFreevars, kGetter},
    {"co_cellvars", "self", codeCellvars, kGetter},
    {"co_filename", "self", codeFilename, kGetter},
    {"co_firstlineno", "self", codeFirstLine, kGetter},
    {"co_flags", "self", codeFlags, kGetter},
};
std::string reprCode(Vm&, const Value& self) {
  return "<code object " + self.as<Code>()->name->text + " at " + addressOf(self.object()) + ">";
}
const TypeOps kCodeOps = {.repr = reprCode};

// ---- cells

Value cellContents(Vm& vm, Value* args) {
  const Value& value = args[0].as<Cell>()->value;
  if (value.isUnbound()) vm.raiseValueError("Cell is empty");
  return value;
}
bool setCell(Vm& vm, const Value& self, Str* name, const Value& value) {
  if (name->text != "cell_contents") return false;
  vm.touch(*self.object());
  self.as<Cell>()->value = value;
  return true;
}
const NativeDef kCellMethods[] = {{"cell_contents", "self", cellContents, kGetter | kTakesUnknown}};
Value makeCell(Vm&, Class*, const CallArgs& args) {
  return new Cell(args.positional ? args.values[0] : Value());
}
const TypeOps kCellOps = {.make = makeCell, .setattr = setCell};

}  // namespace

void initFunctionClasses(Vm& vm) {
  Types& types = vm.types;
  types.function = vm.defineClass(
      {"function", "builtins", Kind::Function, &kFunctionOps, kFunctionMethods, false});
  types.function->instancesHaveDict = true;
  struct Row {
    const char* name;
    Class* Types::*type;
  };
  const Row natives[] = {
      {"builtin_function_or_method", &Types::nativeFunction},
      {"method_descriptor", &Types::methodDescriptor},
      {"wrapper_descriptor", &Types::wrapperDescriptor},
      {"getset_descriptor", &Types::getsetDescriptor},
      {"method-wrapper", &Types::methodWrapper},
  };
  for (const Row& row : natives)
    types.*row.type = vm.defineClass(
        {row.name, "builtins", Kind::NativeFunction, &kNativeOps, kNativeMethods, false});
  types.method =
      vm.defineClass({"method", "builtins", Kind::Method, &kMethodOps, kMethodMethods, false});
  types.code = vm.defineClass({"code", "builtins", Kind::Code, &kCodeOps, kCodeMethods, false});
  types.cell = vm.defineClass({"cell", "builtins", Kind::Cell, &kCellOps, kCellMethods, false});
}

}  // namespace ts::eval
