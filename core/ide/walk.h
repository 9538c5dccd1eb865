// Visits all expressions of a tree.
#pragma once

#include <type_traits>

#include "core/syntax/ast_walk.h"

namespace ts::ide {

// Calls `look(const syntax::Expr&)` for every expression, outer expressions first.
template <typename Look>
struct ExpressionWalk {
  Look& look;

  template <typename Node>
  void operator()(const Node& node) {
    if constexpr (std::is_same_v<Node, syntax::Expr>) look(node);
    syntax::forEachChild(node, *this);
  }
};
template <typename Statements, typename Look>
void forEachExpression(const Statements& statements, Look&& look) {
  ExpressionWalk<Look> walk{look};
  for (const syntax::Stmt* statement : statements) {
    if (statement) walk(*statement);
  }
}

}  // namespace ts::ide
