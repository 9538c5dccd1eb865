#include "core/eval/builtins/generic_alias.h"

#include <algorithm>

#include "core/eval/builtins/containers.h"
#include "core/eval/vm/native_library.h"

namespace ts::eval {
namespace {

GenericAlias& aliasOf(Vm& vm, const Value& self) {
  return receiver<GenericAlias>(vm, self, "types.GenericAlias");
}

bool isTypingForm(const Value& value) {
  const Named* named = value.as<Named>();
  return named && named->qualifiedName.starts_with("typing.");
}

// True for an alias of typing: it prints and behaves differently from an alias of a builtin class.
bool isOfTyping(const GenericAlias& alias) {
  const Class* origin = alias.origin.as<Class>();
  return !origin || !origin->isNative;
}

template <typename F>
std::string aliasJoin(const std::vector<Value>& items, std::string_view separator, F&& show) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += show(items[i]);
  }
  return text;
}

std::string aliasRepr(Vm& vm, const Value& self) {
  const GenericAlias& alias = aliasOf(vm, self);
  const std::vector<Value>& args = alias.args->items;
  auto show = [&](const Value& type) { return typeRepr(vm, type); };
  if (isUnionType(vm, alias))
    return aliasJoin(args, " | ", [&](const Value& type) {
      return type.as<Class>() == vm.types.none ? std::string("None") : typeRepr(vm, type);
    });
  if (hasOrigin(alias, "typing.Union") && args.size() == 2)
    for (size_t i = 0; i < 2; ++i)
      if (args[i].as<Class>() == vm.types.none) return "typing.Optional[" + show(args[1 - i]) + "]";
  std::string name = show(alias.origin);
  if (hasOrigin(alias, "typing.Literal")) return name + "[" + joinRepr(vm, args) + "]";
  if (hasOrigin(alias, "typing.Annotated")) {
    std::vector<Value> metadata(args.begin() + 1, args.end());
    return name + "[" + show(args[0]) + ", " + joinRepr(vm, metadata) + "]";
  }
  if (hasOrigin(alias, "typing.Callable")) {
    std::string result = ", " + show(args.back()) + "]";
    if (args.size() == 2 && args[0].tag() == Tag::Ellipsis) return name + "[..." + result;
    std::vector<Value> parameters(args.begin(), args.end() - 1);
    return name + "[[" + aliasJoin(parameters, ", ", show) + "]" + result;
  }
  return name + "[" + (args.empty() ? "()" : aliasJoin(args, ", ", show)) + "]";
}

size_t aliasHash(Vm& vm, const Value& self) {
  const GenericAlias& alias = aliasOf(vm, self);
  if (!unionMembers(vm, self)) return vm.hash(alias.origin) ^ vm.hash(alias.args);
  size_t mixed = 0;  // independent of the order
  for (const Value& member : alias.args->items) mixed ^= vm.hash(member);
  return mixed;
}

bool sameTypes(Vm& vm, const Value& a, const Value& b) {
  const GenericAlias* left = a.as<GenericAlias>();
  const GenericAlias* right = b.as<GenericAlias>();
  if (!left || !right) return false;
  const std::vector<Value>& first = left->args->items;
  const std::vector<Value>& second = right->args->items;
  if (first.size() != second.size()) return false;
  if (unionMembers(vm, a) && unionMembers(vm, b))
    return std::ranges::all_of(
        first, [&](const Value& member) { return containsValue(vm, second, member); });
  return vm.equal(left->origin, right->origin) &&
         vm.truth(compareSequences(vm, CompareOp::Eq, first, second));
}

Value aliasCompare(Vm& vm, CompareOp op, const Value& a, const Value& b) {
  if ((op != CompareOp::Eq && op != CompareOp::Ne) || !a.as<GenericAlias>() ||
      !b.as<GenericAlias>())
    return Value::notImplemented();
  return Value::boolean(sameTypes(vm, a, b) == (op == CompareOp::Eq));
}

Value aliasBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  return op == BinaryOp::BitOr ? joinTypes(vm, a, b) : Value::notImplemented();
}

Value aliasGetitem(Vm& vm, const Value& self, const Value& index) {
  return substitute(vm, aliasOf(vm, self), index);
}

Value call(Vm& vm, const Value& self, const CallArgs& args) {
  GenericAlias& alias = aliasOf(vm, self);
  if (isUnionType(vm, alias)) vm.raiseTypeError("'types.UnionType' object is not callable");
  Value value = vm.call(alias.origin, args);
  if (!alias.origin.as<Class>() || !isOfTyping(alias)) return value;
  try {
    vm.setattr(value, vm.intern("__orig_class__"), self);
  } catch (const Raised& raised) {
    // Instances without attributes don't get __orig_class__.
    if (!raised.exception->cls->isSubclass(vm.types.AttributeError)) throw;
  }
  return value;
}

