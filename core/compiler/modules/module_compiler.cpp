#include "core/compiler/modules/module_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/module_checks.h"
#include "core/compiler/reports/compile_error.h"
#include "core/eval/vm/vm.h"
#include "core/source/library_path.h"

namespace ts::compiler {

using diag::Rule;

namespace {

bool isOfLibrary(const eval::Class& cls) {
  return !cls.module || cls.module->isLibrary ||
         (cls.module->source && isLibrary(cls.module->source->path()));
}

// Says that a method is compiled because PyTorch compiles the submodules of a module.
diag::Note submoduleNote(const SubmoduleLocation& location, const std::string& method) {
  std::string path(location.name);
  const SubmoduleLocation* at = &location;
  // "layers.0" of the user's class, not "0" of nn.Sequential.
  for (; at->outer && at->outer->owner && isOfLibrary(*at->owner->cls); at = at->outer)
    path = std::string(at->outer->name) + "." + path;
  return {rangeOf(location), fmt::format("{} is compiled because `{}` is a submodule of {}", method,
                                         path, at->owner->cls->name)};
}

// The reason of the methods of a submodule; none for those of the compiled module itself.
FunctionStore::Reason::Note reasonOf(const SubmoduleLocation& location) {
  if (!location.owner) return {};
  return [&location](const std::string& method) { return submoduleNote(location, method); };
}

}  // namespace

void ModuleCompiler::compileInterfaces(const eval::Value& instance, ConcreteModule& module,
                                       const SubmoduleLocation& location, int depth) {
  for (const auto& [name, type] : module.interfaces) {
    const auto* interface = types::cast<types::InterfaceType>(type);
    eval::Value value = types_.reader().attribute(instance, name);
    ConcreteModule* inner = interface ? types_.typeOf(value) : nullptr;
    if (!inner) continue;
    SubmoduleLocation assigned{&module, name, &location, {}};
    compileSubmodules(value, *inner, assigned, depth + 1);
    const FunctionStore::Reason reason(context_.functions(), reasonOf(assigned));
    bool isKnown = !inner->isPartial;
    for (const types::InterfaceMethod& wanted : interface->methods()) {
      eval::Value match = types_.reader().attribute(value, wanted.name);
      isKnown = isKnown && !match.isUnknown();
      const eval::Ref<eval::Function> function = functionBehind(match);
      if (!function) continue;
      ir::Function* method =
          methods_.compile(*inner, wanted.name, *context_.environment().functionOf(*function));
      isKnown = isKnown && method &&
                std::ranges::none_of(method->schema.arguments,
                                     [](const auto& a) { return a.type->isUnknown(); });
      isKnown = isKnown && !method->schema.returns.empty() &&
                !method->schema.returns[0].type->isUnknown();
    }
    std::string why;
    if (!isKnown || types::isSubtype(inner->type, interface, &why)) continue;
    context_.report(
        CompileError(
            Rule::InterfaceMismatch, rangeOf(assigned),
            fmt::format(
                "'{}' is declared as '{}', and '{}' does not fit that interface", name,
                interface->qualifiedName().substr(interface->qualifiedName().rfind('.') + 1),
                inner->cls->name))
            .note(why)
            .diagnostic);
  }
}

void ModuleCompiler::compileSubmodules(const eval::Value& instance, ConcreteModule& module,
                                       const SubmoduleLocation& location, int depth) {
  for (const auto& [name, inner] : module.modules) {
    eval::Value value = types_.reader().member(instance, name);
    if (!value.object()) value = inner->instance;
    compileTree(value, *inner, {&module, name, &location, {}}, depth + 1);
  }
  compileInterfaces(instance, module, location, depth);
}

void ModuleCompiler::compileTree(const eval::Value& value, ConcreteModule& module,
                                 const SubmoduleLocation& location, int depth) {
  if (depth > kMaxModuleDepth || types_.adopted().find(value)) return;
  const eval::Value instance = types_.unscripted(value);
  // A module may be a submodule of many: the paths to it can be exponentially many.
  if (!visited_.insert(instance.object()).second) return;
  checkNoneAttributes(context_, types_.reader(), instance, module, location);
  compileSubmodules(instance, module, location, depth);
  if (!hasShapes(context_, types_.reader(), instance, module, location) ||
      !haveSource(context_, types_.reader(), instance, module, location))
    return;
  const bool isKnown = std::exchange(module.methodsCompiled, true);
  const ProblemLog::Recording recording = context_.problems().startRecording();
  const size_t before = recording.first;
  for (const diag::Diagnostic& problem : module.problems) context_.report(problem);
  if (!isKnown) {
    const FunctionStore::Reason reason(context_.functions(), reasonOf(location));
    methods_.compileAll(module);
    methods_.compileHooks(module);
    const auto& match = context_.sink().diagnostics();
    module.problems.assign(match.begin() + static_cast<ptrdiff_t>(before), match.end());
  }
  context_.problems().endRecording(&module, recording);
  // Each use of the module repeats its problems; calls of its methods need not.
  if (!isKnown && !module.problems.empty())
    for (const ir::Function* method : module.type->methods())
      context_.problems().forgetProblems(method);
  if (context_.sink().size() > before)
    context_.problems().blame(before, rangeOf(location), fmt::format("'{}'", module.cls->name));
  if (!isKnown) methods_.addContainerMethods(module);
}

bool ModuleCompiler::isComplete(const eval::Value& instance) {
  const eval::Object& object = *instance.object();
  bool isLazy = std::ranges::any_of(
      object.cls->mro, [](const eval::Class* cls) { return cls->name == "LazyModuleMixin"; });
  return !isLazy && object.attributes &&
         object.attributes->find(context_.environment().vm().intern("_modules"));
}

std::string ModuleCompiler::whyNotCallable(const ConcreteModule& module) {
  if (module.isPartial) return {};
  if (module.overloads.contains("forward"))
    return "its forward has overloads, which only an enclosing module can call";
  if (!module.type->methods().empty()) return {};
  const eval::Ref<eval::Function> forward =
      functionBehind(types_.reader().attribute(module.instance, "forward"));
  const bool isInherited =
      forward && forward->module && forward->module->name == "torch.nn.modules.module";
  return isInherited ? "it has no forward, and no method marked with @torch.jit.export" : "";
}

ConcreteModule* ModuleCompiler::compile(const eval::Value& value, SourceRange at) {
  types_.prepared().prepare(value, at);
  const eval::Value instance = types_.prepared().of(value);
  eval::Object* object = instance.object();
  if (!object || object->kind != eval::Kind::Instance) return nullptr;
  eval::Vm& vm = context_.environment().vm();
  if (!object->attributes || !object->attributes->find(vm.intern("_modules"))) {
    context_.report(
        CompileError(
            Rule::ModuleNotInitialized, at,
            fmt::format("the __init__ of '{}' does not call nn.Module.__init__", object->cls->name))
            .note("call `super().__init__()` first in __init__")
            .diagnostic);
    return nullptr;
  }
  ConcreteModule* module = types_.typeOf(instance);
  visited_.clear();
  if (module) compileTree(instance, *module, {nullptr, {}, nullptr, at}, 0);
  return module;
}

}  // namespace ts::compiler
