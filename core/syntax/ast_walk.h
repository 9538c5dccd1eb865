// Generic traversal of trees.
#pragma once

#include <cstddef>

#include "core/syntax/ast.h"

namespace ts::syntax {

// Limit on the height of a tree, so that a traversal may recurse. Higher trees are reported as
// Rule::NestingTooDeep.
inline constexpr int kMaxHeight = 1000;

// The name that an import binds: its alias, or the first part of the dotted name.
inline std::string_view boundName(const Alias& alias) {
  return alias.asname ? alias.asname.text : alias.name.substr(0, alias.name.find('.'));
}

namespace walk_detail {

template <typename T, typename F>
void each(List<T*> nodes, F& f) {
  for (T* node : nodes) {
    if (node) f(*node);
  }
}
template <typename T, typename F>
void maybe(const T* node, F& f) {
  if (node) f(*node);
}
template <typename F>
void arguments(const Arguments& args, F& f) {
  auto annotations = [&](List<Arg*> list) {
    for (const Arg* arg : list) maybe(arg->annotation, f);
  };
  annotations(args.posonlyargs);
  annotations(args.args);
  if (args.vararg) maybe(args.vararg->annotation, f);
  annotations(args.kwonlyargs);
  each(args.kwDefaults, f);
  if (args.kwarg) maybe(args.kwarg->annotation, f);
  each(args.defaults, f);
}
template <typename F>
void comprehensions(List<Comprehension*> clauses, F& f) {
  for (const Comprehension* clause : clauses) {
    f(*clause->target);
    f(*clause->iter);
    each(clause->ifs, f);
  }
}
template <typename F>
void typeParams(List<TypeParam*> params, F& f) {
  for (const TypeParam* param : params) {
    const auto* node = static_cast<const TypeParamNode*>(param);
    maybe(node->bound, f);
    maybe(node->defaultValue, f);
  }
}

}  // namespace walk_detail

// Calls f with each child; f accepts const Expr&, const Stmt& and const Pattern&. The children of
// other nodes (arguments, comprehensions, handlers, ...) count as children of the node that
// contains them.
template <typename F>
void forEachChild(const Expr& node, F&& f);
template <typename F>
void forEachChild(const Pattern& node, F&& f);
template <typename F>
void forEachChild(const Stmt& node, F&& f);

// The number of levels of an expression tree, including the root.
int heightOf(const Expr* expr);
// The height of the highest expression that belongs to the statement itself and not to a nested
// statement.
int heightOfExpressions(const Stmt& stmt);

template <typename F>
void forEachChild(const Expr& node, F&& f) {
  using namespace walk_detail;
  switch (node.kind) {
    case ExprKind::BoolOp: return each(as<BoolOp>(node).values, f);
    case ExprKind::NamedExpr: f(*as<NamedExpr>(node).target); return f(*as<NamedExpr>(node).value);
    case ExprKind::BinOp: f(*as<BinOp>(node).left); return f(*as<BinOp>(node).right);
    case ExprKind::UnaryOp: return f(*as<UnaryOp>(node).operand);
    case ExprKind::Lambda: arguments(*as<Lambda>(node).args, f); return f(*as<Lambda>(node).body);
    case ExprKind::IfExp: {
      const auto& n = as<IfExp>(node);
      f(*n.body), f(*n.test), f(*n.orelse);
      return;
    }
    case ExprKind::Dict: {
      const auto& n = as<Dict>(node);
      for (size_t i = 0; i < n.values.size(); ++i) {
        maybe(n.keys[i], f);
        f(*n.values[i]);
      }
      return;
    }
    case ExprKind::Set: return each(as<Set>(node).elts, f);
    case ExprKind::ListComp:
    case ExprKind::SetComp:
    case ExprKind::GeneratorExp:
      f(*as<Comp>(node).elt);
      return comprehensions(as<Comp>(node).generators, f);
    case ExprKind::DictComp: {
      const auto& n = as<DictComp>(node);
      f(*n.key), f(*n.value);
      return comprehensions(n.generators, f);
    }
    case ExprKind::Await: return f(*as<Await>(node).value);
    case ExprKind::Yield: return maybe(as<Yield>(node).value, f);
    case ExprKind::YieldFrom: return f(*as<YieldFrom>(node).value);
    case ExprKind::Compare:
      f(*as<Compare>(node).left);
      return each(as<Compare>(node).comparators, f);
    case ExprKind::Call: {
      const auto& n = as<Call>(node);
      f(*n.func);
      each(n.args, f);
      for (const Keyword* keyword : n.keywords) f(*keyword->value);
      return;
    }
    case ExprKind::FormattedValue:
      f(*as<FormattedValue>(node).value);
      return maybe(as<FormattedValue>(node).formatSpec, f);
    case ExprKind::JoinedStr: return each(as<JoinedStr>(node).values, f);
    case ExprKind::Attribute: return f(*as<Attribute>(node).value);
    case ExprKind::Subscript: f(*as<Subscript>(node).value); return f(*as<Subscript>(node).slice);
    case ExprKind::Starred: return f(*as<Starred>(node).value);
    case ExprKind::List:
    case ExprKind::Tuple: return each(as<Sequence>(node).elts, f);
    case ExprKind::Slice: {
      const auto& n = as<Slice>(node);
      maybe(n.lower, f), maybe(n.upper, f), maybe(n.step, f);
      return;
    }
    case ExprKind::Error: return each(as<ErrorExpr>(node).parts, f);
    case ExprKind::Constant:
    case ExprKind::Name: return;
  }
}

template <typename F>
void forEachChild(const Pattern& node, F&& f) {
  using namespace walk_detail;
  switch (node.kind) {
    case PatternKind::MatchValue: return f(*as<MatchValue>(node).value);
    case PatternKind::MatchSequence:
    case PatternKind::MatchOr: return each(as<MatchList>(node).patterns, f);
    case PatternKind::MatchMapping:
      each(as<MatchMapping>(node).keys, f);
      return each(as<MatchMapping>(node).patterns, f);
    case PatternKind::MatchClass: {
      const auto& n = as<MatchClass>(node);
      f(*n.cls);
      each(n.patterns, f);
      return each(n.kwdPatterns, f);
    }
    case PatternKind::MatchAs: return maybe(as<MatchAs>(node).pattern, f);
    case PatternKind::MatchSingleton:
    case PatternKind::MatchStar:
    case PatternKind::Error: return;
  }
}

template <typename F>
void forEachChild(const Stmt& node, F&& f) {
  using namespace walk_detail;
  switch (node.kind) {
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef: {
      const auto& n = as<FunctionDef>(node);
      each(n.decorators, f);
      typeParams(n.typeParams, f);
      arguments(*n.args, f);
      maybe(n.returns, f);
      return each(List<Stmt*>(n.body), f);
    }
    case StmtKind::ClassDef: {
      const auto& n = as<ClassDef>(node);
      each(n.decorators, f);
      typeParams(n.typeParams, f);
      each(n.bases, f);
      for (const Keyword* keyword : n.keywords) f(*keyword->value);
      return each(n.body, f);
    }
    case StmtKind::Return: return maybe(as<Return>(node).value, f);
    case StmtKind::Delete: return each(as<Delete>(node).targets, f);
    case StmtKind::Assign: each(as<Assign>(node).targets, f); return f(*as<Assign>(node).value);
    case StmtKind::TypeAlias:
      f(*as<TypeAlias>(node).name);
      typeParams(as<TypeAlias>(node).typeParams, f);
      return f(*as<TypeAlias>(node).value);
    case StmtKind::AugAssign: f(*as<AugAssign>(node).target); return f(*as<AugAssign>(node).value);
    case StmtKind::AnnAssign: {
      const auto& n = as<AnnAssign>(node);
      f(*n.target), f(*n.annotation), maybe(n.value, f);
      return;
    }
    case StmtKind::For:
    case StmtKind::AsyncFor: {
      const auto& n = as<For>(node);
      f(*n.target), f(*n.iter), each(n.body, f);
      return each(n.orelse, f);
    }
    case StmtKind::While: {
      const auto& n = as<While>(node);
      f(*n.test), each(n.body, f);
      return each(n.orelse, f);
    }
    case StmtKind::If: {
      const auto& n = as<If>(node);
      f(*n.test), each(n.body, f);
      return each(n.orelse, f);
    }
    case StmtKind::With:
    case StmtKind::AsyncWith: {
      const auto& n = as<With>(node);
      for (const WithItem* item : n.items) f(*item->contextExpr), maybe(item->optionalVars, f);
      return each(n.body, f);
    }
    case StmtKind::Match: {
      const auto& n = as<Match>(node);
      f(*n.subject);
      for (const MatchCase* c : n.cases) f(*c->pattern), maybe(c->guard, f), each(c->body, f);
      return;
    }
    case StmtKind::Raise: maybe(as<Raise>(node).exc, f); return maybe(as<Raise>(node).cause, f);
    case StmtKind::Try:
    case StmtKind::TryStar: {
      const auto& n = as<Try>(node);
      each(n.body, f);
      for (const ExceptHandler* handler : n.handlers)
        maybe(handler->type, f), each(handler->body, f);
      each(n.orelse, f);
      return each(n.finalbody, f);
    }
    case StmtKind::Assert: f(*as<Assert>(node).test); return maybe(as<Assert>(node).msg, f);
    case StmtKind::Expr: return f(*as<ExprStmt>(node).value);
    case StmtKind::Error:
      each(as<ErrorStmt>(node).parts, f);
      return each(as<ErrorStmt>(node).body, f);
    case StmtKind::Import:
    case StmtKind::ImportFrom:
    case StmtKind::Global:
    case StmtKind::Nonlocal:
    case StmtKind::Pass:
    case StmtKind::Break:
    case StmtKind::Continue: return;
  }
}

}  // namespace ts::syntax
