// The constructs of Python that bind names. Every phase that asks which names a statement binds
// uses these functions: scopes of the evaluator, bindings of the compiler, the name index, fixes.
//
// - `forEachOwnBinding` visits the names that one statement or pattern binds itself. The caller
//   decides in which order it walks through nested statements and expressions.
// - `forEachBinding` visits all names that a statement binds in its scope. It descends into nested
//   statements and expressions, but not into functions, lambdas and class bodies.
// - `forEachTarget`, `forEachParameter` and `forEachTypeParameter` visit parts of these constructs.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/syntax/ast.h"
#include "core/syntax/ast_walk.h"

namespace ts::syntax {

enum class BindingKind : uint8_t {
  Assign,         // x = 1
  AnnAssign,      // x: int = 1, and x: int without a value
  AugAssign,      // x += 1
  Delete,         // del x
  For,            // for x in y
  With,           // with y as x
  Except,         // except E as x
  Import,         // import a.b binds a, import a.b as x binds x
  ImportFrom,     // from a import x
  ImportStar,     // from a import *: any names; `name` is "*"
  Function,       // def x(): ...
  Class,          // class x: ...
  TypeAlias,      // type x = int
  Walrus,         // (x := 1); in a comprehension it binds in the enclosing function
  Comprehension,  // [... for x in y]; bound in the comprehension's own scope
  Capture,        // case x, case [*x], case {**x}, case y as x
  Parameter,      // def f(x): ...
  TypeParameter,  // def f[x](): ...
  Global,         // global x: x belongs to the module
  Nonlocal,       // nonlocal x: x belongs to an enclosing function
  Recovered,      // a target in code with a syntax error
};

// Selects one name of a target: in `(a, (b, *c)) = value` the path of b is {1, 0}.
struct TargetPath {
  std::vector<uint32_t> indices;
  // False for a starred name and for names behind one: their index depends on the value's length.
  bool isFixed = true;
  // The name is the whole target.
  bool isWhole() const { return isFixed && indices.empty(); }
};

struct NameBinding {
  BindingKind kind;
  std::string_view name;
  Span span;         // of the name
  const Node* node;  // the Name, Alias, ExceptHandler, Arg, Pattern, TypeParamNode, def or class
  // The statement that binds the name; null for parameters, type parameters, and names that an
  // expression or a pattern binds.
  const Stmt* stmt = nullptr;
  // For names in targets: the whole target, and the place of the name in it.
  const Expr* target = nullptr;
  const TargetPath* path = nullptr;
  // For imports.
  const Alias* alias = nullptr;
};

namespace binding_detail {

template <typename F>
void target(const Expr& expr, TargetPath& path, F& f) {
  switch (expr.kind) {
    case ExprKind::List:
    case ExprKind::Tuple: {
      const bool wasFixed = path.isFixed;
      path.indices.push_back(0);
      for (const Expr* element : as<Sequence>(expr).elts) {
        if (element->kind == ExprKind::Starred) path.isFixed = false;
        target(*element, path, f);
        ++path.indices.back();
      }
      path.indices.pop_back();
      path.isFixed = wasFixed;
      return;
    }
    case ExprKind::Starred: {
      const bool wasFixed = path.isFixed;
      path.isFixed = false;
      target(*as<Starred>(expr).value, path, f);
      path.isFixed = wasFixed;
      return;
    }
    default: return f(expr, path);
  }
}

}  // namespace binding_detail

// Calls f(const Expr& leaf, const TargetPath& path) with each part of a target that is assigned: a
// Name, an Attribute, a Subscript, or another expression after a syntax error.
template <typename F>
void forEachTarget(const Expr& target, F&& f) {
  TargetPath path;
  binding_detail::target(target, path, f);
}

// Calls f(const Arg&) with each parameter, in source order.
template <typename F>
void forEachParameter(const Arguments& args, F&& f) {
  for (const Arg* arg : args.posonlyargs) f(*arg);
  for (const Arg* arg : args.args) f(*arg);
  if (args.vararg) f(*args.vararg);
  for (const Arg* arg : args.kwonlyargs) f(*arg);
  if (args.kwarg) f(*args.kwarg);
}

// Calls f(const TypeParamNode&) with each type parameter.
template <typename F>
void forEachTypeParameter(List<TypeParam*> params, F&& f) {
  for (const TypeParam* param : params) f(*static_cast<const TypeParamNode*>(param));
}

// Calls f(const NameBinding&) with the name that a pattern captures itself, without the patterns in
// it.
template <typename F>
void forEachOwnBinding(const Pattern& pattern, F&& f) {
  auto capture = [&](const Identifier& name) {
    if (name) f(NameBinding{BindingKind::Capture, name.text, name.span, &pattern});
  };
  switch (pattern.kind) {
    case PatternKind::MatchStar: return capture(as<MatchStar>(pattern).name);
    case PatternKind::MatchAs: return capture(as<MatchAs>(pattern).name);
    case PatternKind::MatchMapping: return capture(as<MatchMapping>(pattern).rest);
    default: return;
  }
}

namespace binding_detail {

template <typename F>
void captures(const Pattern& pattern, F& f) {
  struct Parts {
    F& f;
    void operator()(const Pattern& part) { captures(part, f); }
    void operator()(const Expr&) {}
    void operator()(const Stmt&) {}
  } parts{f};
  forEachChild(pattern, parts);
  forEachOwnBinding(pattern, f);
}

inline NameBinding imported(BindingKind kind, const Stmt& stmt, const Alias& alias) {
  if (alias.asname)
    return {kind, alias.asname.text, alias.asname.span, &alias, &stmt, {}, {}, &alias};
  const std::string_view name = boundName(alias);
  const Span span{alias.nameSpan.begin, alias.nameSpan.begin + static_cast<uint32_t>(name.size())};
  return {kind, name,  name.size() < alias.name.size() ? span : alias.nameSpan, &alias, &stmt, {},
          {},   &alias};
}

}  // namespace binding_detail

// Calls f(const NameBinding&) with the names that a statement binds itself, in source order:
// without the statements in it, and without names that its expressions bind (Walrus,
// Comprehension). An import with a syntax error may have an empty name.
template <typename F>
void forEachOwnBinding(const Stmt& stmt, F&& f) {
  auto identifier = [&](BindingKind kind, const Identifier& name, const Node& node) {
    if (name) f(NameBinding{kind, name.text, name.span, &node, &stmt});
  };
  auto targets = [&](BindingKind kind, const Expr& target) {
    forEachTarget(target, [&](const Expr& leaf, const TargetPath& path) {
      if (const auto* name = dynCast<Name>(&leaf))
        f(NameBinding{kind, name->id, name->span, name, &stmt, &target, &path});
    });
  };
  switch (stmt.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef:
      return identifier(BindingKind::Function, as<FunctionDef>(stmt).name, stmt);
    case StmtKind::ClassDef: return identifier(BindingKind::Class, as<ClassDef>(stmt).name, stmt);
    case StmtKind::Assign:
      for (const Expr* target : as<Assign>(stmt).targets) targets(BindingKind::Assign, *target);
      return;
    case StmtKind::AnnAssign: return targets(BindingKind::AnnAssign, *as<AnnAssign>(stmt).target);
    case StmtKind::AugAssign: return targets(BindingKind::AugAssign, *as<AugAssign>(stmt).target);
    case StmtKind::TypeAlias: return targets(BindingKind::TypeAlias, *as<TypeAlias>(stmt).name);
    case StmtKind::Delete:
      for (const Expr* target : as<Delete>(stmt).targets) targets(BindingKind::Delete, *target);
      return;
    case StmtKind::For:
    case StmtKind::AsyncFor: return targets(BindingKind::For, *as<For>(stmt).target);
    case StmtKind::With:
    case StmtKind::AsyncWith:
      for (const WithItem* item : as<With>(stmt).items)
        if (item->optionalVars) targets(BindingKind::With, *item->optionalVars);
      return;
    case StmtKind::Try:
    case StmtKind::TryStar:
      for (const ExceptHandler* handler : as<Try>(stmt).handlers)
        identifier(BindingKind::Except, handler->name, *handler);
      return;
    case StmtKind::Match: {
      auto capture = [&](NameBinding binding) {
        binding.stmt = &stmt;
        f(binding);
      };
      for (const MatchCase* matchCase : as<Match>(stmt).cases)
        binding_detail::captures(*matchCase->pattern, capture);
      return;
    }
    case StmtKind::Import:
      for (const Alias* alias : as<Import>(stmt).names)
        f(binding_detail::imported(BindingKind::Import, stmt, *alias));
      return;
    case StmtKind::ImportFrom:
      for (const Alias* alias : as<ImportFrom>(stmt).names)
        f(binding_detail::imported(
            alias->name == "*" ? BindingKind::ImportStar : BindingKind::ImportFrom, stmt, *alias));
      return;
    case StmtKind::Global:
    case StmtKind::Nonlocal: {
      const BindingKind kind =
          stmt.kind == StmtKind::Global ? BindingKind::Global : BindingKind::Nonlocal;
      for (const Identifier& name : as<NameList>(stmt).names) identifier(kind, name, stmt);
      return;
    }
    default: return;
  }
}

namespace binding_detail {

// Visits the bindings of one scope below a node.
template <typename F>
struct ScopeWalk {
  F& f;
  bool isRecovered = false;  // below an error node, where targets may have lost their statement

