// Infers a module's type from an instance, as torch/jit/_recursive.py does.
#include "core/compiler/modules/concrete_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/base/hash.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/infer_type.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/eval/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/source/library_path.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using eval::Kind;
using types::AttributeKind;
using types::TypePtr;

namespace {

constexpr int kMostNestedModules = 200;  // nesting depth of modules

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

// The order of constants does not matter.
bool sameConstants(const ConcreteModule& a, const ConcreteModule& b) {
  if (a.constants.size() != b.constants.size()) return false;
  for (size_t i = 0; i < a.constants.size(); ++i) {
    const auto& [name, value] = a.constants[i];
    const auto* other = &b.constants[i];
    if (other->first != name) {
      auto entry =
          std::ranges::find(b.constants, name, [](const auto& pair) { return pair.first; });
      if (entry == b.constants.end()) return false;
      other = &*entry;
    }
    if (!identical(value, other->second)) return false;
  }
  return true;
}

bool sameModules(const ConcreteModule& a, const ConcreteModule& b) {
  if (a.modules.size() != b.modules.size()) return false;
  if (a.modules == b.modules) return true;
  auto sorted = [](auto modules) {
    std::ranges::sort(modules, {}, [](const auto& pair) { return pair.first; });
    return modules;
  };
  return sorted(a.modules) == sorted(b.modules);
}

bool sameType(const ConcreteModule& a, const ConcreteModule& b) {
  return a.cls == b.cls && a.container == b.container && sameConstants(a, b) &&
         a.attributes == b.attributes && a.interfaces == b.interfaces &&
         a.overloads == b.overloads && a.callables == b.callables && a.hooks == b.hooks &&
         a.preHooks == b.preHooks && a.failures == b.failures && sameModules(a, b);
}

// Equal for modules of the same type. The order of constants and modules does not matter.
size_t hashOf(const ConcreteModule& module) {
  std::hash<std::string_view> text;
  size_t hash = module.attributes.size();
  for (const auto& attribute : module.attributes) {
    hash = mixed(mixed(hash, text(attribute.name)), std::hash<const void*>()(attribute.type));
  }
  for (const auto& [name, value] : module.constants) hash += mixed(text(name), value.hash());
  for (const auto& [name, inner] : module.modules)
    hash += mixed(text(name), std::hash<const void*>()(inner));
  return hash;
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

// Finds `self.name = ...` in the body of a method.
struct AssignmentFinder {
  std::string_view self, name;
  Span span;
  bool matches(const syntax::Expr* target) const {
    auto* attribute = syntax::dynCast<syntax::Attribute>(target);
    auto* base = attribute ? syntax::dynCast<syntax::Name>(attribute->value) : nullptr;
    return base && base->id == self && attribute->attr.text == name;
  }
  void operator()(const syntax::Stmt& stmt) {
    if (auto* assign = syntax::dynCast<syntax::Assign>(&stmt)) {
      if (std::ranges::any_of(assign->targets,
                              [&](const syntax::Expr* target) { return matches(target); }))
        span = stmt.span;
    } else if (auto* annotated = syntax::dynCast<syntax::AnnAssign>(&stmt)) {
      if (matches(annotated->target)) span = stmt.span;
    }
    if (span.size() == 0) syntax::forEachChild(stmt, *this);
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}
};

}  // namespace

bool isFinal(const PyObject& annotation) {
  const PyObject& origin = annotation.kind == PyKind::Alias ? *annotation.elements[0] : annotation;
  return origin.kind == PyKind::External &&
         (origin.name == "typing.Final" || origin.name == "torch.jit.Final");
}

ConcreteModule* ConcreteModule::module(std::string_view name) const {
  auto entry = std::ranges::find(modules, name, [](const auto& pair) { return pair.first; });
  return entry == modules.end() ? nullptr : entry->second;
}

ModuleMember ConcreteModule::kindOf(std::string_view name) const {
  if (module(name)) return ModuleMember::Module;
  if (type->attribute(name)) return ModuleMember::Attribute;
  if (type->method(name)) return ModuleMember::Method;
  if (type->constant(name)) return ModuleMember::Constant;
  if (type->property(name)) return ModuleMember::Property;
  if (overloads.empty() && callables.empty() && failures.empty()) return ModuleMember::OfClass;
  const std::string key(name);
  if (overloads.contains(key)) return ModuleMember::Overloads;
  if (callables.contains(key)) return ModuleMember::Callable;
  return failures.contains(key) ? ModuleMember::Failed : ModuleMember::OfClass;
}

ConcreteModule* ModuleCompiler::of(const types::ClassType* type) const {
  auto entry = byType_.find(type);
  return entry == byType_.end() ? nullptr : entry->second;
}

const types::ClassType* ModuleCompiler::firstTypeOf(std::string_view className) const {
  auto isNamed = [&](const std::unique_ptr<ConcreteModule>& module) {
    const eval::Class& cls = *module->cls;
    // torch.nn exports the classes of its modules under shorter names.
    bool isShort =
        cls.moduleName.starts_with("torch.nn.modules.") && className == "torch.nn." + cls.name;
    return isShort || className == cls.moduleName + "." + cls.qualname;
  };
  auto entry = std::ranges::find_if(modules_, isNamed);
  return entry == modules_.end() ? nullptr : (*entry)->type;
}

eval::Value ModuleCompiler::attribute(const eval::Value& object, std::string_view name) {
  eval::Vm& vm = context_.environment().vm();
  eval::Value value;
  try {
    vm.tryGetattr(object, vm.intern(name), value);
    return value;
  } catch (const eval::Raised&) {
  } catch (const eval::UnknownTruth&) {
  } catch (const eval::LimitReached&) {
  }
  return eval::Value::unknown();
}

std::vector<std::string> ModuleCompiler::names(const eval::Value& instance,
                                               std::string_view listed) {
  // Looks on the instance and its class only: Module.__getattr__ is not called.
  eval::Vm& vm = context_.environment().vm();
  eval::Object& object = *instance.object();
  const eval::Value* value =
      object.attributes ? object.attributes->find(vm.intern(listed)) : nullptr;
  if (!value) value = object.cls->lookup(vm.intern(listed));
  std::vector<std::string> names;
  if (!value) return names;
  for (const eval::Str* name : namesIn(vm, *value)) names.push_back(name->text);
  return names;
}

SourceRange ModuleCompiler::assignmentOf(const ConcreteModule& module, std::string_view name) {
  for (const eval::Class* cls : module.cls->mro) {
    if (!cls->definition || !cls->module || !cls->module->tree) continue;
    for (const syntax::Stmt* stmt : cls->definition->body) {
      if (stmt->kind != syntax::StmtKind::FunctionDef) continue;
      const auto& def = syntax::as<syntax::FunctionDef>(*stmt);
      if (def.args->args.empty()) continue;
      AssignmentFinder finder{def.args->args[0]->arg.text, name, {}};
      for (const syntax::Stmt* inner : def.body) {
        finder(*inner);
        if (finder.span.size() > 0) return {cls->module->tree->file.get(), finder.span};
      }
    }
  }
  return {};
}

PyRef ModuleCompiler::annotationOf(const ConcreteModule& module, const std::string& name) {
  const ClassFacts& facts = factsOf(*module.cls);
  if (!facts.annotations) return nullptr;
  const eval::Value* annotation = facts.annotations->find(context_.environment().vm().intern(name));
  return annotation ? context_.environment().fromValue(*annotation) : nullptr;
}

TypePtr ModuleCompiler::typeFrom(const ConcreteModule& module, const std::string& name,
                                 PyRef annotation) {
  ResolvedType resolved = context_.annotations().typeOf(annotation, {});
  // Find the assignment only when there is an error to report.
  if (resolved.type->isUnknown())
    resolved = context_.annotations().typeOf(annotation, assignmentOf(module, name));
  if (resolved.error) context_.report(*resolved.error);
  return resolved.type;
}

void ModuleCompiler::addMember(ConcreteModule& module, const std::string& name,
                               const eval::Value& value, AttributeKind kind) {
  PyRef annotation = annotationOf(module, name);
  TypePtr type = annotation && !isCallable(*annotation) && !isFinal(*annotation)
                     ? typeFrom(module, name, annotation)
                     : inferType(context_, value).type;
  if (!type) type = types::unknownType();
  module.attributes.push_back({name, type, kind});
}

void ModuleCompiler::addModule(ConcreteModule& result, const std::string& name,
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
  ConcreteModule* module = typeOf(value);
  if (module) {
    result.modules.emplace_back(name, module);
  } else {
    result.attributes.push_back({name, types::unknownType(), AttributeKind::Attribute});
  }
}

namespace {

// "parameter" or "buffer" when the name is one of these, which are never constants; null for other
// attributes.
const char* memberKind(const ConcreteModule& module, std::string_view name) {
  const auto entry = std::ranges::find(module.attributes, name, &ConcreteModule::Attribute::name);
  if (entry == module.attributes.end() || entry->kind == AttributeKind::Attribute) return nullptr;
  return entry->kind == AttributeKind::Parameter ? "parameter" : "buffer";
}

// The range of the name's literal in __constants__; empty when there is none.
SourceRange listedConstant(const ConcreteModule& module, std::string_view name) {
  for (const eval::Class* cls : module.cls->mro) {
    if (!cls->definition || !cls->module || !cls->module->tree) continue;
    for (const syntax::Stmt* stmt : cls->definition->body) {
      const auto* assign = syntax::dynCast<syntax::Assign>(stmt);
      const auto* target = assign ? syntax::dynCast<syntax::Name>(assign->targets[0]) : nullptr;
      const bool isList = target && target->id == "__constants__" &&
                          (assign->value->kind == syntax::ExprKind::List ||
                           assign->value->kind == syntax::ExprKind::Tuple);
      if (!isList) continue;
      for (const syntax::Expr* item : syntax::as<syntax::Sequence>(*assign->value).elts) {
        const auto* text = syntax::dynCast<syntax::Constant>(item);
        if (text && text->constant == syntax::ConstantKind::Str && text->text == name)
          return {cls->module->tree->file.get(), item->span};
      }
    }
  }
  return {};
}

}  // namespace

void ModuleCompiler::ignoreConstant(const ConcreteModule& module, const std::string& name,
                                    const char* kind) {
  const SourceRange at = listedConstant(module, name);
  if (!at || isEmbedded(at.file->path())) return;
  context_.report(CompileError(diag::Rule::IgnoredConstant, at,
                               kind ? fmt::format("'{}' is a {}, not a constant", name, kind)
                                    : fmt::format("'{}' is never set", name))
                      .note("PyTorch warns and ignores the entry: remove it from __constants__")
                      .diagnostic);
}

void ModuleCompiler::addConstants(ConcreteModule& module, const eval::Value& instance) {
  eval::Vm& vm = context_.environment().vm();
  const ClassFacts& facts = factsOf(*module.cls);
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
    const eval::Value* own = ownAttribute(instance, key);
    eval::Value value = own ? *own : attribute(instance, name);
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

void ModuleCompiler::addPlain(ConcreteModule& module, const std::string& name,
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
  if (adoptedFunction(value)) {
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

std::unique_ptr<ConcreteModule> ModuleCompiler::infer(const eval::Value& instance) {
  auto module = std::make_unique<ConcreteModule>();
  eval::Object& object = *instance.object();
  eval::Vm& vm = context_.environment().vm();
  module->cls = object.cls;
  module->instance = instance;
  module->container = containerOf(*object.cls);
  std::vector<std::string> ignored = names(instance, "__jit_ignored_attributes__");
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
      if (isOwnAttribute(*text)) return;
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

eval::Value ModuleCompiler::unscripted(const eval::Value& value) {
  const eval::Object* object = value.object();
  if (!object || object->kind != Kind::Instance || !object->attributes) return value;
  const eval::Value* handle = object->attributes->find(context_.environment().vm().intern("_c"));
  const auto* scripted = handle ? handle->asNative<eval::Scripted>() : nullptr;
  return prepared(scripted && scripted->original.object() ? scripted->original : value);
}

void ModuleCompiler::adopt(const eval::Value& handle, const types::ClassType* type,
                           eval::Class* cls, const ConcreteModule* like) {
  auto result = std::make_unique<ConcreteModule>();
  result->cls = cls;
  if (like) {
    result->instance = like->instance;
    result->constants = like->constants;
    result->callables = like->callables;
    result->overloads = like->overloads;
    result->failures = like->failures;
  }
  result->type = type;
  result->methodsCompiled = true;
  for (const types::ClassAttribute& attribute : type->attributes()) {
    const auto* inner = types::cast<types::ClassType>(attribute.type);
    ConcreteModule* module = inner && inner->isModule() ? of(inner) : nullptr;
    if (module)
      result->modules.emplace_back(attribute.name, module);
    else
      result->attributes.push_back({attribute.name, attribute.type, attribute.kind});
  }
  byType_[type] = result.get();
  adopted_[handle.object()] = {handle, result.get(), nullptr};
  modules_.push_back(std::move(result));
}

const ModuleCompiler::Adopted* ModuleCompiler::adopted(const eval::Value& value) const {
  const eval::Object* object = value.object();
  if (!object || adopted_.empty()) return nullptr;
  if (object->kind == Kind::Instance && object->attributes) {
    const eval::Value* handle = object->attributes->find(context_.environment().vm().intern("_c"));
    object = handle ? handle->object() : nullptr;
  }
  auto entry = adopted_.find(object);
  return entry == adopted_.end() ? nullptr : &entry->second;
}

ir::Function* ModuleCompiler::adoptedFunction(const eval::Value& value) const {
  const Adopted* match = adopted(value);
  return match ? match->function : nullptr;
}

ConcreteModule* ModuleCompiler::typeOf(const eval::Value& value) {
  if (const Adopted* existing = adopted(value)) return existing->module;
  const eval::Value instance = unscripted(value);
  const eval::Object* object = instance.object();
  if (!object || object->kind != Kind::Instance) return nullptr;
  if (auto entry = byInstance_.find(object); entry != byInstance_.end()) return entry->second;
  if (++depth_ > kMostNestedModules) {
    --depth_;
    return nullptr;
  }
  byInstance_[object] = nullptr;  // a module that contains itself has no type
  ClassFacts& facts = factsOf(*object->cls);
  InstanceDescription description;
  // For the first instance of a class, infer() runs before describe(), so that errors of submodules
  // come in PyTorch's order.
  bool isDescribed = !facts.instances.empty() && describe(instance, facts, description);
  ConcreteModule* module = nullptr;
  if (isDescribed) {
    auto previous =
        std::ranges::find(facts.instances, description, &ClassFacts::KnownInstance::description);
    if (previous != facts.instances.end()) module = previous->module;
  }
  if (!module) {
    const size_t before = context_.sink().size();
    module = share(infer(instance));
    std::vector<diag::Diagnostic> problems = context_.problems().takeLibraryProblems(before);
    if (!module->methodsCompiled && module->problems.empty())
      module->problems = std::move(problems);
    if (isDescribed || describe(instance, facts, description))
      facts.instances.push_back({std::move(description), module});
  }
  byInstance_[object] = module;
  --depth_;
  return module;
}

// Returns the type of an equal module of the class, else creates a new one.
ConcreteModule* ModuleCompiler::share(std::unique_ptr<ConcreteModule> result) {
  std::vector<ConcreteModule*>& modules = byClass_[result->cls.get()];
  result->hash = hashOf(*result);
  for (ConcreteModule* other : modules) {
    if (other->hash == result->hash && sameType(*other, *result)) return other;
  }
  const types::ClassType* type = context_.typeTable().makeClass(
      context_.names().uniqueName(result->cls->moduleName + "." + result->cls->name),
      /*isModule=*/true);
  for (const auto& attribute : result->attributes)
    type->addAttribute(attribute.name, attribute.type, attribute.kind);
  for (const auto& [name, value] : result->constants) type->addConstant(name, value);
  for (const auto& [name, module] : result->modules) type->addAttribute(name, module->type);
  for (const auto& [name, interface] : result->interfaces) type->addAttribute(name, interface);
  result->type = type;
  modules.push_back(result.get());
  byType_[type] = result.get();
  modules_.push_back(std::move(result));
  return modules_.back().get();
}

}  // namespace ts::compiler
