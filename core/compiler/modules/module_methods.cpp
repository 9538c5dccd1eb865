#include "core/compiler/modules/module_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/modules/instance_reader.h"
#include "core/compiler/reports/compile_error.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using diag::Rule;

namespace {

// Looks up a name in a class and its bases.
eval::Value onClass(const eval::Class& cls, eval::Vm& vm, std::string_view name) {
  const eval::Value* member = cls.lookup(vm.intern(name));
  return member ? *member : eval::Value();
}

// True when `cls` overrides the member `name` of `base`.
bool isHidden(const eval::Class& cls, const eval::Class& base, const eval::Str& name) {
  eval::Class* where = nullptr;
  cls.lookup(&name, &where);
  return where != &base;
}

}  // namespace

eval::Ref<eval::Function> functionBehind(const eval::Value& value) {
  const auto* method = value.as<eval::Method>();
  return eval::Ref<eval::Function>((method ? method->function : value).as<eval::Function>());
}

const PyFunction* ModuleMethods::find(const ConcreteModule& module, std::string_view name) {
  eval::Value value = onClass(*module.cls, context_.environment().vm(), name);
  if (const auto* wrapped = value.as<eval::ClassMethod>()) value = wrapped->function;
  auto* function = value.as<eval::Function>();
  return function ? context_.environment().functionOf(*function) : nullptr;
}

ir::Function* ModuleMethods::declare(ConcreteModule& module, const Method& method) {
  if (ir::Function* existing = module.type->method(method.name)) return existing;
  const PyFunction& source = *method.source;
  ir::Function* function = context_.functions().declareMethod(source, module.type, method.name);
  module.type->addMethod(function);
  return function;
}

ir::Function* ModuleMethods::compile(ConcreteModule& module, const std::string& name,
                                     const PyFunction& source) {
  if (!source.def || !source.module) return nullptr;
  ir::Function* function = declare(module, {name, &source});
  context_.functions().ensureCompiled(function);
  return function;
}

std::vector<ModuleMethods::Method> ModuleMethods::properties(ConcreteModule& module) {
  std::map<std::string, const eval::Property*> entries;
  for (eval::Class* cls : module.cls->mro) {
    for (const auto& [name, property] : reader_.ownMembers(*cls).properties) {
      if (!isHidden(*module.cls, *cls, *name)) entries[name->text] = property;
    }
  }
  if (entries.empty()) return {};
  for (const char* listed : {"__jit_unused_properties__", "__jit_ignored_attributes__"}) {
    for (const std::string& name : reader_.namesListedIn(module.instance, listed))
      entries.erase(name);
  }
  std::vector<Method> methods;
  for (const auto& [name, property] : entries) {
    auto* getter = property->getter.as<eval::Function>();
    const PyFunction* get = context_.environment().functionOf(*getter);
    if (!get->def || !get->module) continue;
    types::ClassProperty declared{name, declare(module, {"__" + name + "_getter", get}), nullptr};
    methods.push_back({"__" + name + "_getter", get});
    if (auto* setter = property->setter.as<eval::Function>()) {
      const PyFunction* set = context_.environment().functionOf(*setter);
      if (set->def && set->module) {
        declared.setter = declare(module, {"__" + name + "_setter", set});
        methods.push_back({"__" + name + "_setter", set});
      }
    }
    module.type->addProperty(declared);
  }
  return methods;
}

std::vector<ModuleMethods::Method> ModuleMethods::methods(ConcreteModule& module) {
  eval::Vm& vm = context_.environment().vm();
  std::vector<Method> methods;
  std::vector<std::string> wanted;
  eval::Value forward = reader_.attribute(module.instance, "forward");
  if (const eval::Ref<eval::Function> function = functionBehind(forward)) {
    bool isOwn = !(function->module && function->module->name == "torch.nn.modules.module");
    bool isIgnored = hasModifier(*function, vm, "ignore") || hasModifier(*function, vm, "unused");
    if (isOwn && !isIgnored) wanted.push_back("forward");
  } else if (forward.isUnknown()) {
    module.isPartial = true;
  }
  std::set<std::string> exported;
  std::vector<std::pair<std::string, const PyFunction*>> overloaded;
  for (eval::Class* cls : module.cls->mro) {
    const OwnMembers& own = reader_.ownMembers(*cls);
    for (const eval::Str* name : own.exported) {
      if (!isHidden(*module.cls, *cls, *name)) exported.insert(name->text);
    }
    for (const auto& [name, source] : own.overloaded) {
      if (!isHidden(*module.cls, *cls, *name)) overloaded.emplace_back(name->text, source);
    }
  }
  std::ranges::sort(overloaded, {}, [](const auto& pair) { return pair.first; });
  for (const auto& [name, source] : overloaded) {
    if (source->marks.overload) {
      context_.report(CompileError(diag::Rule::BadOverload,
                                   {source->module->tree->file.get(), source->def->name.span},
                                   fmt::format("'{}' has overloads and no implementation", name))
                          .note("define it once more, without the decorator, below them")
                          .diagnostic);
      module.isPartial = true;
      continue;
    }
    checkOverloads(context_.problems(), *source);
    std::vector<std::string>& mangled = module.overloads[name];
    for (size_t i = 0; i < source->overloads.size(); ++i) {
      auto merged = std::make_unique<PyFunction>(*source);
      merged->overloads.clear();
      merged->declaration = source->overloads[i];
      mangled.push_back(fmt::format("{}__{}", name, i));
      methods.push_back({mangled.back(), merged.get()});
      merged_.push_back(std::move(merged));
    }
  }
  for (const std::string& name : exported) {
    if (name != "forward") wanted.push_back(name);
  }
  for (const std::string& name : wanted) {
    if (module.overloads.contains(name)) continue;
    const eval::Ref<eval::Function> function =
        functionBehind(reader_.attribute(module.instance, name));
    if (!function) continue;
    const PyFunction* source = context_.environment().functionOf(*function);
    if (source->def && source->module) methods.push_back({name, source});
  }
  return methods;
}

