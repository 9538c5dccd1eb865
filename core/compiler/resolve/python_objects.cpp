// Converts the evaluator's values to PyObjects of the same kinds that reading source gives.
#include <algorithm>

#include "core/base/torch_profile.h"
#include "core/compiler/resolve/known_names.h"
#include "core/compiler/resolve/python_env_impl.h"
#include "core/eval/protocols/unions.h"
#include "core/eval_torch/native_library.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using Impl = PyEnvironment::Impl;
using eval::Kind;
using eval::Tag;

namespace {

// Limits on containers: constants and annotations need no more.
constexpr int kMostNestedObjects = 16;
constexpr size_t kMostElements = 10'000;

// Modules of Python and torch are known by name: their members are External.
bool isKnownByName(const eval::Module& module) { return module.isLibrary; }

bool derivesFrom(const eval::Class& cls, std::string_view module, std::string_view name) {
  return std::ranges::any_of(cls.mro, [&](const eval::Class* base) {
    return base->name == name && base->moduleName == module;
  });
}

bool isNamedTuple(const eval::Class& cls, eval::Vm& vm) {
  return cls.instanceKind == Kind::Tuple && cls.lookup(vm.intern("_fields"));
}

std::string fullName(const eval::Class& cls) { return cls.moduleName + "." + cls.qualname; }

// Returns the public name of a torch class, from the name in its source.
std::string publicName(const eval::Class& cls) {
  std::string full = fullName(cls);
  if (full == "torch.nn.parameter.Parameter") return "torch.nn.Parameter";
  if (full == "torch.nn.parameter.UninitializedParameter") return "torch.nn.UninitializedParameter";
  if (full == "torch.nn.modules.module.Module") return "torch.nn.Module";
  return full;
}

const eval::Value* attributeOf(const eval::Object& object, eval::Vm& vm, std::string_view name) {
  return object.attributes ? object.attributes->find(vm.intern(name)) : nullptr;
}

// Runs `work`; a Python exception gives Unknown.
template <typename F>
eval::Value guarded(F&& work) {
  try {
    return work();
  } catch (const eval::Raised&) {
  } catch (const eval::UnknownTruth&) {
  } catch (const eval::LimitReached&) {
  }
  return eval::Value::unknown();
}

}  // namespace

eval::Vm& Impl::evaluator() {
  if (!vm) {
    ownVm = std::make_unique<eval::Vm>(loader, eval::nativeLibrary());
    vm = ownVm.get();
    vm->stop = stop;
  }
  return *vm;
}

PyRef Impl::fromValue(const eval::Value& value, int depth) {
  const eval::Object* object = value.object();
  if (!object) return makeFromValue(value, depth);
  bool mutableContainer =
      object->kind == Kind::List || object->kind == Kind::Dict || object->kind == Kind::Set;
  if (mutableContainer) return makeFromValue(value, depth);
  if (object->kind == Kind::Deferred)
    return fromValue(guarded([&] { return evaluator().settled(value); }), depth);
  if (auto entry = valueRefs.find(object); entry != valueRefs.end()) return entry->second;
  PyRef result = makeFromValue(value, depth);
  // The PyObject keeps the object alive, so its address cannot be reused.
  if (result->value.isUnbound() && result->kind != PyKind::Unknown)
    const_cast<PyObject*>(result)->value = value;
  if (!result->value.isUnbound()) valueRefs[object] = result;
  return result;
}

PyRef Impl::makeFromValue(const eval::Value& value, int depth) {
  using types::Constant;
  switch (value.tag()) {
    case Tag::Unbound:
    case Tag::Unknown: return unknown;
    case Tag::None: return constant(Constant::none());
    case Tag::NotImplemented: return opaque("NotImplementedType");
    case Tag::Ellipsis: return &make(PyKind::Ellipsis);
    case Tag::Bool: return constant(Constant::boolean(value.integerValue() != 0));
    case Tag::Int: return constant(Constant::integer(value.integerValue()));
    case Tag::Float: return constant(Constant::real(value.realValue()));
    case Tag::Object: break;
  }
  if (depth > kMostNestedObjects) return unknown;
  return fromObject(value, depth);
}

