// The forms of typing that aren't classes: their subscripts, and the runtime classes that they
// stand for.
#include <algorithm>
#include <array>

#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/generic_alias.h"
#include "core/eval_stdlib/typing.h"

namespace ts::eval {
namespace {

enum class Subscript : uint8_t {
  None,
  One,
  Many,
  Counted,
  Optional,
  Union,
  Literal,
  Callable,
  Tuple,
  Annotated
};

struct Form {
  std::string_view name;
  Subscript subscript;
  uint8_t arity = 0;             // for Counted: the number of arguments
  const char* module = nullptr;  // the module of the runtime class
  const char* cls = nullptr;
};

constexpr const char* kAbc = "collections.abc";

// Sorted by name.
constexpr Form kForms[] = {
    {"AbstractSet", Subscript::Counted, 1, kAbc, "Set"},
    {"Annotated", Subscript::Annotated},
    {"Any", Subscript::None},
    {"AsyncContextManager", Subscript::Counted, 1, "contextlib", "AbstractAsyncContextManager"},
    {"AsyncGenerator", Subscript::Counted, 2, kAbc, "AsyncGenerator"},
    {"AsyncIterable", Subscript::Counted, 1, kAbc, "AsyncIterable"},
    {"AsyncIterator", Subscript::Counted, 1, kAbc, "AsyncIterator"},
    {"Awaitable", Subscript::Counted, 1, kAbc, "Awaitable"},
    {"BinaryIO", Subscript::None},
    {"ByteString", Subscript::None, 0, kAbc, "ByteString"},
    {"Callable", Subscript::Callable, 0, kAbc, "Callable"},
    {"ChainMap", Subscript::Counted, 2, "collections", "ChainMap"},
    {"ClassVar", Subscript::One},
    {"Collection", Subscript::Counted, 1, kAbc, "Collection"},
    {"Concatenate", Subscript::Many},
    {"Container", Subscript::Counted, 1, kAbc, "Container"},
    {"ContextManager", Subscript::Counted, 1, "contextlib", "AbstractContextManager"},
    {"Coroutine", Subscript::Counted, 3, kAbc, "Coroutine"},
    {"Counter", Subscript::Counted, 1, "collections", "Counter"},
    {"DefaultDict", Subscript::Counted, 2, "collections", "defaultdict"},
    {"Deque", Subscript::Counted, 1, "collections", "deque"},
    {"Dict", Subscript::Counted, 2, "builtins", "dict"},
    {"Final", Subscript::One},
    {"FrozenSet", Subscript::Counted, 1, "builtins", "frozenset"},
    {"Generator", Subscript::Counted, 3, kAbc, "Generator"},
    {"Hashable", Subscript::None, 0, kAbc, "Hashable"},
    {"IO", Subscript::Counted, 1},
    {"ItemsView", Subscript::Counted, 2, kAbc, "ItemsView"},
    {"Iterable", Subscript::Counted, 1, kAbc, "Iterable"},
    {"Iterator", Subscript::Counted, 1, kAbc, "Iterator"},
    {"KeysView", Subscript::Counted, 1, kAbc, "KeysView"},
    {"List", Subscript::Counted, 1, "builtins", "list"},
    {"Literal", Subscript::Literal},
    {"LiteralString", Subscript::None},
    {"Mapping", Subscript::Counted, 2, kAbc, "Mapping"},
    {"MappingView", Subscript::Counted, 1, kAbc, "MappingView"},
    {"Match", Subscript::Counted, 1, "re", "Match"},
    {"MutableMapping", Subscript::Counted, 2, kAbc, "MutableMapping"},
    {"MutableSequence", Subscript::Counted, 1, kAbc, "MutableSequence"},
    {"MutableSet", Subscript::Counted, 1, kAbc, "MutableSet"},
    {"Never", Subscript::None},
    {"NoReturn", Subscript::None},
    {"NotRequired", Subscript::One},
    {"Optional", Subscript::Optional},
    {"OrderedDict", Subscript::Counted, 2, "collections", "OrderedDict"},
    {"Pattern", Subscript::Counted, 1, "re", "Pattern"},
    {"Required", Subscript::One},
    {"Reversible", Subscript::Counted, 1, kAbc, "Reversible"},
    {"Self", Subscript::None},
    {"Sequence", Subscript::Counted, 1, kAbc, "Sequence"},
    {"Set", Subscript::Counted, 1, "builtins", "set"},
    {"Sized", Subscript::None, 0, kAbc, "Sized"},
    {"TextIO", Subscript::None},
    {"Tuple", Subscript::Tuple, 0, "builtins", "tuple"},
    {"Type", Subscript::Counted, 1, "builtins", "type"},
    {"TypeAlias", Subscript::None},
    {"TypeGuard", Subscript::One},
    {"Union", Subscript::Union},
    {"Unpack", Subscript::One},
    {"ValuesView", Subscript::Counted, 1, kAbc, "ValuesView"},
};
static_assert(std::ranges::is_sorted(kForms, {}, &Form::name));

constexpr std::string_view kPrefix = "typing.";

const Form* findForm(std::string_view qualifiedName) {
  if (!qualifiedName.starts_with(kPrefix)) return nullptr;
  std::string_view name = qualifiedName.substr(kPrefix.size());
  const Form* form = std::ranges::lower_bound(kForms, name, {}, &Form::name);
  return form != std::end(kForms) && form->name == name ? form : nullptr;
}

const Form& formOf(const Value& self) { return *findForm(self.as<Named>()->qualifiedName); }

Value aliasOf(Vm& vm, const Value& origin, std::vector<Value> args) {
  return new GenericAlias(vm.types.genericAlias, origin, vm.tuple(std::move(args)));
}

std::vector<Value> convertTypes(Vm& vm, std::vector<Value> types) {
  for (Value& type : types) type = convertType(vm, type);
  return types;
}

Value callableAlias(Vm& vm, const Value& self, const Value& index) {
  const Tuple* tuple = index.as<Tuple>();
  if (!tuple || tuple->items.size() != 2)
    vm.raiseTypeError("Callable must be used as Callable[[arg, ...], result].");
  const Value& parameters = tuple->items[0];
  std::vector<Value> args =
      parameters.as<List>() ? vm.toVector(parameters) : subscriptItems(parameters);
  args.push_back(tuple->items[1]);
  return aliasOf(vm, self, convertTypes(vm, std::move(args)));
}

Value literalAlias(Vm& vm, const Value& self, const Value& index) {
  std::vector<Value> values;
  for (const Value& value : subscriptItems(index)) {
    const GenericAlias* inner = value.as<GenericAlias>();
    std::vector<Value> added =
        inner && inner->origin.same(self) ? inner->args->items : std::vector<Value>{value};
    // 1 and True are different literals.
    for (const Value& member : added)
      if (std::ranges::none_of(values, [&](const Value& other) {
            return vm.classOf(other) == vm.classOf(member) && vm.equal(other, member);
          }))
        values.push_back(member);
  }
  return aliasOf(vm, self, std::move(values));
}

Value annotatedAlias(Vm& vm, const Value& self, const Value& index) {
  std::vector<Value> items = subscriptItems(index);
  if (!index.as<Tuple>() || items.size() < 2)
    vm.raiseTypeError(
        "Annotated[...] should be used with at least two arguments (a type and an annotation).");
  items[0] = convertType(vm, items[0]);
  const GenericAlias* inner = items[0].as<GenericAlias>();
  if (inner && inner->origin.same(self)) {
    std::vector<Value> flat = inner->args->items;
    flat.insert(flat.end(), items.begin() + 1, items.end());
    items = std::move(flat);
  }
  return aliasOf(vm, self, std::move(items));
}

Value getitem(Vm& vm, const Value& self, const Value& index) {
  const Form& form = formOf(self);
  const std::string& shown = self.as<Named>()->qualifiedName;
  std::vector<Value> items = subscriptItems(index);
  switch (form.subscript) {
    case Subscript::None:
      if (form.module) vm.raiseTypeError(shown + " is not a generic class");
      if (form.name == "Any") vm.raiseTypeError("type 'Any' is not subscriptable");
      vm.raiseTypeError(shown + " is not subscriptable");
    case Subscript::One:
      if (items.size() != 1)
        vm.raiseTypeError(shown + " accepts only single type. Got " + vm.repr(index) + ".");
      break;
    case Subscript::Optional:
      if (items.size() != 1)
        vm.raiseTypeError(shown + " requires a single type. Got " + vm.repr(index) + ".");
      return makeUnion(vm, {items[0], Value::none()});
    case Subscript::Union:
      if (items.empty()) vm.raiseTypeError("Cannot take a Union of no types.");
      return makeUnion(vm, items);
    case Subscript::Counted: checkArity(vm, shown, items.size(), form.arity); break;
    case Subscript::Literal: return literalAlias(vm, self, index);
    case Subscript::Callable: return callableAlias(vm, self, index);
    case Subscript::Annotated: return annotatedAlias(vm, self, index);
    case Subscript::Tuple:
    case Subscript::Many: break;
  }
  return aliasOf(vm, self, convertTypes(vm, std::move(items)));
}

Value call(Vm& vm, const Value& self, const CallArgs& args) {
  const Form& form = formOf(self);
  const std::string& shown = self.as<Named>()->qualifiedName;
  if (form.name == "Any") vm.raiseTypeError("Any cannot be instantiated");
  Value cls = typingOrigin(vm, shown);
  if (cls.isUnbound()) vm.raiseTypeError("Cannot instantiate " + shown);
  if (std::string_view(form.module) == "builtins")
    vm.raiseTypeError("Type " + std::string(form.name) + " cannot be instantiated; use " +
                      form.cls + "() instead");
  return vm.call(cls, args);
}

bool getattr(Vm& vm, const Value& self, Str* name, Value& result) {
  const Form& form = formOf(self);
  if (name->text == "__name__" || name->text == "_name" || name->text == "__qualname__") {
    result = vm.intern(form.name);
    return true;
  }
  if (name->text == "__module__") {
    result = vm.intern("typing");
    return true;
  }
  // The check comes first, so that looking up a form's `__get__` doesn't import collections.abc.
  const bool isOrigin = name->text == "__origin__";
  if (name->text.starts_with("__") && !isOrigin) return false;
  Value cls = typingOrigin(vm, self.as<Named>()->qualifiedName);
  if (cls.isUnbound()) return false;
  if (!isOrigin) return vm.tryGetattr(cls, name, result);
  result = cls;
  return true;
}

Value mroEntries(Vm& vm, Value* args) {
  const std::string& shown = args[0].as<Named>()->qualifiedName;
  Value cls = typingOrigin(vm, shown);
  if (cls.isUnbound() && shown == "typing.Any") return vm.tuple({Value(vm.types.object)});
  if (cls.isUnbound()) vm.raiseTypeError("Cannot subclass " + shown);
  return basesFor(vm, args[0], cls, args[1]);
}

constexpr NativeDef kMethods[] = {{"__mro_entries__", "self, bases, /", mroEntries}};
constexpr TypeOps kOps = {
    .getattr = getattr,
    .call = call,
    .repr = [](Vm&, const Value& self) { return self.as<Named>()->qualifiedName; },
    .binary =
        [](Vm& vm, BinaryOp op, const Value& a, const Value& b) {
          return op == BinaryOp::BitOr ? joinTypes(vm, a, b) : Value::notImplemented();
        },
    .getitem = getitem,
};
const NativeClass kFormClass = {"_SpecialForm", "typing", Kind::Named, &kOps, kMethods, false};

}  // namespace

Value typingOrigin(Vm& vm, std::string_view qualifiedName) {
  const Form* form = findForm(qualifiedName);
  if (!form || !form->module) return {};
  if (std::string_view(form->module) == "builtins")
    return *vm.builtins().find(vm.intern(form->cls));
  Ref<Module> module = vm.module(form->module);
  Value value = module ? vm.moduleAttribute(*module, vm.intern(form->cls)) : Value();
  return value.as<Class>() ? value : Value();
}

Value makeUnion(Vm& vm, const std::vector<Value>& members) {
  std::vector<Value> flat;
  for (const Value& argument : members) {
    const Tuple* inner = unionMembers(vm, argument);
    std::vector<Value> added = inner ? inner->items : std::vector<Value>{convertType(vm, argument)};
    for (const Value& member : added)
      if (!containsValue(vm, flat, member)) flat.push_back(member);
  }
  if (flat.size() == 1) return flat[0];
  return aliasOf(vm, typingMember(vm, "Union"), std::move(flat));
}

void checkArity(Vm& vm, const std::string& shown, size_t actual, size_t wanted) {
  if (actual == wanted) return;
  vm.raiseTypeError(std::string("Too ") + (actual > wanted ? "many" : "few") + " arguments for " +
                    shown + "; actual " + std::to_string(actual) + ", expected " +
                    std::to_string(wanted));
}

void addTypingForms(Vm& vm, Module& module) {
  Class* cls = vm.defineClass(kFormClass);
  for (const Form& form : kForms)
    module.globals->set(vm.intern(form.name),
                        new Named(cls, std::string(kPrefix) + std::string(form.name)));
}

}  // namespace ts::eval