void ModuleMethods::compileAll(ConcreteModule& module) {
  std::vector<ir::Function*> order;
  for (const Method& method : properties(module)) order.push_back(declare(module, method));
  for (const Method& method : methods(module)) order.push_back(declare(module, method));
  for (ir::Function* function : order) context_.functions().ensureCompiled(function);
}

void ModuleMethods::compileHooks(ConcreteModule& module) {
  auto addHooks = [&](const std::vector<eval::Ref<eval::Function>>& hooks,
                      std::vector<ir::Function*>& to, size_t wanted) {
    for (const auto& hook : hooks) {
      const PyFunction* source = context_.environment().functionOf(*hook);
      if (!source->def || !source->module) continue;
      std::string name(source->def->name.text);
      SourceRange at{source->module->tree->file.get(), source->def->name.span};
      const syntax::Arguments& parameters = *source->def->args;
      const size_t count = parameters.args.size() + parameters.kwonlyargs.size();
      if (count != wanted) {
        context_.report(
            CompileError(Rule::BadHook, at,
                         fmt::format("the hook '{}' must have {} parameters, and has {}", name,
                                     wanted, count))
                .note(wanted == 3 ? "a forward hook takes the module, its inputs and its output"
                                  : "a forward pre-hook takes the module and its inputs")
                .diagnostic);
        continue;
      }
      bool taken = module.type->method(name) || module.type->attribute(name);
      if (taken && std::ranges::none_of(to, [&](ir::Function* existing) {
            return existing->simpleName() == name;
          })) {
        context_.report(
            CompileError(
                Rule::BadHook, at,
                fmt::format("the hook '{}' has the same name as another member of the module",
                            name))
                .note("hooks are compiled as methods of the module: rename it")
                .diagnostic);
        continue;
      }
      ir::Function* function = compile(module, name, *source);
      if (!function) continue;
      if (function->definition.span != source->def->span) {
        context_.report(CompileError(Rule::BadHook, at,
                                     fmt::format("two hooks of the module are called '{}'", name))
                            .note("hooks are compiled under their names: rename one")
                            .diagnostic);
        continue;
      }
      to.push_back(function);
      const auto& arguments = function->schema.arguments;
      bool isUnknown = std::ranges::any_of(
          arguments, [](const ops::Argument& argument) { return argument.type->isUnknown(); });
      if (!isUnknown && (arguments.size() < 2 || !arguments[1].type->is(types::TypeKind::Tuple))) {
        context_.report(
            CompileError(
                Rule::BadHook, at,
                fmt::format("the second parameter of the hook '{}' must be annotated as a Tuple",
                            name))
                .note("it gets the inputs of forward together, as a tuple")
                .diagnostic);
      }
    }
  };
  addHooks(module.hooks, module.hookFunctions, 3);
  addHooks(module.preHooks, module.preHookFunctions, 2);
}

void ModuleMethods::addContainerMethods(ConcreteModule& module) {
  std::string text;
  bool isDict = module.container == ContainerKind::Dict;
  if (module.container != ContainerKind::List && !isDict) return;
  size_t count = module.modules.size();
  if (!module.type->method("__len__"))
    text += fmt::format("def __len__(self):\n   return {}\n", count);
  if (isDict && !module.type->method("__contains__")) {
    std::string keys;
    for (const auto& [name, inner] : module.modules)
      keys += (keys.empty() ? "'" : ", '") + name + "'";
    text += fmt::format("def __contains__(self, key: str):\n   return {}\n",
                        count == 0 ? "False" : "key in [" + keys + "]");
  }
  for (const auto& function : generated(text))
    compile(module, std::string(function->def->name.text), *function);
}

const std::vector<std::unique_ptr<PyFunction>>& ModuleMethods::generated(const std::string& text) {
  auto [entry, isNew] = generated_.try_emplace(text);
  if (!isNew) return entry->second;
  auto file = std::make_shared<SourceFile>("<string>", text);
  diag::Sink ignored;
  const PyModule* source = context_.environment().addModule(
      fmt::format("<generated {}>", generated_.size()), "", false, syntax::parse(file, ignored));
  for (const syntax::Stmt* stmt : source->tree->body) {
    auto function = std::make_unique<PyFunction>();
    function->def = &syntax::as<syntax::FunctionDef>(*stmt);
    function->module = source;
    function->scope = &source->scope;
    entry->second.push_back(std::move(function));
  }
  return entry->second;
}

}  // namespace ts::compiler