PyRef Impl::fromObject(const eval::Value& value, int depth) {
  auto container = [&](PyKind kind, const std::vector<eval::Value>& items) -> PyRef {
    if (items.size() > kMostElements) return unknown;
    std::vector<PyRef> elements;
    for (const eval::Value& item : items) elements.push_back(fromValue(item, depth + 1));
    PyObject& result = make(kind);
    result.elements = std::move(elements);
    return &result;
  };
  auto instanceOf = [&](const eval::Object& object) -> PyRef {
    // The result of a torch.jit.script call in a running program.
    if (const eval::Value* handle = attributeOf(object, *vm, "_c")) {
      if (const auto* scripted = handle->asNative<eval::Scripted>()) {
        PyObject& created = make(PyKind::Scripted);
        created.elements.push_back(fromValue(scripted->original, depth + 1));
        created.value = *handle;
        return &created;
      }
    }
    if (derivesFrom(*object.cls, "enum", "Enum")) {
      const eval::Value* name = attributeOf(object, *vm, "_name_");
      const auto* text = name ? name->as<eval::Str>() : nullptr;
      if (!text) return unknown;
      PyObject& result = make(PyKind::EnumMember);
      result.cls = classOf(*object.cls);
      result.name = text->text;
      return &result;
    }
    PyObject& result = make(PyKind::Instance);
    if (object.cls->isNative || (object.cls->module && isKnownByName(*object.cls->module) &&
                                 !eval::derivesFromNnModule(*object.cls))) {
      result.name = publicName(*object.cls);
    } else {
      result.cls = classOf(*object.cls);
      result.name = fullName(*object.cls);
    }
    result.value = value;
    return &result;
  };
  eval::Object& object = *value.object();
  switch (object.kind) {
    case Kind::Str:
      if (object.cls.get() != vm->types.str) return instanceOf(object);
      return constant(types::Constant::string(value.as<eval::Str>()->text));
    case Kind::Complex: {
      const auto& number = *value.as<eval::Complex>();
      return constant(types::Constant::complex({number.real, number.imag}));
    }
    case Kind::Bytes: return opaque("bytes");
    case Kind::List:
      return value.as<eval::List>()->unknown
                 ? unknown
                 : container(PyKind::List, value.as<eval::List>()->items);
    case Kind::Tuple: return container(PyKind::Tuple, value.as<eval::Tuple>()->items);
    case Kind::Dict: {
      auto& dict = *value.as<eval::Dict>();
      if (dict.unknown) return unknown;
      std::vector<eval::Value> items;
      dict.each([&](const eval::Value& key, const eval::Value& item) {
        items.push_back(key);
        items.push_back(item);
      });
      return container(PyKind::Dict, items);
    }
    case Kind::Set:
    case Kind::FrozenSet: {
      std::vector<eval::Value> items;
      value.as<eval::Set>()->table.each(
          [&](const eval::Value& key, const eval::Value&) { items.push_back(key); });
      return container(PyKind::Set, items);
    }
    case Kind::Function: {
      auto& function = *value.as<eval::Function>();
      if (function.module && isKnownByName(*function.module) && !function.code->lambda) {
        // Functions that are replaced by operators are looked up by their `__module__` and
        // `__name__`.
        std::string named = function.module->name + "." + function.name->text;
        if (standsForOperator(named)) return external(named);
        PyObject& object = make(PyKind::External);
        object.name = function.module->name + "." + function.qualname->text;
        object.value = value;
        return &object;
      }
      const PyFunction* source = functionOf(function);
      return source ? objectOf(*source) : unknown;
    }
    case Kind::NativeFunction: {
      PyObject& object = make(PyKind::External);
      object.name = value.as<eval::NativeFunction>()->qualifiedName;
      return &object;
    }
    case Kind::OperatorFunction: return external(value.as<eval::OperatorFunction>()->qualifiedName);
    case Kind::Named: return external(value.as<eval::Named>()->qualifiedName);
    case Kind::Dtype: return external("torch." + value.as<eval::Dtype>()->name);
    case Kind::Device: {
      const auto& device = *value.as<eval::Device>();
      PyObject& object = make(PyKind::Instance);
      object.name = "torch.device";
      object.elements.push_back(constant(types::Constant::string(device.type)));
      if (device.index)
        object.elements.push_back(constant(types::Constant::integer(*device.index)));
      return &object;
    }
    case Kind::Tensor: return opaque("Tensor");
    case Kind::Class: return fromClass(*value.as<eval::Class>());
    case Kind::Module: return fromModule(*value.as<eval::Module>());
    case Kind::GenericAlias: {
      const auto& alias = *value.as<eval::GenericAlias>();
      PyObject& object = make(PyKind::Alias);
      // PyTorch 2.6 takes X | Y for Union[X, Y].
      const bool isUnion = atLeast(TorchProfile::Torch2_6) && eval::isUnionType(*vm, alias);
      object.elements.push_back(isUnion ? external("typing.Union")
                                        : fromValue(alias.origin, depth + 1));
      bool empty = alias.args->items.empty();
      if (empty) object.elements.push_back(&make(PyKind::Tuple));
      for (const eval::Value& argument : alias.args->items) {
        // In an alias, None and NoneType are the same type.
        const auto* cls = argument.as<eval::Class>();
        object.elements.push_back(cls == vm->types.none ? constant(types::Constant::none())
                                                        : fromValue(argument, depth + 1));
      }
      return &object;
    }
    case Kind::Method: {
      // In PyTorch Function.apply is a C++ method.
      const auto* function = value.as<eval::Method>()->function.as<eval::Function>();
      bool isApply =
          function && function->module && function->module->name == "torch.autograd.function";
      if (isApply && function->qualname->text == "Function.apply") {
        PyObject& object = make(PyKind::External);
        object.name = kAutogradApply;
        object.value = value;
        return &object;
      }
      PyObject& object = make(PyKind::Opaque);
      object.name = "method";
      return &object;
    }
    case Kind::StaticMethod: return fromValue(value.as<eval::StaticMethod>()->function, depth);
    case Kind::Int:
    case Kind::Float:
    case Kind::Instance: return instanceOf(object);
    default: break;
  }
  if (const auto* dispatch = value.asNative<eval::Dispatch>()) {
    PyObject& object = make(PyKind::Dispatch);
    object.name = dispatch->flag;
    object.index = static_cast<size_t>(dispatch->index);
    object.constant = types::Constant::boolean(dispatch->byDefault);
    object.elements = {fromValue(dispatch->ifTrue, depth + 1),
                       fromValue(dispatch->ifFalse, depth + 1)};
    return &object;
  }
  return opaque(object.cls ? object.cls->name : "object");
}

