#include "core/fixes/fix_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/known_imports.h"
#include "core/fixes/line_edits.h"
#include "core/syntax/bindings.h"

namespace ts::fixes {

using namespace syntax;

namespace {

bool covers(Span outer, Span inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

struct Descent {
  Span span;
  std::vector<FixContext::PathNode>& path;

  void into(const Stmt& stmt, Block block) {
    path.push_back({&stmt, nullptr, block});
    size_t before = path.size();
    forEachBlock(stmt, [&](Block inner) {
      for (const Stmt* child : inner) {
        if (child && covers(child->span, span) && path.size() == before) into(*child, inner);
      }
    });
    if (path.size() == before) forEachChild(stmt, *this);
  }
  // Nested statements are visited through their blocks.
  void operator()(const Stmt&) {}
  void operator()(const Pattern&) {}
  void operator()(const Expr& expr) {
    if (!covers(expr.span, span) ||
        (path.back().expr && !covers(path.back().expr->span, expr.span)))
      return;
    path.push_back({nullptr, &expr, {}});
    forEachChild(expr, *this);
  }
};

template <typename Node>
Names allNames(const Node& node) {
  Names names;
  eachExpr(node, [&](const Expr& expr) {
    if (const auto* name = dynCast<Name>(&expr)) names.insert(name->id);
  });
  return names;
}

// Names that a statement binds at module level, without names local to functions.
Names boundAtModule(const Stmt& stmt) {
  const bool isDefinition = stmt.kind == StmtKind::FunctionDef ||
                            stmt.kind == StmtKind::AsyncFunctionDef ||
                            stmt.kind == StmtKind::ClassDef;
  if (!isDefinition) return boundIn(stmt);
  Names names;
  forEachOwnBinding(stmt, [&](const NameBinding& binding) { names.insert(binding.name); });
  return names;
}

}  // namespace

Names namesIn(const Expr& node) { return allNames(node); }
Names namesIn(const Stmt& node) { return allNames(node); }

Names boundIn(const Stmt& node) {
  Names names;
  auto add = [&](const NameBinding& binding) {
    if (binding.kind != BindingKind::Global && binding.kind != BindingKind::Nonlocal)
      names.insert(binding.name);
  };
  if (node.kind == StmtKind::FunctionDef || node.kind == StmtKind::AsyncFunctionDef) {
    const auto& def = as<FunctionDef>(node);
    forEachParameter(*def.args, [&](const Arg& arg) { names.insert(arg.arg.text); });
    forEachBinding(def.body, add);
  } else {
    forEachBinding(node, add);
    if (const auto* def = dynCast<ClassDef>(&node)) forEachBinding(def->body, add);
  }
  names.erase("");
  return names;
}

FixContext::FixContext(const Module& module, const Types& types, const diag::Diagnostic& reported)
    : tree(module),
      diagnostic(reported),
      file(*module.file),
      span(reported.range.span),
      types_(types) {
  Block body(module.body);
  for (const Stmt* stmt : body) {
    if (stmt && covers(stmt->span, span)) {
      Descent{span, path_}.into(*stmt, body);
      break;
    }
  }
}

const Stmt* FixContext::stmt() const {
  auto chunk =
      std::find_if(path_.rbegin(), path_.rend(), [](const PathNode& node) { return node.stmt; });
  return chunk == path_.rend() ? nullptr : chunk->stmt;
}

Block FixContext::block() const {
  auto chunk =
      std::find_if(path_.rbegin(), path_.rend(), [](const PathNode& node) { return node.stmt; });
  return chunk == path_.rend() ? Block() : chunk->block;
}

const Expr* FixContext::expr() const {
  for (const PathNode& node : path_) {
    if (node.expr && node.expr->span == span) return node.expr;
  }
  return nullptr;
}

const Expr* FixContext::exprAt(Span at) const {
  const Expr* innermost = nullptr;
  DeepVisitor look{[&](const Stmt& stmt) { return !innermost && covers(stmt.span, at); },
                   [&](const Expr& expr) {
                     if (!innermost && expr.span == at) innermost = &expr;
                     return !innermost && covers(expr.span, at);
                   }};
  for (const Stmt* stmt : tree.body) look(*stmt);
  return innermost;
}

const Expr* FixContext::parent(const Expr& child) const {
  for (size_t i = 1; i < path_.size(); ++i) {
    if (path_[i].expr == &child) return path_[i - 1].expr;
  }
  return nullptr;
}

const FunctionDef* FixContext::function() const {
  for (auto node = path_.rbegin(); node != path_.rend(); ++node) {
    if (node->stmt && (node->stmt->kind == StmtKind::FunctionDef ||
                       node->stmt->kind == StmtKind::AsyncFunctionDef)) {
      return &as<FunctionDef>(*node->stmt);
    }
  }
  return nullptr;
}

const ClassDef* FixContext::cls() const {
  for (auto node = path_.rbegin(); node != path_.rend(); ++node) {
    if (node->stmt && node->stmt->kind == StmtKind::ClassDef) return &as<ClassDef>(*node->stmt);
  }
  return nullptr;
}

types::TypePtr FixContext::typeOf(const Expr& expr) const {
  auto before = [](const compiler::TypeFact& fact, Span at) {
    return fact.span.begin != at.begin ? fact.span.begin < at.begin : fact.span.end < at.end;
  };
  auto fact = std::lower_bound(types_.begin(), types_.end(), expr.span, before);
  return fact != types_.end() && fact->span == expr.span ? fact->type : nullptr;
}

const Stmt* FixContext::definition(std::string_view name) const {
  const Stmt* innermost = nullptr;
  for (const Stmt* stmt : tree.body) {
    if (!stmt || !boundAtModule(*stmt).contains(name)) continue;
    if (innermost) return nullptr;
    innermost = stmt;
  }
  return innermost;
}

bool FixContext::isBoundInModule(std::string_view name) const {
  return std::ranges::any_of(
      tree.body, [&](const Stmt* stmt) { return stmt && boundAtModule(*stmt).contains(name); });
}

std::string FixContext::freshName(std::string_view wanted) const {
  Names used;
  if (const FunctionDef* around = function()) {
    used = namesIn(*around);
    used.merge(boundIn(*around));
  }
  std::string name(wanted);
  for (int i = 2; used.contains(name) || isBoundInModule(name); ++i)
    name = fmt::format("{}{}", wanted, i);
  return name;
}

std::string typingName(const FixContext& context, std::string_view name,
                       std::vector<diag::Edit>& edits) {
  std::string_view asModule;
  for (const Stmt* stmt : context.tree.body) {
    if (const auto* from = dynCast<ImportFrom>(stmt); from && from->module == "typing") {
      for (const Alias* alias : from->names) {
        if (alias->name == "*" || (alias->name == name && !alias->asname)) return std::string(name);
        if (alias->name == name) return std::string(alias->asname.text);
      }
    }
    if (const auto* import = dynCast<Import>(stmt)) {
      for (const Alias* alias : import->names) {
        if (alias->name == "typing") asModule = alias->asname ? alias->asname.text : alias->name;
      }
    }
  }
  if (!asModule.empty()) return fmt::format("{}.{}", asModule, name);
  std::string statement = fmt::format("from typing import {}", name);
  edits.push_back(importEdit(context.tree, statement));
  return std::string(name);
}

}  // namespace ts::fixes
