#include "core/syntax/ast_walk.h"

#include <algorithm>
#include <vector>

namespace ts::syntax {

namespace {

// Uses an explicit stack, because the tree may be too high for recursion.
struct Measure {
  int highest = 0;
  int level = 1;
  std::vector<std::pair<const Expr*, int>> todo;

  void operator()(const Expr& expr) { todo.push_back({&expr, level}); }
  void operator()(const Pattern& pattern) { forEachChild(pattern, *this); }
  void operator()(const Stmt&) {}

  int run() {
    while (!todo.empty()) {
      auto [expr, at] = todo.back();
      todo.pop_back();
      highest = std::max(highest, at);
      level = at + 1;
      forEachChild(*expr, *this);
    }
    return highest;
  }
};

}  // namespace

int heightOf(const Expr* expr) {
  Measure measure;
  if (expr) measure(*expr);
  return measure.run();
}

int heightOfExpressions(const Stmt& stmt) {
  Measure measure;
  forEachChild(stmt, measure);
  return measure.run();
}

}  // namespace ts::syntax