PyRef Impl::fromClass(eval::Class& cls) {
  bool hasSource = eval::derivesFromNnModule(cls) || isNamedTuple(cls, *vm);
  if (cls.isNative || (cls.module && isKnownByName(*cls.module) && !hasSource)) {
    PyObject& object = make(PyKind::External);
    object.name = publicName(cls);
    return &object;
  }
  if (publicName(cls) == "torch.nn.Module") return external("torch.nn.Module");
  return objectOf(*classOf(cls));
}

PyRef Impl::fromModule(eval::Module& match) {
  if (isKnownByName(match)) {
    PyRef& named = externals["module " + match.name];
    if (!named) {
      PyObject& object = make(PyKind::Module);
      object.name = match.name;
      object.value = eval::Value(&match);
      named = &object;
    }
    return named;
  }
  const PyModule* module = moduleOf(match);
  PyObject& result = make(PyKind::Module);
  result.name = module->name;
  result.module = module;
  return &result;
}

const PyModule* Impl::moduleOf(eval::Module& module) {
  const PyModule*& existing = evaluatedModules[&module];
  if (existing) return existing;
  PyModule& result = modules.emplace_back();
  result.name = module.name;
  result.path = module.path;
  result.isPackage = module.isPackage;
  result.tree = module.tree;
  result.scope.module = &result;
  ScopeData& scope = scopeData.emplace_back();
  scope.kind = ScopeData::Kind::Evaluated;
  scope.scope = &result.scope;
  scope.prefix = result.name;
  if (result.tree) scope.body = result.tree->body;
  scope.evaluatedModule = &module;
  scopes[&result.scope] = &scope;
  existing = &result;
  return existing;
}

