#include "core/compiler/roots/check_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/checks/declaration_checks.h"
#include "core/compiler/evaluated/evaluated_file.h"
#include "core/compiler/evaluated/unknown_reason.h"
#include "core/compiler/gradient_lints/lost_gradients.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/reports/compile_error.h"
#include "core/compiler/resolve/known_names.h"
#include "core/compiler/roots/expected_failures.h"
#include "core/compiler/trace_lints/trace_hazards.h"
#include "core/eval/vm/vm.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using syntax::StmtKind;

namespace {

void compileRoot(CompilationUnit& unit, const PyModule& module, PyRef object, SourceRange at,
                 ir::Function** result);

// Compiles an object as torch.jit.script would compile it.
void compileRoot(CompilationUnit& unit, const PyModule& module, PyRef object, SourceRange at,
                 ir::Function** result) {
  switch (object->kind) {
    case PyKind::Function: {
      const PyFunction& function = *object->function;
      if (function.marks.unknown) return;
      if (!function.def && function.qualifiedName.ends_with("<lambda>")) {
        unit.report(CompileError(Rule::NotAPlainFunction, at,
                                 "a lambda can't be scripted: PyTorch compiles definitions")
                        .note("write it as a function with def")
                        .diagnostic);
        return;
      }
      if (!function.overloads.empty()) {
        unit.report(
            CompileError(Rule::OverloadedRoot, at,
                         fmt::format("'{}' has overloads, so it can't be scripted on its own",
                                     function.def->name.text))
                .note("call it from a script function: the arguments choose the overload")
                .diagnostic);
        return;
      }
      ir::Function* compiled = unit.compile(function);
      if (result) *result = compiled;
      return;
    }
    case PyKind::Scripted: return compileRoot(unit, module, object->elements[0], at, result);
    case PyKind::Class: unit.typeOfClass(*object->cls); return;
    case PyKind::Dispatch:
    case PyKind::External:
    case PyKind::Constant:
    case PyKind::Opaque:
    case PyKind::Tuple:
    case PyKind::Set:
      // torch.relu, len, functools.partial(...) and numbers have no source to compile. From 2.11
      // on, torch.jit.script makes an object without methods from a partial.
      if (object->kind == PyKind::Opaque && object->name == "partial" &&
          atLeast(TorchProfile::Torch2_11))
        return;
      if (object->kind == PyKind::External && !isNamespace(object->name) &&
          !object->name.starts_with("builtins.") && operatorOf(object->name).empty())
        return;
      unit.report(
          CompileError(Rule::NothingToScript, at, "torch.jit.script can't compile this object")
              .note("it takes functions, classes and nn.Module instances whose source is available")
              .diagnostic);
      return;
    default:
      return;  // instances of modules, lists and dicts are not checked here; Unknown is silent
  }
}

}  // namespace

bool isModuleClass(CompilationUnit& unit, const eval::Value& value) {
  auto* cls = value.as<eval::Class>();
  return cls && unit.environment().classOf(*cls)->kind == ClassKind::NnModule;
}

