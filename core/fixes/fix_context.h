// The context of a diagnostic: its position in the tree, and the names and types there.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/compiler/reports/facts.h"
#include "core/diag/diagnostic.h"
#include "core/syntax/ast.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/blocks.h"

namespace ts::fixes {

using syntax::Block;
using Types = std::vector<compiler::TypeFact>;

// Visits a node and all nodes below it. onStmt and onExpr return false to skip the nodes below.
template <typename OnStmt, typename OnExpr>
struct DeepVisitor {
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
DeepVisitor(OnStmt, OnExpr) -> DeepVisitor<OnStmt, OnExpr>;

// Calls f with each expression below and including a node.
template <typename Node, typename F>
void eachExpr(const Node& node, F&& f) {
  DeepVisitor{[](const syntax::Stmt&) { return true; },
              [&](const syntax::Expr& expr) {
                f(expr);
                return true;
              }}(node);
}

using Names = std::set<std::string_view>;
// Every name that is read, written or deleted below a node, without names of attributes.
Names namesIn(const syntax::Expr& node);
Names namesIn(const syntax::Stmt& node);
// Names that a statement binds: targets, parameters of a function itself, imports, nested
// definitions.
Names boundIn(const syntax::Stmt& node);

class FixContext {
 public:
  FixContext(const syntax::Module& tree, const Types& types, const diag::Diagnostic& diagnostic);

  const syntax::Module& tree;
  const diag::Diagnostic& diagnostic;
  const SourceFile& file;
  const Span span;

  struct PathNode {
    const syntax::Stmt* stmt = nullptr;  // set for a statement
    const syntax::Expr* expr = nullptr;
    Block block;  // for a statement: the block that contains it
  };
  // The nodes that contain the diagnostic's span, from the statement at module level down to the
  // smallest node.
  const std::vector<PathNode>& path() const { return path_; }

  // The innermost statement (null outside all statements) and its block.
  const syntax::Stmt* stmt() const;
  Block block() const;
  // The innermost statement as a T; null when it is another kind.
  template <typename T>
  const T* stmtAs() const {
    return syntax::dynCast<T>(stmt());
  }
  // The outermost expression with exactly the diagnostic's span; null for none.
  const syntax::Expr* expr() const;
  // The outermost expression with exactly this span, anywhere in the file; null for none.
  const syntax::Expr* exprAt(Span at) const;
  // The parent of an expression on the path; null when it is a statement.
  const syntax::Expr* parent(const syntax::Expr& child) const;
  // The innermost enclosing function and class; null for none.
  const syntax::FunctionDef* function() const;
  const syntax::ClassDef* cls() const;
  // The enclosing statement at module level.
  const syntax::Stmt* top() const { return path_.empty() ? nullptr : path_.front().stmt; }

  // The compiled type of an expression; null when not known.
  types::TypePtr typeOf(const syntax::Expr& expr) const;
  // The definition of this name at module level; null unless there is exactly one.
  const syntax::Stmt* definition(std::string_view name) const;
  // True when a statement at module level binds the name. Star imports are ignored.
  bool isBoundInModule(std::string_view name) const;
  // Returns `wanted`, or `wanted` with a number, so that the enclosing function and the module do
  // not use the name.
  std::string freshName(std::string_view wanted) const;

  std::string_view text(const syntax::Node& node) const { return file.text(node.span); }
  diag::Edit replace(Span at, std::string with) const { return {{&file, at}, std::move(with)}; }
  diag::Edit insert(uint32_t at, std::string with) const {
    return replace({at, at}, std::move(with));
  }

 private:
  const Types& types_;
  std::vector<PathNode> path_;
};

using MaybeFix = std::optional<diag::Fix>;
inline diag::Fix fix(std::string title, std::vector<diag::Edit> edits) {
  return {std::move(title), std::move(edits), true};
}
// For rewrites that change behavior in programs that rely on more than the fix checks.
inline diag::Fix unsafeFix(std::string title, std::vector<diag::Edit> edits) {
  return {std::move(title), std::move(edits), false};
}

// Returns how the file can refer to a name of typing such as "List". Adds an import to `edits` when
// the name is not imported.
std::string typingName(const FixContext& context, std::string_view name,
                       std::vector<diag::Edit>& edits);

}  // namespace ts::fixes