Marks Impl::marksOf(const eval::Function& function) {
  Marks marks;
  const eval::Value* modifier = attributeOf(function, *vm, "_torchscript_modifier");
  const auto* text = modifier ? modifier->as<eval::Str>() : nullptr;
  if (!text) return marks;
  std::string_view word = text->text;
  marks.ignore = word.starts_with("ignore");
  marks.drop = word.starts_with("unused");
  marks.exported = word.starts_with("export");
  return marks;
}

const PyFunction* Impl::functionOf(eval::Function& argument) {
  if (auto entry = evaluatedFunctions.find(&argument); entry != evaluatedFunctions.end())
    return entry->second;
  eval::Function* function = &argument;
  // PyTorch uses the source of the innermost function that functools.wraps wrapped.
  for (int depth = 0; depth < kMostNestedObjects; ++depth) {
    const eval::Value* wrapped = attributeOf(*function, evaluator(), "__wrapped__");
    auto* inner = wrapped ? wrapped->as<eval::Function>() : nullptr;
    if (!inner) break;
    function = inner;
  }
  if (function != &argument) wrappers.emplace_back(&argument);
  PyFunction& result = functions.emplace_back();
  evaluatedFunctions[&argument] = &result;
  const eval::Code& code = *function->code;
  result.evaluated = function;
  result.def = code.def;
  result.module = function->module ? moduleOf(*function->module) : nullptr;
  result.qualifiedName =
      (result.module ? result.module->name : std::string()) + "." + function->qualname->text;
  result.marks = marksOf(argument);
  if (!result.module) return &result;
  result.scope = &result.module->scope;
  if (!function->closure.empty()) {
    ScopeData& scope = newScope(ScopeData::Kind::Evaluated, *result.module, &result.module->scope,
                                result.qualifiedName, {});
    scope.scope->isClosure = true;
    scope.evaluatedFunction = function;
    result.scope = scope.scope;
  }
  auto overloads = vm->overloads.find(result.qualifiedName);
  if (overloads != vm->overloads.end()) {
    for (const eval::Value& declared : overloads->second) {
      auto* declaration = declared.as<eval::Function>();
      if (declaration == &argument) result.marks.overload = true;
      if (declaration && declaration != &argument)
        result.overloads.push_back(functionOf(*declaration));
    }
  }
  return &result;
}