  void operator()(const Stmt& stmt) {
    forEachOwnBinding(stmt, f);
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef: {
        const auto& def = as<FunctionDef>(stmt);
        for (const Expr* decorator : def.decorators) (*this)(*decorator);
        if (!def.typeParams.empty()) return;  // they have a scope of their own
        walk_detail::arguments(*def.args, *this);
        if (def.returns) (*this)(*def.returns);
        return;
      }
      case StmtKind::ClassDef: {
        const auto& def = as<ClassDef>(stmt);
        for (const Expr* decorator : def.decorators) (*this)(*decorator);
        if (!def.typeParams.empty()) return;
        for (const Expr* base : def.bases) (*this)(*base);
        for (const Keyword* keyword : def.keywords) (*this)(*keyword->value);
        return;
      }
      case StmtKind::TypeAlias: return;  // its value has a scope of its own
      case StmtKind::Error: return recovered(stmt);
      default: return forEachChild(stmt, *this);
    }
  }

  void operator()(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::Name:
        if (isRecovered && as<Name>(expr).ctx == Context::Store)
          f(NameBinding{BindingKind::Recovered, as<Name>(expr).id, expr.span, &expr});
        return;
      case ExprKind::NamedExpr: {
        const auto& node = as<NamedExpr>(expr);
        (*this)(*node.value);
        return targets(BindingKind::Walrus, *node.target);
      }
      case ExprKind::Lambda: return walk_detail::arguments(*as<Lambda>(expr).args, *this);
      case ExprKind::DictComp: clauses(as<DictComp>(expr).generators); break;
      case ExprKind::ListComp:
      case ExprKind::SetComp:
      case ExprKind::GeneratorExp: clauses(as<Comp>(expr).generators); break;
      case ExprKind::Error: return recovered(expr);
      default: break;
    }
    forEachChild(expr, *this);
  }

