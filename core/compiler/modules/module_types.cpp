#include "core/compiler/modules/module_types.h"

#include <algorithm>
#include <utility>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/infer_module.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using eval::Kind;

ConcreteModule* ModuleTypes::of(const types::ClassType* type) const {
  auto entry = byType_.find(type);
  return entry == byType_.end() ? nullptr : entry->second;
}

const types::ClassType* ModuleTypes::firstTypeOf(std::string_view className) const {
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

ConcreteModule* ModuleTypes::typeOf(const eval::Value& value) {
  if (const AdoptedObjects::Adopted* existing = adopted_.find(value)) return existing->module;
  const eval::Value instance = unscripted(value);
  const eval::Object* object = instance.object();
  if (!object || object->kind != Kind::Instance) return nullptr;
  if (auto entry = byInstance_.find(object); entry != byInstance_.end()) return entry->second;
  if (++depth_ > kMaxModuleDepth) {
    --depth_;
    return nullptr;
  }
  byInstance_[object] = nullptr;  // a module that contains itself has no type
  ClassFacts& facts = reader_.factsOf(*object->cls);
  InstanceDescription description;
  // For the first instance of a class, the inference runs before describe(), so that errors of
  // submodules come in PyTorch's order.
  bool isDescribed = !facts.instances.empty() && describe(*this, instance, facts, description);
  ConcreteModule* module = nullptr;
  if (isDescribed) {
    auto previous =
        std::ranges::find(facts.instances, description, &ClassFacts::KnownInstance::description);
    if (previous != facts.instances.end()) module = previous->module;
  }
  if (!module) {
    const size_t before = context_.sink().size();
    module = share(inferModule(context_, *this, instance));
    std::vector<diag::Diagnostic> problems = context_.problems().takeLibraryProblems(before);
    if (!module->methodsCompiled && module->problems.empty())
      module->problems = std::move(problems);
    if (isDescribed || describe(*this, instance, facts, description))
      facts.instances.push_back({std::move(description), module});
  }
  byInstance_[object] = module;
  --depth_;
  return module;
}

ConcreteModule* ModuleTypes::share(std::unique_ptr<ConcreteModule> result) {
  std::vector<ConcreteModule*>& modules = byClass_[result->cls.get()];
  result->hash = hashOf(*result);
  for (ConcreteModule* other : modules) {
    if (other->hash == result->hash && isSameType(*other, *result)) return other;
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

eval::Value ModuleTypes::unscripted(const eval::Value& value) const {
  const eval::Value* handle = handleOf(value, context_.environment().vm());
  const auto* scripted = handle ? handle->asNative<eval::Scripted>() : nullptr;
  return prepared_.of(scripted && scripted->original.object() ? scripted->original : value);
}

void ModuleTypes::adopt(const eval::Value& handle, const types::ClassType* type, eval::Class* cls,
                        const ConcreteModule* like) {
  auto result = std::make_unique<ConcreteModule>();
  result->cls = cls;
  if (like) {
    result->instance = like->instance;
    result->container = like->container;
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
  adopted_.add(handle, result.get());
  modules_.push_back(std::move(result));
}

}  // namespace ts::compiler
