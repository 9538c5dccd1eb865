#include "core/compiler/modules/infer_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/class_locations.h"
#include "core/compiler/modules/infer_type.h"
#include "core/compiler/modules/module_types.h"
#include "core/compiler/reports/compile_error.h"
#include "core/eval_torch/torch_objects.h"
#include "core/source/library_path.h"

namespace ts::compiler {

using diag::Rule;
using eval::Kind;
using types::AttributeKind;
using types::TypePtr;

namespace {

struct ContainerClass {
  std::string_view name;
  ContainerKind kind;
};
constexpr ContainerClass kContainers[] = {
    {"ModuleList", ContainerKind::List},
    {"Sequential", ContainerKind::List},
    {"ModuleDict", ContainerKind::Dict},
    {"ParameterList", ContainerKind::ParameterList},
    {"ParameterDict", ContainerKind::ParameterDict},
};

ContainerKind containerOf(const eval::Class& cls) {
  for (const eval::Class* base : cls.mro) {
    if (base->moduleName != "torch.nn.modules.container") continue;
    auto* entry = std::ranges::find(kContainers, base->name, &ContainerClass::name);
    if (entry != std::end(kContainers)) return entry->kind;
  }
  return ContainerKind::None;
}

// True for Callable. torch.nn.Module annotates `forward` with Callable[..., Any], which carries no
// type.
bool isCallable(const PyObject& annotation) {
  const PyObject& origin = annotation.kind == PyKind::Alias ? *annotation.elements[0] : annotation;
  return origin.kind == PyKind::External && origin.name.ends_with(".Callable");
}

// Returns a module constant's value: numbers, strings, None, dtypes, devices, and lists and tuples
// of them, which become tuples. Returns nullopt for other values.
std::optional<types::Constant> constantValue(CompileContext& context, const eval::Value& value,
                                             int depth = 0) {
  const std::vector<eval::Value>* items = nullptr;
  if (const auto* tuple = value.as<eval::Tuple>()) items = &tuple->items;
  if (const auto* list = value.as<eval::List>()) items = &list->items;
  if (items) {
    if (depth > 16) return std::nullopt;
    std::vector<types::Constant> elements;
    for (const eval::Value& item : *items) {
      auto element = constantValue(context, item, depth + 1);
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return types::Constant::tuple(std::move(elements));
  }
  switch (value.tag()) {
    case eval::Tag::None: return types::Constant::none();
    case eval::Tag::Bool: return types::Constant::boolean(value.integerValue() != 0);
    case eval::Tag::Int: return types::Constant::integer(value.integerValue());
    case eval::Tag::Float: return types::Constant::real(value.realValue());
    default: break;
  }
  InferredType inferred = inferType(context, value);
  if (!inferred.type || inferred.type->isUnknown()) return std::nullopt;
  switch (inferred.type->kind()) {
    case types::TypeKind::None:
    case types::TypeKind::Bool:
    case types::TypeKind::Int:
    case types::TypeKind::Float:
    case types::TypeKind::String:
    case types::TypeKind::Device:
      return constantOf(context.environment().fromValue(value), inferred.type);
    default: return std::nullopt;
  }
}

// True for Unknown, and for lists and tuples with an Unknown element.
bool hasUnknown(const eval::Value& value, int depth = 0) {
  const std::vector<eval::Value>* items = nullptr;
  if (const auto* tuple = value.as<eval::Tuple>()) items = &tuple->items;
  if (const auto* list = value.as<eval::List>()) {
    if (list->unknown) return true;
    items = &list->items;
  }
  if (!items || depth > 16) return value.isUnknown();
  return std::ranges::any_of(*items,
                             [&](const eval::Value& item) { return hasUnknown(item, depth + 1); });
}

// The names of a module's members.
class MemberNames {
 public:
  explicit MemberNames(const ConcreteModule& module) {
    for (const auto& attribute : module.attributes) names_.insert(attribute.name);
    for (const auto& [name, inner] : module.modules) names_.insert(name);
    for (const auto& [name, type] : module.interfaces) names_.insert(name);
    for (const auto& [name, value] : module.constants) names_.insert(name);
  }
  bool has(const std::string& name) const { return names_.contains(name); }
  // False: the name was there.
  bool add(const std::string& name) { return names_.insert(name).second; }

 private:
  std::unordered_set<std::string> names_;
};

// "parameter" or "buffer" when the name is one of these, which are never constants; null for other
// attributes.
const char* memberKind(const ConcreteModule& module, std::string_view name) {
  const auto entry = std::ranges::find(module.attributes, name, &ConcreteModule::Attribute::name);
  if (entry == module.attributes.end() || entry->kind == AttributeKind::Attribute) return nullptr;
  return entry->kind == AttributeKind::Parameter ? "parameter" : "buffer";
}

// Infers one module. Problems are reported at the module's classes.
class ModuleInference {
 public:
  ModuleInference(CompileContext& context, ModuleTypes& types)
      : context_(context), types_(types), reader_(types.reader()) {}
  std::unique_ptr<ConcreteModule> infer(const eval::Value& instance);

 private:
  void addMember(ConcreteModule& module, const std::string& name, const eval::Value& value,
                 AttributeKind kind);
  void addModule(ConcreteModule& result, const std::string& name, const eval::Value& value);
  void addConstants(ConcreteModule& module, const eval::Value& instance);
  // kind: the kind of member that has the name; null when there is none.
  void ignoreConstant(const ConcreteModule& module, const std::string& name, const char* kind);
  void addPlain(ConcreteModule& module, const std::string& name, const eval::Value& value);
  // Returns the class's evaluated annotation of an attribute; null when there is none.
  PyRef annotationOf(const ConcreteModule& module, const std::string& name);
  TypePtr typeFrom(const ConcreteModule& module, const std::string& name, PyRef annotation);

  CompileContext& context_;
  ModuleTypes& types_;
  InstanceReader& reader_;
};

PyRef ModuleInference::annotationOf(const ConcreteModule& module, const std::string& name) {
  const ClassFacts& facts = reader_.factsOf(*module.cls);
  if (!facts.annotations) return nullptr;
  const eval::Value* annotation = facts.annotations->find(context_.environment().vm().intern(name));
  return annotation ? context_.environment().fromValue(*annotation) : nullptr;
}

TypePtr ModuleInference::typeFrom(const ConcreteModule& module, const std::string& name,
                                  PyRef annotation) {
  ResolvedType resolved = context_.annotations().typeOf(annotation, {});
  // Find the assignment only when there is an error to report.
  if (resolved.type->isUnknown())
    resolved = context_.annotations().typeOf(annotation, assignmentOf(module, name));
  if (resolved.error) context_.report(*resolved.error);
  return resolved.type;
}

void ModuleInference::addMember(ConcreteModule& module, const std::string& name,
                                const eval::Value& value, AttributeKind kind) {
  PyRef annotation = annotationOf(module, name);
  TypePtr type = annotation && !isCallable(*annotation) && !isFinal(*annotation)
                     ? typeFrom(module, name, annotation)
                     : inferType(context_, value).type;
  if (!type) type = types::unknownType();
  module.attributes.push_back({name, type, kind});
}

void ModuleInference::addModule(ConcreteModule& result, const std::string& name,
                                const eval::Value& value) {
  if (value.isUnknown()) {
    result.attributes.push_back({name, types::unknownType(), AttributeKind::Attribute});
    return;
  }
  if (value.isNone()) {
    addMember(result, name, value, AttributeKind::Attribute);
    return;
  }
  if (PyRef annotation = annotationOf(result, name);
      annotation && annotation->kind == PyKind::Class &&
      annotation->cls->kind == ClassKind::Interface) {
    result.interfaces.emplace_back(name, typeFrom(result, name, annotation));
    return;
  }
  ConcreteModule* module = types_.typeOf(value);
  if (module) {
    result.modules.emplace_back(name, module);
  } else {
    result.attributes.push_back({name, types::unknownType(), AttributeKind::Attribute});
  }
}

void ModuleInference::ignoreConstant(const ConcreteModule& module, const std::string& name,
                                     const char* kind) {
  const SourceRange at = listedConstant(module, name);
  if (!at || isEmbedded(at.file->path())) return;
  context_.report(CompileError(diag::Rule::IgnoredConstant, at,
                               kind ? fmt::format("'{}' is a {}, not a constant", name, kind)
                                    : fmt::format("'{}' is never set", name))
                      .note("PyTorch warns and ignores the entry: remove it from __constants__")
                      .diagnostic);
}

void ModuleInference::addConstants(ConcreteModule& module, const eval::Value& instance) {
  eval::Vm& vm = context_.environment().vm();
  const ClassFacts& facts = reader_.factsOf(*module.cls);
  std::vector<eval::Str*> declared = facts.constants;
  const eval::Object& object = *instance.object();
  if (const eval::Value* own =
          object.attributes ? object.attributes->find(vm.intern("__constants__")) : nullptr) {
    declared = namesIn(vm, *own);
    declared.insert(declared.end(),
                    facts.constants.begin() + static_cast<ptrdiff_t>(facts.firstFinal),
                    facts.constants.end());
  }
  if (declared.empty()) return;
  MemberNames there(module);
  for (eval::Str* key : declared) {
    const std::string& name = key->text;
    if (!there.add(name)) {
      if (const char* kind = module.module(name) ? "submodule" : memberKind(module, name))
        ignoreConstant(module, name, kind);
      continue;
    }
    const eval::Value* own = reader_.ownAttribute(instance, key);
    eval::Value value = own ? *own : reader_.attribute(instance, name);
    if (value.isUnbound()) {
      ignoreConstant(module, name, nullptr);
      continue;
    }
    if (hasUnknown(value)) {
      module.attributes.push_back({name, types::unknownType(), AttributeKind::Attribute});
      module.isPartial = true;
      continue;
    }
    if (auto constant = constantValue(context_, value)) {
      module.constants.emplace_back(name, std::move(*constant));
      continue;
    }
    SourceRange at = assignmentOf(module, name);
    context_.report(
        CompileError(Rule::BadConstant, at,
                     fmt::format("'{}' is declared as a constant, but a {} can't be one", name,
                                 vm.classOf(value)->name))
            .note("constants are None, bool, int, float, str, torch.device, torch.dtype, "
                  "and lists and tuples of them")
            .diagnostic);
    module.attributes.push_back({name, types::unknownType(), AttributeKind::Attribute});
  }
}

void ModuleInference::addPlain(ConcreteModule& module, const std::string& name,
                               const eval::Value& value) {
  const eval::Object* object = value.object();
  if (const auto* function = value.as<eval::Function>(); function && function->code->lambda) {
    module.failures[name] = "a lambda can't be compiled";
    return;
  }
  if (object && (object->kind == Kind::Function || object->kind == Kind::NativeFunction ||
                 object->kind == Kind::OperatorFunction || value.asNative<eval::Dispatch>())) {
    module.callables[name] = context_.environment().fromValue(value);
    return;
  }
  if (types_.adopted().functionOf(value)) {
    module.callables[name] = context_.environment().fromValue(value);
    return;
  }
  PyRef annotation = annotationOf(module, name);
  if (annotation && isCallable(*annotation)) annotation = nullptr;
  // torch.jit.Attribute(value, type).
  if (const auto* tuple = value.as<eval::Tuple>();
      tuple && tuple->cls->name == "Attribute" && tuple->items.size() == 2 && !annotation) {
    annotation = context_.environment().fromValue(tuple->items[1]);
  }
  if (annotation) {
    module.attributes.push_back(
        {name, typeFrom(module, name, annotation), AttributeKind::Attribute});
    return;
  }
  InferredType inferred = inferType(context_, value);
  if (inferred.type) {
    module.attributes.push_back({name, inferred.type, AttributeKind::Attribute});
  } else {
    module.failures[name] = inferred.reason;
  }
}

std::unique_ptr<ConcreteModule> ModuleInference::infer(const eval::Value& instance) {
  auto module = std::make_unique<ConcreteModule>();
  eval::Object& object = *instance.object();
  eval::Vm& vm = context_.environment().vm();
  module->cls = object.cls;
  module->instance = instance;
  module->container = containerOf(*object.cls);
  std::vector<std::string> ignored = reader_.namesListedIn(instance, "__jit_ignored_attributes__");
  auto isIgnored = [&](const std::string& name) {
    return std::ranges::find(ignored, name) != ignored.end();
  };
  // Returns a dict that nn.Module stores on the instance; null when it is Unknown.
  auto dictNamed = [&](const char* name) -> eval::Dict* {
    eval::Value* match = object.attributes ? object.attributes->find(vm.intern(name)) : nullptr;
    auto* dict = match ? match->as<eval::Dict>() : nullptr;
    if (dict && !dict->unknown) return dict;
    module->isPartial = true;
    return nullptr;
  };
  auto each = [&](const char* name, auto&& visit) {
    eval::Dict* dict = dictNamed(name);
    if (!dict) return;
    dict->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* text = key.as<eval::Str>();
      if (text && !isIgnored(text->text)) visit(text->text, value);
    });
  };
  each("_parameters", [&](const std::string& name, const eval::Value& value) {
    addMember(*module, name, value, AttributeKind::Parameter);
  });
  each("_buffers", [&](const std::string& name, const eval::Value& value) {
    addMember(*module, name, value, AttributeKind::Buffer);
  });
  each("_modules",
       [&](const std::string& name, const eval::Value& value) { addModule(*module, name, value); });
  addConstants(*module, instance);
  if (object.attributes) {
    const MemberNames there(*module);
    object.attributes->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* text = key.as<eval::Str>();
      if (!text || text->text.starts_with("__") || there.has(text->text)) return;
      if (reader_.isOwnAttribute(*text)) return;
      if (isIgnored(text->text)) return;
      addPlain(*module, text->text, value);
    });
  }
  for (const std::string& name : ignored)
    module->failures[name] = "it is listed in __jit_ignored_attributes__";
  auto hooks = [&](const char* name, std::vector<eval::Ref<eval::Function>>& to) {
    eval::Dict* dict = dictNamed(name);
    if (!dict) return;
    dict->each([&](const eval::Value&, const eval::Value& hook) {
      if (auto* function = hook.as<eval::Function>()) to.emplace_back(function);
    });
  };
  hooks("_forward_hooks", module->hooks);
  hooks("_forward_pre_hooks", module->preHooks);
  return module;
}

}  // namespace

std::unique_ptr<ConcreteModule> inferModule(CompileContext& context, ModuleTypes& types,
                                            const eval::Value& instance) {
  return ModuleInference(context, types).infer(instance);
}

}  // namespace ts::compiler