  void operator()(const Pattern&) {}  // the match statement visits its captures

 private:
  void clauses(List<Comprehension*> generators) {
    for (const Comprehension* clause : generators)
      targets(BindingKind::Comprehension, *clause->target);
  }
  void targets(BindingKind kind, const Expr& target) {
    forEachTarget(target, [&](const Expr& leaf, const TargetPath& path) {
      if (const auto* name = dynCast<Name>(&leaf))
        f(NameBinding{kind, name->id, name->span, name, nullptr, &target, &path});
    });
  }
  void recovered(const auto& node) {
    ScopeWalk inner{f, true};
    forEachChild(node, inner);
  }
};

}  // namespace binding_detail

// Calls f(const NameBinding&) with all names that a node binds in the scope that contains it. The
// parameters and the body of a function, lambda or class are in other scopes, so they aren't
// visited; to visit them, call forEachParameter, and forEachBinding for the statements of the body.
template <typename F>
void forEachBinding(const Stmt& stmt, F&& f) {
  binding_detail::ScopeWalk<std::remove_reference_t<F>>{f}(stmt);
}
template <typename F>
void forEachBinding(const Expr& expr, F&& f) {
  binding_detail::ScopeWalk<std::remove_reference_t<F>>{f}(expr);
}
template <typename Statements, typename F>
requires requires(const Statements& body) { body.begin(); }
void forEachBinding(const Statements& body, F&& f) {
  for (const Stmt* stmt : body)
    if (stmt) forEachBinding(*stmt, f);
}

}  // namespace ts::syntax
