// TypeVar, ParamSpec, TypeVarTuple, ForwardRef, and the class Generic.
#include <algorithm>

#include "core/eval/builtins/containers.h"
#include "core/eval/builtins/generic_alias.h"
#include "core/eval_stdlib/typing.h"

namespace ts::eval {
namespace {

// ---- type variables

TypeVar& variableOf(Vm& vm, const Value& self) {
  if (auto* variable = self.asNative<TypeVar>()) return *variable;
  vm.raiseTypeError("descriptor requires a 'TypeVar' object but received a '" +
                    vm.classOf(self)->name + "'");
}

Value makeVariable(Vm& vm, Class* cls, const CallArgs& args) {
  Str* name = args.positional > 0 ? args.values[0].as<Str>() : nullptr;
  if (!name) vm.raiseTypeError(cls->name + "() missing 1 required positional argument: 'name'");
  Ref<TypeVar> variable = new TypeVar(cls, name);
  std::vector<Value> constraints;
  for (size_t i = 1; i < args.positional; ++i)
    constraints.push_back(convertType(vm, args.values[i]));
  if (constraints.size() == 1) vm.raiseTypeError("A single constraint is not allowed");
  variable->constraints = vm.tuple(std::move(constraints));
  for (size_t i = 0; i < args.names.size(); ++i) {
    const std::string& keyword = args.names[i]->text;
    const Value& value = args.values[args.positional + i];
    if (keyword == "bound")
      variable->bound = value.isNone() ? value : convertType(vm, value);
    else if (keyword == "covariant")
      variable->covariant = vm.truth(value);
    else if (keyword == "contravariant")
      variable->contravariant = vm.truth(value);
    else
      vm.raiseTypeError(cls->name + "() got an unexpected keyword argument '" + keyword + "'");
  }
  if (variable->covariant && variable->contravariant)
    vm.raiseValueError("Bivariant types are not supported.");
  if (!variable->bound.isNone() && !variable->constraints->items.empty())
    vm.raiseTypeError("Constraints cannot be combined with bound=...");
  return variable;
}

std::string variableRepr(Vm& vm, const Value& self) {
  const TypeVar& variable = variableOf(vm, self);
  const char* sign = variable.covariant ? "+" : variable.contravariant ? "-" : "~";
  return sign + variable.name->text;
}

Value unionBinary(Vm& vm, BinaryOp op, const Value& a, const Value& b) {
  return op == BinaryOp::BitOr ? joinTypes(vm, a, b) : Value::notImplemented();
}

constexpr NativeDef kVariableMembers[] = {
    {"__name__", "self", [](Vm& vm, Value* args) -> Value { return variableOf(vm, args[0]).name; },
     kGetter},
    {"__bound__", "self",
     [](Vm& vm, Value* args) -> Value { return variableOf(vm, args[0]).bound; }, kGetter},
    {"__constraints__", "self",
     [](Vm& vm, Value* args) -> Value { return variableOf(vm, args[0]).constraints; }, kGetter},
    {"__covariant__", "self",
     [](Vm& vm, Value* args) { return Value::boolean(variableOf(vm, args[0]).covariant); },
     kGetter},
    {"__contravariant__", "self",
     [](Vm& vm, Value* args) { return Value::boolean(variableOf(vm, args[0]).contravariant); },
     kGetter},
    // Attributes of ParamSpec; each stands for the variable itself.
    {"args", "self", [](Vm&, Value* args) { return args[0]; }, kGetter},
    {"kwargs", "self", [](Vm&, Value* args) { return args[0]; }, kGetter},
};
constexpr TypeOps kVariableOps = {
    .make = makeVariable, .repr = variableRepr, .binary = unionBinary};
const NativeClass kVariables[] = {
    {"TypeVar", "typing", Kind::Native, &kVariableOps, kVariableMembers, false},
    {"ParamSpec", "typing", Kind::Native, &kVariableOps, kVariableMembers, false},
    {"TypeVarTuple", "typing", Kind::Native, &kVariableOps, kVariableMembers, false},
};

// ---- forward references

ForwardRef& referenceOf(Vm& vm, const Value& self) {
  if (auto* reference = self.asNative<ForwardRef>()) return *reference;
  vm.raiseTypeError("descriptor requires a 'ForwardRef' object but received a '" +
                    vm.classOf(self)->name + "'");
}

Value makeReference(Vm& vm, Class* cls, const CallArgs& args) {
  Str* text = args.positional > 0 ? args.values[0].as<Str>() : nullptr;
  if (!text) vm.raiseTypeError("Forward reference must be a string");
  return new ForwardRef(cls, text);
}

Value compareReferences(Vm&, CompareOp op, const Value& a, const Value& b) {
  auto* left = a.asNative<ForwardRef>();
  auto* right = b.asNative<ForwardRef>();
  if (!left || !right || (op != CompareOp::Eq && op != CompareOp::Ne))
    return Value::notImplemented();
  return Value::boolean((left->text->text == right->text->text) == (op == CompareOp::Eq));
}

constexpr NativeDef kReferenceMembers[] = {
    {"__forward_arg__", "self",
     [](Vm& vm, Value* args) -> Value { return referenceOf(vm, args[0]).text; }, kGetter},
};
constexpr TypeOps kReferenceOps = {
    .make = makeReference,
    .repr =
        [](Vm& vm, const Value& self) {
          return "ForwardRef(" + vm.repr(referenceOf(vm, self).text) + ")";
        },
    .hash = [](Vm& vm, const Value& self) { return referenceOf(vm, self).text->hash(); },
    .compare = compareReferences,
    .binary = unionBinary,
};
const NativeClass kReferenceClass = {"ForwardRef",   "typing",          Kind::Native,
                                     &kReferenceOps, kReferenceMembers, false};

// ---- Generic

bool isGenericItself(const Class& cls) {
  return cls.moduleName == "typing" && (cls.name == "Generic" || cls.name == "Protocol");
}

Value genericGetItem(Vm& vm, Value* args) {
  Class& cls = receiver<Class>(vm, args[0], "type");
  std::vector<Value> items = subscriptItems(args[1]);
  if (isGenericItself(cls)) {
    std::string form = cls.name + "[...]";
    for (const Value& item : items)
      if (!item.asNative<TypeVar>())
        vm.raiseTypeError("Parameters to " + form +
                          " must all be type variables or parameter specification variables.");
    if (typeParameters(vm, items).size() != items.size())
      vm.raiseTypeError("Parameters to " + form + " must all be unique");
  } else {
    Value parameters;
    const Tuple* wanted = vm.tryGetattr(args[0], vm.intern("__parameters__"), parameters)
                              ? parameters.as<Tuple>()
                              : nullptr;
    if (!wanted || wanted->items.empty())
      vm.raiseTypeError(vm.repr(args[0]) + " is not a generic class");
    checkArity(vm, vm.repr(args[0]), items.size(), wanted->items.size());
    for (Value& item : items) item = convertType(vm, item);
  }
  return new GenericAlias(vm.types.genericAlias, args[0], vm.tuple(std::move(items)));
}

// The type variables of a new class: the arguments of Generic[...] or Protocol[...], otherwise all
// variables in its bases.
Value genericInitSubclass(Vm& vm, Value* args) {
  Class& cls = receiver<Class>(vm, args[0], "type");
  std::vector<Value> parameters;
  if (const Value* originalBases = cls.dict->find(vm.intern("__orig_bases__"))) {
    std::vector<Value> bases = vm.toVector(Value(*originalBases));
    parameters = typeParameters(vm, bases);
    for (const Value& base : bases) {
      const GenericAlias* alias = base.as<GenericAlias>();
      const Class* origin = alias ? alias->origin.as<Class>() : nullptr;
      if (origin && isGenericItself(*origin)) parameters = alias->args->items;
    }
  }
  cls.dict->set(vm.intern("__parameters__"), vm.tuple(std::move(parameters)));
  // Calls the next __init_subclass__ of the MRO.
  Str* name = vm.intern("__init_subclass__");
  bool passed = false;
  for (Class* next : cls.mro) {
    const Value* method = passed && next != vm.types.object ? next->dict->find(name) : nullptr;
    if (const ClassMethod* classMethod = method ? method->as<ClassMethod>() : nullptr) {
      std::vector<Value> values = {args[0]};
      std::vector<Str*> names;
      args[1].as<Dict>()->each([&](const Value& key, const Value& value) {
        names.push_back(key.as<Str>());
        values.push_back(value);
      });
      vm.call(classMethod->function, CallArgs{values.data(), 1, names});
      break;
    }
    passed |= next->moduleName == "typing" && next->name == "Generic";
  }
  return Value::none();
}

constexpr NativeDef kGenericMethods[] = {
    {"__class_getitem__", "cls, params, /", genericGetItem},
    {"__init_subclass__", "cls, /, **kwargs", genericInitSubclass, kTakesUnknown},
};

void addGeneric(Vm& vm, Module& module) {
  Ref<Dict> space = vm.dict();
  space->set(vm.intern("__module__"), vm.intern("typing"));
  for (const NativeDef& method : kGenericMethods)
    space->set(vm.intern(method.name),
               new ClassMethod(vm.types.classmethod, vm.function(method, "typing.Generic")));
  module.globals->set(vm.intern("Generic"), vm.makeClass(vm.types.type, "Generic", {}, space, {}));
}

}  // namespace

Value convertType(Vm& vm, const Value& type) {
  if (type.isNone()) return vm.types.none;
  if (type.as<Str>()) return vm.call(typingMember(vm, "ForwardRef"), {type});
  return type;
}

void addTypeVariables(Vm& vm, Module& module) {
  Dict& globals = *module.globals;
  for (const NativeClass& table : kVariables)
    globals.set(vm.intern(table.name), vm.defineClass(table));
  globals.set(vm.intern("ForwardRef"), vm.defineClass(kReferenceClass));
  Ref<TypeVar> anyStr =
      new TypeVar(globals.find(vm.intern("TypeVar"))->as<Class>(), vm.intern("AnyStr"));
  anyStr->constraints = vm.tuple({Value(vm.types.bytes), Value(vm.types.str)});
  globals.set(vm.intern("AnyStr"), anyStr);
  addGeneric(vm, module);
}

}  // namespace ts::eval
