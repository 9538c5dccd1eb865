// Module typing: its functions. The prelude's _typing_classes defines the rarely used names.
#include "core/eval_stdlib/typing.h"

#include <algorithm>

#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/generic_alias.h"
#include "core/eval_stdlib/modules.h"

namespace ts::eval {
namespace {

Value second(Vm&, Value* args) { return args[1]; }
Value first(Vm&, Value* args) { return args[0]; }

Value overloadDummy(Vm& vm, Value*) {
  vm.raise(vm.types.NotImplementedError,
           "You should not call an overloaded function. A series of @overload-decorated functions "
           "outside a stub "
           "module should always be followed by an implementation that is not @overload-ed.");
}
constexpr NativeDef kOverloadDummy = {"_overload_dummy", "*args, **kwargs", overloadDummy};

Value overload(Vm& vm, Value*) { return vm.function(kOverloadDummy, "typing"); }

Value final(Vm& vm, Value* args) {
  try {
    vm.setattr(args[0], vm.intern("__final__"), Value::boolean(true));
  } catch (const Raised& raised) {
    Class* cls = raised.exception->cls.get();
    if (!cls->isSubclass(vm.types.AttributeError) && !cls->isSubclass(vm.types.TypeError)) throw;
  }
  return args[0];
}

Value getOrigin(Vm& vm, Value* args) {
  const GenericAlias* alias = args[0].as<GenericAlias>();
  if (!alias) {
    const Named* form = args[0].as<Named>();
    Value cls = form ? typingOrigin(vm, form->qualifiedName) : Value();
    if (!cls.isUnbound()) return cls;
    return args[0].same(typingMember(vm, "Generic")) ? args[0] : Value::none();
  }
  if (hasOrigin(*alias, "typing.Annotated") || alias->cls.get() == vm.types.unionType)
    return alias->origin;
  return vm.getattr(args[0], "__origin__");
}

Value getArgs(Vm& vm, Value* args) {
  const GenericAlias* alias = args[0].as<GenericAlias>();
  if (!alias) return vm.tuple();
  const std::vector<Value>& items = alias->args->items;
  if (!hasOrigin(*alias, "typing.Callable") || items[0].tag() == Tag::Ellipsis) return alias->args;
  return vm.tuple({vm.list({items.begin(), items.end() - 1}), items.back()});
}

Value identityDecorator(Vm& vm, Value*) {
  static constexpr NativeDef kIdentity = {"decorator", "cls, /", first, kTakesUnknown};
  return vm.function(kIdentity, "typing");
}

Value assertNever(Vm& vm, Value* args) {
  vm.raise(vm.types.AssertionError,
           "Expected code to be unreachable, but got: " + vm.repr(args[0]));
}

constexpr NativeDef kTypingFunctions[] = {
    {"cast", "typ, val", second, kTakesUnknown},
    {"assert_type", "val, typ, /", first, kTakesUnknown},
    {"reveal_type", "obj, /", first, kTakesUnknown},
    {"assert_never", "arg, /", assertNever},
    {"overload", "func", overload, kTakesUnknown},
    {"final", "f", final, kTakesUnknown},
    {"no_type_check", "arg", first, kTakesUnknown},
    {"dataclass_transform", "**kwargs", identityDecorator, kTakesUnknown},
    {"get_origin", "tp", getOrigin},
    {"get_args", "tp", getArgs},
};

// The names defined by _typing_classes.
constexpr std::string_view kInPython[] = {
    "NamedTuple",        "NewType",
    "Protocol",          "SupportsAbs",
    "SupportsBytes",     "SupportsComplex",
    "SupportsFloat",     "SupportsIndex",
    "SupportsInt",       "SupportsRound",
    "TypedDict",         "get_type_hints",
    "is_typeddict",      "no_type_check_decorator",
    "runtime_checkable",
};

Value missing(Vm& vm, Module& self, Str* name) {
  if (std::ranges::find(kInPython, name->text) == std::end(kInPython)) return {};
  Ref<Module> module = vm.module("_typing_classes");
  Value value = module ? vm.moduleAttribute(*module, name) : Value();
  if (!value.isUnbound()) self.globals->set(name, value);
  return value;
}

}  // namespace

void fillTyping(Vm& vm, Module& module) {
  addTypingForms(vm, module);
  addTypeVariables(vm, module);
  vm.addFunctions(module, kTypingFunctions);
  module.globals->set(vm.intern("TYPE_CHECKING"), Value::boolean(false));
  module.globals->set(vm.intern("Text"), vm.types.str);
  module.missing = missing;
}

// The same objects under the name of another module.
void fillTypingExtensions(Vm& vm, Module& module) {
  Ref<Module> typing = vm.module("typing");
  vm.moduleAttribute(*typing, vm.intern("Any"));
  typing->globals->each([&](const Value& name, const Value& value) {
    if (!name.as<Str>()->text.starts_with("__")) module.globals->set(name.as<Str>(), value);
  });
  module.missing = [](Vm& vm, Module&, Str* name) {
    bool isInPython = std::ranges::find(kInPython, name->text) != std::end(kInPython);
    return isInPython ? vm.moduleAttribute(*vm.module("typing"), name) : Value();
  };
}

}  // namespace ts::eval