namespace {

// Compiles an object that running the file created, as torch.jit.script would compile it.
void compileValue(CompilationUnit& unit, const PyModule& module, const eval::Value& value,
                  SourceRange at, CompiledRoot& root) {
  PyEnvironment& environment = unit.environment();
  if (const eval::Object* object = value.object(); object && object->kind == eval::Kind::Instance) {
    PyRef instance = environment.fromValue(value);
    if (instance->cls && instance->cls->kind == ClassKind::NnModule) {
      root.module = unit.modules().compile(value, at);
      if (root.module) root.function = root.module->type->method("forward");
      return;
    }
  }
  if (isModuleClass(unit, value)) {
    const std::string& name = value.as<eval::Class>()->name;
    unit.report(
        CompileError(
            Rule::ModuleClass, at,
            fmt::format("'{}' is a class of modules, and torch.jit.script takes an instance", name))
            .note(fmt::format("call it first: torch.jit.script({}(...))", name))
            .diagnostic);
    return;
  }
  PyRef object = environment.fromValue(value);
  if (object->kind == PyKind::Instance && object->cls && object->cls->kind == ClassKind::Plain) {
    root.type = unit.typeOfClass(*object->cls);
    return;
  }
  compileRoot(unit, module, object, at, &root.function);
}

// Why nothing of a root is compiled: something in its definition is Unknown. Empty otherwise.
std::string whyNothingIsCompiled(const PyObject& object, std::string_view name) {
  switch (object.kind) {
    case PyKind::Function:
      return object.function->marks.unknown ? fmt::format("a decorator of '{}' is not known", name)
                                            : std::string();
    case PyKind::Class:
      return object.cls->marks.unknown || object.cls->kind == ClassKind::Unknown
                 ? fmt::format("a decorator or a base class of '{}' is not known", name)
                 : std::string();
    case PyKind::Unknown: return fmt::format("the value of `{}` is not known", name);
    default: return {};
  }
}

struct RootFinder {
  CompilationUnit& unit;
  const PyModule& module;
  const SourceFile* file;
  size_t count = 0;  // compiled functions and classes

  bool is(const syntax::Expr& callee, std::string_view name) const {
    PyRef object = unit.environment().evaluate(module.scope, callee);
    return object && object->kind == PyKind::External && object->name == name;
  }
  bool isScript(const syntax::Expr& callee) const { return is(callee, "torch.jit.script"); }

  // Finds torch.jit.script(x) and torch.jit.trace(f, ...) in any block at module level.
  void operator()(const syntax::Expr& expr) {
    if (const auto* call = syntax::dynCast<syntax::Call>(&expr); call && !call->args.empty()) {
      if (isScript(*call->func)) {
        PyRef argument = unit.environment().evaluate(module.scope, *call->args[0]);
        if (argument) compileRoot(unit, module, argument, {file, call->args[0]->span}, nullptr);
        if (argument && argument->kind == PyKind::Function) ++count;
      } else if (is(*call->func, "torch.jit.trace")) {
        checkTraceSource(unit.context(), module, *call);
      }
    }
    syntax::forEachChild(expr, *this);
  }
  void operator()(const syntax::Pattern&) {}

  bool decorated(syntax::List<syntax::Expr*> decorators, std::string_view name) const {
    return std::ranges::any_of(decorators,
                               [&](const syntax::Expr* decorator) { return is(*decorator, name); });
  }

  void operator()(const syntax::Stmt& stmt) {
    if (expectsError(stmt)) return;
    const bool isFunction =
        stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef;
    if (isFunction || stmt.kind == StmtKind::ClassDef) {
      const auto* function = isFunction ? &syntax::as<syntax::FunctionDef>(stmt) : nullptr;
      const auto* cls = isFunction ? nullptr : &syntax::as<syntax::ClassDef>(stmt);
      const auto& decorators = isFunction ? function->decorators : cls->decorators;
      const SourceRange name{file, isFunction ? function->name.span : cls->name.span};
      const bool isInterface = decorated(decorators, "torch.jit.interface");
      if (isInterface && isFunction) {
        unit.report(CompileError(diag::Rule::BadInterface, name,
                                 fmt::format("'{}' is not a class, so it cannot be an interface",
                                             function->name.text))
                        .note("an interface is a class whose methods have no bodies")
                        .diagnostic);
      }
      if (!isInterface && !decorated(decorators, "torch.jit.script")) return;
      PyRef object = unit.environment().objectFor(module, stmt);
      if (object && isInterface && object->cls)
        checkInterface(unit.context().problems(), *object->cls);
      if (object && !isInterface) {
        compileRoot(unit, module, object, name, nullptr);
        const std::string why = whyNothingIsCompiled(*object, name.text());
        if (why.empty())
          ++count;
        else
          unit.report(diag::makeDiagnostic(Rule::UnknownRoot, name, "this is not checked: " + why));
      }
      return;
    }
    syntax::forEachChild(stmt, *this);
  }
};

}  // namespace