Value originOf(Vm& vm, const GenericAlias& alias) {
  const Named* form = alias.origin.as<Named>();
  if (!form) return alias.origin;
  if (hasOrigin(alias, "typing.Annotated")) return alias.args->items[0];
  Value cls = vm.library().typingOrigin(vm, form->qualifiedName);
  return cls.isUnbound() ? alias.origin : cls;
}

// Other attributes are the origin's.
bool getattr(Vm& vm, const Value& self, Str* name, Value& result) {
  GenericAlias& alias = aliasOf(vm, self);
  bool dunder = name->text.starts_with("__");
  if (hasOrigin(alias, "typing.Annotated") && name->text == "__metadata__") {
    result = vm.tuple({alias.args->items.begin() + 1, alias.args->items.end()});
    return true;
  }
  if (isUnionType(vm, alias)) return false;
  static constexpr std::string_view kOwn[] = {"__class__", "__dict__", "__mro_entries__",
                                              "__reduce__"};
  if (std::ranges::find(kOwn, name->text) != std::end(kOwn)) return false;
  if (dunder && isTypingForm(alias.origin) && name->text != "__name__" &&
      name->text != "__module__")
    return false;
  return vm.tryGetattr(isTypingForm(alias.origin) && dunder ? alias.origin : originOf(vm, alias),
                       name, result);
}

Value originGetter(Vm& vm, Value* args) {
  GenericAlias& alias = aliasOf(vm, args[0]);
  if (isUnionType(vm, alias))
    vm.raise(vm.types.AttributeError, "'types.UnionType' object has no attribute '__origin__'");
  return originOf(vm, alias);
}

Value argsGetter(Vm& vm, Value* args) {
  GenericAlias& alias = aliasOf(vm, args[0]);
  if (hasOrigin(alias, "typing.Annotated")) return vm.tuple({alias.args->items[0]});
  return alias.args;
}

Value parametersGetter(Vm& vm, Value* args) {
  return vm.tuple(typeParameters(vm, aliasOf(vm, args[0]).args->items));
}

Value mroEntries(Vm& vm, Value* args) {
  GenericAlias& alias = aliasOf(vm, args[0]);
  if (isUnionType(vm, alias)) vm.raiseTypeError("cannot inherit from a union");
  return basesFor(vm, args[0], originOf(vm, alias), args[1]);
}

Value aliasMake(Vm& vm, Class* cls, const CallArgs& args) {
  std::span<const Value> values = positionalArguments(vm, args, "GenericAlias", 2, 2);
  return new GenericAlias(cls, values[0], vm.tuple(subscriptItems(values[1])));
}

Value aliasIterate(Vm& vm, const Value& self) { return vm.iter(aliasOf(vm, self).args); }

constexpr NativeDef kAliasMethods[] = {
    {"__origin__", "self", originGetter, kGetter},
    {"__args__", "self", argsGetter, kGetter},
    {"__parameters__", "self", parametersGetter, kGetter},
    {"__mro_entries__", "self, bases, /", mroEntries},
};
constexpr TypeOps kAliasOps = {
    .make = aliasMake,
    .getattr = getattr,
    .call = call,
    .repr = aliasRepr,
    .hash = aliasHash,
    .compare = aliasCompare,
    .binary = aliasBinary,
    .getitem = aliasGetitem,
    .iter = aliasIterate,
};
constexpr TypeOps kUnionOps = {
    .getattr = getattr,
    .repr = aliasRepr,
    .hash = aliasHash,
    .compare = aliasCompare,
    .binary = aliasBinary,
    .getitem = aliasGetitem,
};
const NativeClass kAliasClass = {"GenericAlias", "types", Kind::GenericAlias, &kAliasOps,
                                 kAliasMethods};
const NativeClass kUnionClass = {"UnionType", "types",       Kind::GenericAlias,
                                 &kUnionOps,  kAliasMethods, false};

void addMembers(Vm& vm, const Value& type, std::vector<Value>& members) {
  const Tuple* inner = unionMembers(vm, type);
  std::vector<Value> added =
      inner ? inner->items : std::vector<Value>{type.isNone() ? Value(vm.types.none) : type};
  for (const Value& member : added)
    if (!containsValue(vm, members, member)) members.push_back(member);
}

Value replaceIn(Vm& vm, const Value& type, const std::vector<Value>& parameters,
                const std::vector<Value>& arguments) {
  auto at = std::ranges::find_if(parameters,
                                 [&](const Value& parameter) { return parameter.same(type); });
  if (at != parameters.end()) return arguments[at - parameters.begin()];
  const GenericAlias* alias = type.as<GenericAlias>();
  if (!alias) return type;
  std::vector<Value> items;
  for (const Value& item : alias->args->items)
    items.push_back(replaceIn(vm, item, parameters, arguments));
  if (hasOrigin(*alias, "typing.Union")) return vm.library().makeUnion(vm, items);
  return new GenericAlias(alias->cls.get(), alias->origin, vm.tuple(std::move(items)));
}

}  // namespace

