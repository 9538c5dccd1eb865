// A diagnostic's place in the tree: what stands around it, and what names and types mean there.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/facts.h"
#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"
#include "core/syntax/ast_walk.h"

namespace ts::fixes {

using Block = std::span<syntax::Stmt* const>;
using Types = std::vector<compiler::TypeFact>;

// Calls onStmt and onExpr with each node below and including the given one, until they say false,
// which leaves out what is below the node.
template <typename OnStmt, typename OnExpr>
struct Deep {
  OnStmt onStmt;
  OnExpr onExpr;
  void operator()(const syntax::Stmt& node) {
    if (onStmt(node)) syntax::forEachChild(node, *this);
  }
  void operator()(const syntax::Expr& node) {
    if (onExpr(node)) syntax::forEachChild(node, *this);
  }
  void operator()(const syntax::Pattern& node) { syntax::forEachChild(node, *this); }
};
template <typename OnStmt, typename OnExpr>
Deep(OnStmt, OnExpr) -> Deep<OnStmt, OnExpr>;

// The expressions below and including a node.
template <typename Node, typename F>
void eachExpr(const Node& node, F&& f) {
  Deep{[](const syntax::Stmt&) { return true; },
       [&](const syntax::Expr& expr) {
         f(expr);
         return true;
       }}(node);
}

using Names = std::set<std::string_view>;
// Every name that is read, written or deleted below a node; attributes' names aren't among them.
Names namesIn(const syntax::Expr& node);
Names namesIn(const syntax::Stmt& node);
// What a statement binds: targets, parameters of a function itself, imports, nested definitions.
Names boundIn(const syntax::Stmt& node);

class FixContext {
 public:
  FixContext(const syntax::Module& tree, const Types& types, const diag::Diagnostic& diagnostic);

  const syntax::Module& tree;
  const diag::Diagnostic& diagnostic;
  const SourceFile& file;
  const Span span;

  struct Step {
    const syntax::Stmt* stmt = nullptr;  // or an expression
    const syntax::Expr* expr = nullptr;
    Block block;  // of a statement: its siblings and itself
  };
  // What covers the place, from the module's statement down to the smallest node.
  const std::vector<Step>& path() const { return path_; }

  // The innermost statement; null outside of all. Its siblings.
  const syntax::Stmt* stmt() const;
  Block block() const;
  // The innermost one that is a T.
  template <typename T>
  const T* stmtAs() const {
    return syntax::dynCast<T>(stmt());
  }
  // The outermost expression with exactly the diagnostic's span; null: none.
  const syntax::Expr* expr() const;
  // The outermost expression with exactly this span, anywhere in the file; null: none.
  const syntax::Expr* exprAt(Span at) const;
  // What an expression of the path is part of; null: a statement.
  const syntax::Expr* parent(const syntax::Expr& child) const;
  // The innermost function and class around the place.
  const syntax::FunctionDef* function() const;
  const syntax::ClassDef* cls() const;
  // The statement at module level.
  const syntax::Stmt* top() const { return path_.empty() ? nullptr : path_.front().stmt; }

  // Null: not known.
  types::TypePtr typeOf(const syntax::Expr& expr) const;
  // A definition at module level that is the only one of its name.
  const syntax::Stmt* definition(std::string_view name) const;
  // Whether a module-level statement binds the name, star imports aside.
  bool isBoundInModule(std::string_view name) const;
  // wanted, or wanted with a number: a name that the function around the place, and the module,
  // don't use.
  std::string freshName(std::string_view wanted) const;

  std::string_view text(const syntax::Node& node) const { return file.text(node.span); }
  diag::Edit replace(Span at, std::string with) const { return {{&file, at}, std::move(with)}; }
  diag::Edit insert(uint32_t at, std::string with) const {
    return replace({at, at}, std::move(with));
  }

 private:
  const Types& types_;
  std::vector<Step> path_;
};

using MaybeFix = std::optional<diag::Fix>;
inline diag::Fix fix(std::string title, std::vector<diag::Edit> edits) {
  return {std::move(title), std::move(edits), true};
}
// For what may behave differently where the program relied on more than the fix looks at.
inline diag::Fix unsafeFix(std::string title, std::vector<diag::Edit> edits) {
  return {std::move(title), std::move(edits), false};
}

// "List" as it can be written in the file, with an import added to the edits where there is none.
std::string typingName(const FixContext& site, std::string_view name, std::vector<diag::Edit>& edits);
// Adds a statement such as "import math" where the file's imports stand.
diag::Edit addImport(const FixContext& site, std::string_view statement);

}  // namespace ts::fixes