namespace {

// Checks the module classes that the file defines. Each class is instantiated with its defaults;
// parameters without a default are Unknown.
void checkModuleClasses(CompilationUnit& unit, const PyModule& module, EvaluatedFile& file) {
  const SourceFile* source = module.tree->file.get();
  for (const syntax::Stmt* stmt : module.tree->body) {
    const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
    if (!def) continue;
    eval::Value cls = file.lookup(def->name.text);
    auto* object = cls.as<eval::Class>();
    if (!object || object->definition != def || !isModuleClass(unit, cls)) continue;
    eval::Value instance = file.callUnknown(cls);
    // A module that is incomplete or gets its parameters later cannot be scripted yet.
    if (!instance.object() || !unit.modules().isComplete(instance)) continue;
    compileCandidate(unit, module, instance, {source, def->name.span});
  }
}

void checkCallable(CompilationUnit& unit, const ConcreteModule& module, SourceRange at) {
  const std::string why = unit.modules().whyNotCallable(module);
  if (why.empty()) return;
  unit.report(CompileError(diag::Rule::NoForward, at,
                           fmt::format("the scripted '{}' can't be called", module.cls->name))
                  .note(why)
                  .diagnostic);
}

}  // namespace

bool hasModuleLevelClass(const syntax::Module& tree) {
  return std::ranges::any_of(
      tree.body, [](const syntax::Stmt* stmt) { return stmt->kind == StmtKind::ClassDef; });
}

bool needsRunning(std::string_view text, bool hasClasses, Roots roots) {
  // For Auto, checkRoots() runs slices of the file instead.
  if (roots == Roots::Auto) return false;
  // Skip running a file that does not use torch.jit: running is slow.
  return (roots == Roots::All && hasClasses) || text.find("jit") != std::string_view::npos;
}

namespace {

// Reports the statement of the file that was running when the evaluation ended at a limit. Objects
// that the rest of the code creates are unknown, so that they are not checked.
void reportLimit(CompilationUnit& unit, const SourceFile& source, const eval::LimitReached& limit) {
  SourceRange at{&source, {0, 0}};
  for (const auto& place : limit.stack)
    if (place.at.file == &source) at = place.at;
  unit.report(CompileError(Rule::CheckLimit, at,
                           fmt::format("the evaluation ends here at its limit on {}: modules that "
                                       "the code creates from here on are not checked",
                                       limit.limit))
                  .diagnostic);
}

}  // namespace

CompiledRoot checkScripted(CompilationUnit& unit, const PyModule& module, const eval::Value& value,
                           SourceRange at) {
  CompiledRoot root;
  compileValue(unit, module, value, at, root);
  if (root.module) checkModuleClass(unit.context().problems(), *root.module->cls);
  if (root.module && !root.function) checkCallable(unit, *root.module, at);
  return root;
}

void compileCandidate(CompilationUnit& unit, const PyModule& module, const eval::Value& instance,
                      SourceRange at) {
  CompiledRoot root;
  compileValue(unit, module, instance, at, root);
  if (root.module) checkModuleClass(unit.context().problems(), *root.module->cls);
}

namespace {

void runAndCheck(CompilationUnit& unit, const PyModule& module, Roots roots) {
  const SourceFile* source = module.tree->file.get();
  const bool hasClasses = hasModuleLevelClass(*module.tree);
  if (!needsRunning(source->text(), hasClasses, roots)) return;
  EvaluatedFile file(unit.environment(), module, EvaluatedFile::Run::Whole);
  file.runMain();
  if (file.limit()) reportLimit(unit, *source, *file.limit());
  std::vector<eval::JitEvent> events = unit.environment().vm().jitEvents;
  for (const eval::JitEvent& event : events) {
    if (event.at.file != source || event.object.isUnknown()) continue;
    if (event.use == eval::JitUse::Trace) {
      checkTraceEvent(unit.context(), module, event);
      continue;
    }
    const eval::Object* object = event.object.object();
    if (!object || (object->kind != eval::Kind::Instance && !isModuleClass(unit, event.object)))
      continue;
    checkScripted(unit, module, event.object, event.at);
  }
  if (roots == Roots::All && hasClasses) checkModuleClasses(unit, module, file);
}

size_t readAndCheck(CompilationUnit& unit, const PyModule& module, Roots roots,
                    const std::function<void(const syntax::Stmt&)>& next) {
  RootFinder finder{unit, module, module.tree->file.get()};
  for (const syntax::Stmt* stmt : module.tree->body) {
    unit.pollStop();
    if (next) next(*stmt);
    if (roots == Roots::All && stmt->kind == StmtKind::FunctionDef) {
      PyRef object = unit.environment().objectFor(module, *stmt);
      if (object && object->function && object->function->overloads.empty() &&
          !object->function->marks.ignore && !object->function->marks.drop &&
          !object->function->marks.overload) {
        compileRoot(unit, module, object,
                    {module.tree->file.get(), syntax::as<syntax::FunctionDef>(*stmt).name.span},
                    nullptr);
        ++finder.count;
      }
      continue;
    }
    finder(*stmt);
  }
  return finder.count;
}

}  // namespace