std::string typeRepr(Vm& vm, const Value& type) {
  if (type.tag() == Tag::Ellipsis) return "...";
  if (const Class* cls = type.as<Class>())
    return cls->moduleName == "builtins" ? cls->qualname : cls->moduleName + "." + cls->qualname;
  if (const Named* named = type.as<Named>()) return named->qualifiedName;
  if (const Function* function = type.as<Function>()) return function->qualname->text;
  if (const List* list = type.as<List>())
    return "[" +
           aliasJoin(list->items, ", ", [&](const Value& item) { return typeRepr(vm, item); }) +
           "]";
  return vm.repr(type);
}

std::vector<Value> typeParameters(Vm& vm, const std::vector<Value>& types) {
  std::vector<Value> values;
  for (const Value& type : types) {
    std::vector<Value> inner;
    if (type.asNative<TypeVar>()) inner.push_back(type);
    if (const GenericAlias* alias = type.as<GenericAlias>())
      inner = typeParameters(vm, alias->args->items);
    for (const Value& parameter : inner)
      if (std::ranges::none_of(values, [&](const Value& other) { return other.same(parameter); }))
        values.push_back(parameter);
  }
  return values;
}

Value substitute(Vm& vm, GenericAlias& alias, const Value& index) {
  std::vector<Value> parameters = typeParameters(vm, alias.args->items);
  std::string shown = aliasRepr(vm, &alias);
  if (parameters.empty()) vm.raiseTypeError(shown + " is not a generic class");
  std::vector<Value> arguments = subscriptItems(index);
  if (arguments.size() != parameters.size())
    vm.raiseTypeError("Too " + std::string(arguments.size() > parameters.size() ? "many" : "few") +
                      " arguments for " + shown + "; actual " + std::to_string(arguments.size()) +
                      ", expected " + std::to_string(parameters.size()));
  return replaceIn(vm, &alias, parameters, arguments);
}

std::vector<Value> subscriptItems(const Value& index) {
  const Tuple* tuple = index.as<Tuple>();
  return tuple ? tuple->items : std::vector<Value>{index};
}

Value joinTypes(Vm& vm, const Value& a, const Value& b) {
  auto ofTyping = [&](const Value& value) {
    const GenericAlias* alias = value.as<GenericAlias>();
    if (alias) return !isUnionType(vm, *alias) && isOfTyping(*alias);
    const Named* named = value.as<Named>();
    return (named && isTypingForm(value) && named->qualifiedName != "typing.Any") ||
           value.asNative<TypeVar>() || value.asNative<ForwardRef>();
  };
  auto isType = [&](const Value& value) {
    return value.isNone() || value.as<Class>() || value.as<GenericAlias>() || isTypingForm(value) ||
           ofTyping(value);
  };
  bool typing = ofTyping(a) || ofTyping(b);
  auto fits = [&](const Value& value) { return isType(value) || (typing && value.as<Str>()); };
  if (!fits(a) || !fits(b) || (a.isNone() && b.isNone())) return Value::notImplemented();
  if (typing) return vm.library().makeUnion(vm, {a, b});
  std::vector<Value> members;
  addMembers(vm, a, members);
  addMembers(vm, b, members);
  if (members.size() == 1) return members[0];
  return new GenericAlias(vm.types.unionType, Value(vm.types.unionType),
                          vm.tuple(std::move(members)));
}

Value basesFor(Vm& vm, const Value& type, const Value& origin, const Value& bases) {
  const GenericAlias* alias = type.as<GenericAlias>();
  if (!isTypingForm(alias ? alias->origin : type)) {
    Value generic = alias && isOfTyping(*alias) ? typingMember(vm, "Generic") : Value();
    // Generic[T] is dropped when another base is generic by its own parameters.
    if (!origin.same(generic)) return vm.tuple({origin});
  }
  bool itself = false;
  bool later = false;
  for (const Value& base : vm.toVector(bases)) {
    const GenericAlias* other = base.as<GenericAlias>();
    later |= itself && (isTypingForm(base) || (other && isOfTyping(*other)));
    itself |= base.same(type);
  }
  if (alias && alias->origin.as<Class>()) return later ? vm.tuple() : vm.tuple({origin});
  std::vector<Value> values;
  if (!isTypingForm(origin)) values.push_back(origin);
  if (!later) values.push_back(typingMember(vm, "Generic"));
  return vm.tuple(std::move(values));
}

Value classGetItem(Vm& vm, Value* args) {
  return new GenericAlias(vm.types.genericAlias, args[0], vm.tuple(subscriptItems(args[1])));
}

void initGenericAlias(Vm& vm) {
  vm.types.genericAlias = vm.defineClass(kAliasClass);
  vm.types.unionType = vm.defineClass(kUnionClass);
}

}  // namespace ts::eval
