#include "core/compiler/modules/module_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/context/compile_context.h"
#include "core/eval/vm.h"
#include "core/eval_torch/torch_objects.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

using diag::Rule;
using types::AttributeKind;

namespace {

constexpr int kMostNestedGiven = 200;

// The function behind a bound method or a plain function; null for anything else.
eval::Function* functionOf(const eval::Value& value) {
  if (const auto* method = value.as<eval::Method>()) return method->function.as<eval::Function>();
  return value.as<eval::Function>();
}

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

const PyFunction* ModuleCompiler::methodOf(const ConcreteModule& module, std::string_view name) {
  eval::Value value = onClass(*module.cls, context_.environment().vm(), name);
  if (const auto* wrapped = value.as<eval::ClassMethod>()) value = wrapped->function;
  auto* function = value.as<eval::Function>();
  return function ? context_.environment().functionOf(*function) : nullptr;
}

ir::Function* ModuleCompiler::declare(ConcreteModule& module, const Method& method) {
  if (ir::Function* existing = module.type->method(method.name)) return existing;
  const PyFunction& source = *method.source;
  ir::Function* function = context_.functions().declareMethod(source, module.type, method.name);
  module.type->addMethod(function);
  return function;
}

ir::Function* ModuleCompiler::compileMethod(ConcreteModule& module, const std::string& name,
                                            const PyFunction& source) {
  if (!source.def || !source.module) return nullptr;
  ir::Function* function = declare(module, {name, &source});
  context_.functions().ensureCompiled(function);
  return function;
}

std::vector<ModuleCompiler::Method> ModuleCompiler::properties(ConcreteModule& module) {
  std::map<std::string, const eval::Property*> entries;
  for (eval::Class* cls : module.cls->mro) {
    for (const auto& [name, property] : ownMembers(*cls).properties) {
      if (!isHidden(*module.cls, *cls, *name)) entries[name->text] = property;
    }
  }
  if (entries.empty()) return {};
  for (const char* listed : {"__jit_unused_properties__", "__jit_ignored_attributes__"}) {
    for (const std::string& name : names(module.instance, listed)) entries.erase(name);
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

// Methods to compile: overloads first, then forward, then exported methods, by name.
std::vector<ModuleCompiler::Method> ModuleCompiler::methods(ConcreteModule& module) {
  eval::Vm& vm = context_.environment().vm();
  std::vector<Method> methods;
  std::vector<std::string> wanted;
  eval::Value forward = attribute(module.instance, "forward");
  if (eval::Function* function = functionOf(forward)) {
    bool isOwn = !(function->module && function->module->name == "torch.nn.modules.module");
    bool isIgnored = hasModifier(*function, vm, "ignore") || hasModifier(*function, vm, "unused");
    if (isOwn && !isIgnored) wanted.push_back("forward");
  } else if (forward.isUnknown()) {
    module.isPartial = true;
  }
  std::set<std::string> exported;
  std::vector<std::pair<std::string, const PyFunction*>> overloaded;
  for (eval::Class* cls : module.cls->mro) {
    const OwnMembers& own = ownMembers(*cls);
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
      madeFunctions_.push_back(std::move(merged));
    }
  }
  for (const std::string& name : exported) {
    if (name != "forward") wanted.push_back(name);
  }
  for (const std::string& name : wanted) {
    if (module.overloads.contains(name)) continue;
    eval::Function* function = functionOf(attribute(module.instance, name));
    if (!function) continue;
    const PyFunction* source = context_.environment().functionOf(*function);
    if (source->def && source->module) methods.push_back({name, source});
  }
  return methods;
}

void ModuleCompiler::compileMethods(ConcreteModule& module) {
  std::vector<ir::Function*> order;
  for (const Method& method : properties(module)) order.push_back(declare(module, method));
  for (const Method& method : methods(module)) order.push_back(declare(module, method));
  for (ir::Function* function : order) context_.functions().ensureCompiled(function);
}

void ModuleCompiler::compileHooks(ConcreteModule& module) {
  auto compileAll = [&](const std::vector<eval::Ref<eval::Function>>& hooks,
                        std::vector<ir::Function*>& to) {
    for (const auto& hook : hooks) {
      const PyFunction* source = context_.environment().functionOf(*hook);
      if (!source->def || !source->module) continue;
      std::string name(source->def->name.text);
      SourceRange at{source->module->tree->file.get(), source->def->name.span};
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
      ir::Function* function = compileMethod(module, name, *source);
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
  compileAll(module.hooks, module.hookFunctions);
  compileAll(module.preHooks, module.preHookFunctions);
}

// PyTorch generates methods for len() of a container and for `in` on a ModuleDict.
void ModuleCompiler::addContainerMethods(ConcreteModule& module) {
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
    compileMethod(module, std::string(function->def->name.text), *function);
}

const std::vector<std::unique_ptr<PyFunction>>& ModuleCompiler::generated(const std::string& text) {
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

SourceRange ModuleCompiler::rangeOf(const SubmoduleLocation& location) {
  SourceRange range = location.owner ? assignmentOf(*location.owner, location.name) : location.at;
  return range.file || !location.outer ? range : rangeOf(*location.outer);
}

// For a submodule declared by an interface, only the interface's methods are compiled.
void ModuleCompiler::compileInterfaces(const eval::Value& instance, ConcreteModule& module,
                                       const SubmoduleLocation& location, int depth) {
  for (const auto& [name, type] : module.interfaces) {
    const auto* interface = types::cast<types::InterfaceType>(type);
    eval::Value value = attribute(instance, name);
    ConcreteModule* inner = interface ? typeOf(value) : nullptr;
    if (!inner) continue;
    SubmoduleLocation assigned{&module, name, &location, {}};
    compileSubmodules(value, *inner, assigned, depth + 1);
    bool isKnown = !inner->isPartial;
    for (const types::InterfaceMethod& wanted : interface->methods()) {
      eval::Value match = attribute(value, wanted.name);
      isKnown = isKnown && !match.isUnknown();
      eval::Function* function = functionOf(match);
      if (!function) continue;
      ir::Function* method =
          compileMethod(*inner, wanted.name, *context_.environment().functionOf(*function));
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

bool ModuleCompiler::hasNamedHooks(const eval::Value& instance, const ConcreteModule& module,
                                   const SubmoduleLocation& location) {
  for (eval::Str* kind : {instanceNames().hooks, instanceNames().preHooks}) {
    const eval::Value* own = ownAttribute(instance, kind);
    const eval::Value hooks = own ? *own : attribute(instance, kind->text);
    auto* dict = hooks.as<eval::Dict>();
    if (dict && dict->count == 0) continue;
    const eval::Object* nameless = nullptr;
    auto look = [&](const eval::Value&, const eval::Value& hook) {
      if (!hook.isUnknown() && attribute(hook, "__name__").isUnbound()) nameless = hook.object();
    };
    if (dict) dict->each(look);
    if (!nameless) continue;
    context_.report(
        CompileError(Rule::BadHook, rangeOf(location),
                     fmt::format("a hook of a '{}' is an instance of '{}', not a function",
                                 module.cls->name, nameless->cls->name))
            .note("hooks are compiled under their names: remove it before scripting, as "
                  "remove_weight_norm() does")
            .diagnostic);
    return false;
  }
  return true;
}

void ModuleCompiler::checkNoneAttributes(const eval::Value& instance, const ConcreteModule& module,
                                         const SubmoduleLocation& location) {
  if (!factsOf(*module.cls).annotations) return;
  eval::Vm& vm = context_.environment().vm();
  for (const ConcreteModule::Attribute& member : module.attributes) {
    // PyTorch converts None to False.
    if (member.type == types::boolType()) continue;
    if (types::isSubtype(types::noneType(), member.type)) continue;
    const eval::Value* own = member.kind == AttributeKind::Attribute
                                 ? ownAttribute(instance, vm.intern(member.name))
                                 : nullptr;
    if (!(own ? *own : this->member(instance, member.name)).isNone()) continue;
    const std::string type = member.type->annotation();
    context_.report(CompileError(Rule::AnnotationMismatch, rangeOf(location),
                                 fmt::format("'{}' of this '{}' is None, but its annotation is {}",
                                             member.name, module.cls->name, type))
                        .note(fmt::format("annotate it as Optional[{}]", type))
                        .diagnostic);
  }
}

// A lazy parameter gets its shape in the first call.
bool ModuleCompiler::hasShapes(const eval::Value& instance, const ConcreteModule& module,
                               const SubmoduleLocation& location) {
  const eval::Class* ordinary = nullptr;  // the last class found to have a shape
  for (const ConcreteModule::Attribute& member : module.attributes) {
    if (member.kind == AttributeKind::Attribute) continue;
    const eval::Value value = this->member(instance, member.name);
    const eval::Object* object = value.object();
    if (!object || object->cls.get() == ordinary) continue;
    if (std::ranges::none_of(object->cls->mro, [](const auto& cls) {
          return cls->name == "UninitializedTensorMixin";
        })) {
      ordinary = object->cls.get();
      continue;
    }
    context_.report(CompileError(Rule::UninitializedParameter, rangeOf(location),
                                 fmt::format("parameter '{}' of a '{}' has no shape yet",
                                             member.name, module.cls->name))
                        .note("a lazy module gets its shapes in the first call: call it with an "
                              "example input before scripting it")
                        .diagnostic);
    return false;
  }
  return true;
}

void ModuleCompiler::compileSubmodules(const eval::Value& instance, ConcreteModule& module,
                                       const SubmoduleLocation& location, int depth) {
  for (const auto& [name, inner] : module.modules) {
    eval::Value value = member(instance, name);
    if (!value.object()) value = inner->instance;
    compileTree(value, *inner, {&module, name, &location, {}}, depth + 1);
  }
  compileInterfaces(instance, module, location, depth);
}

void ModuleCompiler::compileTree(const eval::Value& value, ConcreteModule& module,
                                 const SubmoduleLocation& location, int depth) {
  if (depth > kMostNestedGiven || adopted(value)) return;
  const eval::Value instance = unscripted(value);
  // A module may be a submodule of many: the paths to it can be exponentially many.
  if (!visited_.insert(instance.object()).second) return;
  checkNoneAttributes(instance, module, location);
  compileSubmodules(instance, module, location, depth);
  if (!hasShapes(instance, module, location) || !hasNamedHooks(instance, module, location)) return;
  const bool isKnown = std::exchange(module.methodsCompiled, true);
  const ProblemLog::Recording recording = context_.problems().startRecording();
  const size_t before = recording.first;
  for (const diag::Diagnostic& problem : module.problems) context_.report(problem);
  if (!isKnown) {
    compileMethods(module);
    compileHooks(module);
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
  if (!isKnown) addContainerMethods(module);
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
  eval::Function* forward = functionOf(attribute(module.instance, "forward"));
  const bool isInherited =
      forward && forward->module && forward->module->name == "torch.nn.modules.module";
  return isInherited ? "it has no forward, and no method marked with @torch.jit.export" : "";
}

eval::Value ModuleCompiler::prepared(const eval::Value& value) const {
  if (prepared_.empty()) return value;
  const auto entry = prepared_.find(value.object());
  return entry == prepared_.end() ? value : entry->second.results.back();
}

eval::Value ModuleCompiler::callPrepare(const eval::Value& value, SourceRange at) {
  eval::Vm& vm = context_.environment().vm();
  try {
    return vm.callMethod(value, "__prepare_scriptable__");
  } catch (const eval::Raised& raised) {
    const eval::Value exception(raised.exception);
    std::string message;
    try {
      message = vm.toStr(exception);
    } catch (...) {  // its __str__ failed: report the class only
    }
    context_.report(
        CompileError(Rule::UncompilableFunction, at,
                     fmt::format("__prepare_scriptable__ of '{}' raises {}",
                                 value.object()->cls->name, raised.exception->cls->name))
            .note(message.empty() ? "torch.jit.script calls it before compiling" : message)
            .diagnostic);
  } catch (const eval::UnknownTruth&) {
  } catch (const eval::LimitReached&) {
  }
  return eval::Value::unknown();
}

void ModuleCompiler::prepareTree(const eval::Value& value, SourceRange at, ObjectSet& done,
                                 int depth) {
  const eval::Object* object = value.object();
  if (!object || object->kind != eval::Kind::Instance || depth > kMostNestedGiven) return;
  if (!done.insert(object).second || !eval::derivesFromNnModule(*object->cls)) return;
  if (factsOf(*object->cls).hasPrepare) {
    Prepared& prepared = prepared_[object];
    prepared.original = value;
    prepared.results.push_back(callPrepare(value, at));
    object = prepared.results.back().object();
    if (!object || object->kind != eval::Kind::Instance) return;
  }
  if (!object->attributes) return;
  const eval::Value* members = object->attributes->find(instanceNames().modules);
  if (auto* modules = members ? members->as<eval::Dict>() : nullptr) {
    modules->each([&](const eval::Value&, const eval::Value& inner) {
      prepareTree(inner, at, done, depth + 1);
    });
  }
}

ConcreteModule* ModuleCompiler::compile(const eval::Value& value, SourceRange at) {
  ObjectSet done;
  prepareTree(value, at, done, 0);
  const eval::Value instance = prepared(value);
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
  ConcreteModule* module = typeOf(instance);
  visited_.clear();
  if (module) compileTree(instance, *module, {nullptr, {}, nullptr, at}, 0);
  return module;
}

}  // namespace ts::compiler