size_t checkRead(CompilationUnit& unit, const PyModule& module, Roots roots,
                 const std::function<void(const syntax::Stmt&)>& next) {
  try {
    return readAndCheck(unit, module, roots, next);
  } catch (const Cancelled&) {
    return 0;
  }
}

void checkRun(CompilationUnit& unit, const PyModule& module, Roots roots) {
  try {
    runAndCheck(unit, module, roots);
  } catch (const Cancelled&) {
  }
}

void checkGradients(CompilationUnit& unit, const PyModule& module) {
  try {
    checkLostGradients(unit.context(), module);
  } catch (const Cancelled&) {
  }
}

size_t checkModule(CompilationUnit& unit, const PyModule& module, Roots roots) {
  const size_t functions = checkRead(unit, module, roots);
  checkRun(unit, module, roots);
  return functions;
}

CompiledRoot compileObject(CompilationUnit& unit, const PyModule& module,
                           const eval::Value& value) {
  CompiledRoot root;
  compileValue(unit, module, value, {module.tree->file.get(), {0, 0}}, root);
  return root;
}

CompiledRoot compileNamed(CompilationUnit& unit, const PyModule& module,
                          std::string_view dottedName, std::optional<std::string_view> init) {
  SourceRange at{module.tree->file.get(), {0, 0}};
  PyEnvironment& environment = unit.environment();
  CompiledRoot root;
  // With `init`, the callee is an object of the file that has been run.
  if (!init) {
    size_t dot = dottedName.find('.');
    PyRef object = environment.lookup(module.scope, dottedName.substr(0, dot));
    while (object && dot != std::string_view::npos) {
      size_t next = dottedName.find('.', dot + 1);
      object = environment.attribute(
          object,
          dottedName.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
      dot = next;
    }
    bool isOfModules =
        object && object->kind == PyKind::Class && object->cls->kind == ClassKind::NnModule;
    bool readable = object && (object->kind == PyKind::Function || object->kind == PyKind::Class ||
                               object->kind == PyKind::Scripted);
    if (readable && !isOfModules) {
      compileRoot(unit, module, object, at, &root.function);
      return root;
    }
  }
  // Names that are not definitions get their values from running the file.
  EvaluatedFile file(environment, module, EvaluatedFile::Run::ForNames);
  eval::Value value = file.lookup(dottedName);
  if (value.isUnbound()) {
    root.error = fmt::format("has no name `{}`", dottedName);
    return root;
  }
  if (init || isModuleClass(unit, value)) {
    EvaluationResult called = file.call(value, init.value_or(""));
    if (!called.error.empty()) {
      root.error = fmt::format("`{}({})` raises {}", dottedName, init.value_or(""), called.error);
      return root;
    }
    value = called.value;
  }
  root = compileObject(unit, module, value);
  if (!root.function && !root.module && value.isUnknown()) {
    const std::string reason = reasonOfUnknown(environment, file, module, dottedName);
    root.error = fmt::format("`{}` depends on something that isn't known{}{}", dottedName,
                             reason.empty() ? "" : ": ", reason);
  }
  return root;
}

}  // namespace ts::compiler
