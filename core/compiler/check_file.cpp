#include "core/compiler/check_file.h"

#include <fmt/format.h>

#include "core/compiler/compile_error.h"
#include "core/compiler/known_names.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using syntax::StmtKind;

namespace {

void compileRoot(CompilationUnit& unit, const PyModule& module, PyRef object, SourceRange at, ir::Function** result);

// As torch.jit.script takes what it is given.
void compileRoot(CompilationUnit& unit, const PyModule& module, PyRef object, SourceRange at, ir::Function** result) {
  switch (object->kind) {
    case PyKind::Function: {
      const PyFunction& function = *object->function;
      if (function.marks.unknown) return;
      if (!function.overloads.empty()) {
        unit.report(CompileError(Rule::OverloadedRoot, at,
                                 fmt::format("'{}' has overloads, so it can't be scripted on its own", function.def->name.text))
                        .note("call it from a script function: the arguments choose the overload")
                        .diagnostic);
        return;
      }
      ir::Function* compiled = unit.compile(function);
      if (result) *result = compiled;
      return;
    }
    case PyKind::Scripted: return compileRoot(unit, module, object->elements[0], at, result);
    case PyKind::Class: unit.typeOfClass(*object->cls, at); return;
    case PyKind::Dispatch:
    case PyKind::External:
    case PyKind::Constant:
    case PyKind::Opaque:
    case PyKind::Tuple:
    case PyKind::Set:
      // torch.relu, functools.partial(...), a number: none of them has a source to compile.
      if (object->kind == PyKind::External && !isNamespace(object->name) && operatorOf(object->name).empty()) return;
      unit.report(CompileError(Rule::NothingToScript, at, "this is nothing that torch.jit.script can compile")
                      .note("it takes functions, classes and nn.Module instances whose source is there")
                      .diagnostic);
      return;
    default: return;  // modules' instances, lists and dicts: not looked into yet, or not known
  }
}

struct RootFinder {
  CompilationUnit& unit;
  const PyModule& module;
  const SourceFile* file;

  bool isScript(const syntax::Expr& callee) const {
    PyRef object = unit.environment().evaluate(module.scope, callee);
    return object && object->kind == PyKind::External && object->name == "torch.jit.script";
  }

  // torch.jit.script(x) anywhere at module level, in whatever blocks.
  void operator()(const syntax::Expr& expr) {
    if (const auto* call = syntax::dynCast<syntax::Call>(&expr); call && !call->args.empty() && isScript(*call->func)) {
      PyRef argument = unit.environment().evaluate(module.scope, *call->args[0]);
      if (argument) compileRoot(unit, module, argument, {file, call->args[0]->span}, nullptr);
    }
    syntax::forEachChild(expr, *this);
  }
  void operator()(const syntax::Pattern&) {}

  bool scripted(syntax::List<syntax::Expr*> decorators) const {
    for (const syntax::Expr* decorator : decorators) {
      if (isScript(*decorator)) return true;
    }
    return false;
  }

  void operator()(const syntax::Stmt& stmt) {
    if (stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::ClassDef) {
      bool isFunction = stmt.kind == StmtKind::FunctionDef;
      const auto* function = isFunction ? &syntax::as<syntax::FunctionDef>(stmt) : nullptr;
      const auto* cls = isFunction ? nullptr : &syntax::as<syntax::ClassDef>(stmt);
      if (!scripted(isFunction ? function->decorators : cls->decorators)) return;
      PyRef object = unit.environment().objectFor(module, stmt);
      if (object) compileRoot(unit, module, object, {file, isFunction ? function->name.span : cls->name.span}, nullptr);
      return;
    }
    syntax::forEachChild(stmt, *this);
  }
};

}  // namespace

void checkModule(CompilationUnit& unit, const PyModule& module, Roots roots) {
  RootFinder finder{unit, module, module.tree->file.get()};
  for (const syntax::Stmt* stmt : module.tree->body) {
    if (roots == Roots::All && stmt->kind == StmtKind::FunctionDef) {
      PyRef object = unit.environment().objectFor(module, *stmt);
      if (object && object->function && object->function->overloads.empty() && !object->function->marks.ignore &&
          !object->function->marks.drop && !object->function->marks.overload) {
        compileRoot(unit, module, object, {module.tree->file.get(), syntax::as<syntax::FunctionDef>(*stmt).name.span}, nullptr);
      }
      continue;
    }
    finder(*stmt);
  }
}

ir::Function* compileNamed(CompilationUnit& unit, const PyModule& module, std::string_view dottedName) {
  size_t dot = dottedName.find('.');
  PyRef object = unit.environment().lookup(module.scope, dottedName.substr(0, dot));
  while (object && dot != std::string_view::npos) {
    size_t next = dottedName.find('.', dot + 1);
    object = unit.environment().attribute(object, dottedName.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
    dot = next;
  }
  if (!object) return nullptr;
  ir::Function* function = nullptr;
  SourceRange at{module.tree->file.get(), {0, 0}};
  compileRoot(unit, module, object, at, &function);
  return function;
}

}  // namespace ts::compiler