const PyClass* Impl::classOf(eval::Class& cls) {
  const PyClass*& existing = evaluatedClasses[&cls];
  if (existing) return existing;
  PyClass& result = classes.emplace_back();
  existing = &result;
  result.evaluated = &cls;
  result.def = cls.definition;
  result.qualifiedName = fullName(cls);
  // Classes created by type(...) or namedtuple(...) store their module's name.
  eval::Ref<eval::Module> module = cls.definition ? cls.module : vm->module(cls.moduleName);
  if (module) result.module = moduleOf(*module);
  if (!result.module || !result.module->tree) {
    result.kind = ClassKind::Unknown;
    result.marks.unknown = true;
    return &result;
  }
  result.scope = &result.module->scope;
  if (!cls.closure.empty()) {
    ScopeData& scope = newScope(ScopeData::Kind::Evaluated, *result.module, result.scope,
                                result.qualifiedName, {});
    scope.scope->isClosure = true;
    scope.evaluatedClass = &cls;
    result.scope = scope.scope;
  }
  ScopeData& body =
      newScope(ScopeData::Kind::Evaluated, *result.module, result.scope, result.qualifiedName, {});
  body.evaluatedClass = &cls;
  body.isBody = true;
  bodies[&result] = &body;
  for (const auto& base : cls.bases) result.bases.push_back(fromClass(*base));
  auto flag = [&](std::string_view name) {
    const eval::Value* value = cls.dict->find(vm->intern(name));
    return value && !value->isUnknown() ? value : nullptr;
  };
  result.marks.dataclass = flag("__dataclass_fields__") != nullptr;
  result.marks.interface = flag("__torch_script_interface__") != nullptr;
  result.marks.script = std::ranges::any_of(
      vm->jitEvents, [&](const eval::JitEvent& event) { return event.object.object() == &cls; });
  if (const eval::Value* modifier = flag("_torchscript_modifier")) {
    const auto* text = modifier->as<eval::Str>();
    result.marks.ignore = text && text->text.starts_with("ignore");
    result.marks.drop = text && text->text.starts_with("unused");
  }
  result.kind = result.marks.interface                    ? ClassKind::Interface
                : eval::derivesFromNnModule(cls)          ? ClassKind::NnModule
                : derivesFrom(cls, "enum", "Enum")        ? ClassKind::Enum
                : cls.isSubclass(vm->types.BaseException) ? ClassKind::Exception
                : isNamedTuple(cls, *vm)                  ? ClassKind::NamedTuple
                                                          : ClassKind::Plain;
  hideOverridden(result);
  fillFromClass(result, cls);
  return &result;
}

void Impl::fillFromClass(PyClass& result, eval::Class& cls) {
  if (result.def) {
    for (auto* stmt : result.def->body) {
      auto field = [&](const syntax::Expr& target, const syntax::Expr* annotation,
                       const syntax::Expr* value) {
        auto* name = syntax::dynCast<syntax::Name>(&target);
        if (!name || (result.kind == ClassKind::Enum && !isEnumMember(name->id))) return;
        result.fields.push_back({std::string(name->id), annotation, value});
      };
      if (auto* assign = syntax::dynCast<syntax::Assign>(stmt)) {
        for (auto* target : assign->targets) field(*target, nullptr, assign->value);
      } else if (auto* annotated = syntax::dynCast<syntax::AnnAssign>(stmt)) {
        field(*annotated->target, annotated->annotation, annotated->value);
      }
    }
  } else if (result.kind == ClassKind::NamedTuple) {
    eval::Value names, defaults, annotations;
    vm->tryGetattr(&cls, vm->intern("_fields"), names);
    vm->tryGetattr(&cls, vm->intern("_field_defaults"), defaults);
    if (const eval::Value* match = cls.dict->find(vm->intern("__annotations__")))
      annotations = *match;
    auto* values = defaults.as<eval::Dict>();
    auto* declared = annotations.as<eval::Dict>();
    if (const auto* tuple = names.as<eval::Tuple>()) {
      for (const eval::Value& item : tuple->items) {
        const auto* name = item.as<eval::Str>();
        if (!name) continue;
        PyField field{name->text};
        const eval::Value* annotation = declared ? declared->find(name) : nullptr;
        const eval::Value* value = values ? values->find(name) : nullptr;
        if (annotation) field.evaluatedAnnotation = fromValue(*annotation);
        if (value) field.evaluatedValue = fromValue(*value);
        result.fields.push_back(std::move(field));
      }
    }
  }
  cls.dict->each([&](const eval::Value&, const eval::Value& value) {
    const eval::Value* function = &value;
    bool isStatic = false;
    if (const auto* property = value.as<eval::Property>()) {
      auto add = [&](const eval::Value& accessor, std::vector<const PyFunction*>& to) {
        if (auto* body = accessor.as<eval::Function>(); body && body->code->def) {
          PyFunction* source = const_cast<PyFunction*>(functionOf(*body));
          source->owner = &result;
          to.push_back(source);
        }
      };
      add(property->getter, result.getters);
      add(property->setter, result.setters);
      return;
    }
    if (const auto* wrapped = value.as<eval::StaticMethod>()) {
      function = &wrapped->function;
      isStatic = true;
    } else if (const auto* ofClass = value.as<eval::ClassMethod>()) {
      function = &ofClass->function;
    }
    auto* body = function->as<eval::Function>();
    if (!body || !body->code->def || body->module.get() != cls.module.get()) return;
    PyFunction* source = const_cast<PyFunction*>(functionOf(*body));
    source->owner = &result;
    source->marks.staticMethod = isStatic;
    source->marks.classMethod = function != &value && !isStatic;
    result.methods.push_back(source);
  });
}

std::optional<PyRef> Impl::lookupEvaluated(ScopeData& scope, std::string_view name) {
  if (scope.evaluatedFunction) {
    const eval::Function& function = *scope.evaluatedFunction;
    const auto& names = function.code->freeNames;
    for (size_t i = 0; i < names.size() && i < function.closure.size(); ++i) {
      if (names[i] == name && !function.closure[i]->value.isUnbound())
        return fromValue(function.closure[i]->value);
    }
    return std::nullopt;
  }
  if (scope.evaluatedClass) {
    const eval::Class& cls = *scope.evaluatedClass;
    if (scope.isBody) {
      if (const eval::Value* value = cls.dict->find(vm->intern(name))) return fromValue(*value);
      return std::nullopt;
    }
    for (size_t i = 0; i < cls.closureNames.size() && i < cls.closure.size(); ++i) {
      if (cls.closureNames[i] == name && !cls.closure[i]->value.isUnbound())
        return fromValue(cls.closure[i]->value);
    }
    return std::nullopt;
  }
  eval::Value match =
      guarded([&] { return vm->moduleAttribute(*scope.evaluatedModule, vm->intern(name)); });
  if (match.isUnbound()) return std::nullopt;
  // A missing name of a library module is Unknown to importers, but undefined to the module's own
  // code.
  if (match.isUnknown() && scope.evaluatedModule->isLibrary &&
      !scope.evaluatedModule->globals->find(vm->intern(name))) {
    return std::nullopt;
  }
  return fromValue(match);
}

PyRef Impl::evaluatedAttribute(const eval::Value& object, std::string_view name) {
  eval::Value match = guarded([&] {
    eval::Value value;
    vm->tryGetattr(object, vm->intern(name), value);
    return value;
  });
  return match.isUnbound() ? nullptr : fromValue(match);
}

// ---- public interface

eval::Vm& PyEnvironment::vm() { return impl_->evaluator(); }
PyRef PyEnvironment::fromValue(const eval::Value& value) {
  impl_->evaluator();
  return impl_->fromValue(value);
}
const PyFunction* PyEnvironment::functionOf(eval::Function& function) {
  return impl_->functionOf(function);
}
const PyClass* PyEnvironment::classOf(eval::Class& cls) {
  impl_->evaluator();
  return impl_->classOf(cls);
}

const PyFunction* PyEnvironment::libraryFunction(std::string_view dottedName) {
  size_t dot = dottedName.rfind('.');
  if (dot == std::string_view::npos || !dottedName.starts_with("torch.")) return nullptr;
  eval::Vm& vm = impl_->evaluator();
  eval::Ref<eval::Module> module = vm.module(dottedName.substr(0, dot));
  if (!module) return nullptr;
  eval::Value value =
      guarded([&] { return vm.moduleAttribute(*module, vm.intern(dottedName.substr(dot + 1))); });
  auto* function = value.as<eval::Function>();
  return function ? impl_->functionOf(*function) : nullptr;
}

}  // namespace ts::compiler
