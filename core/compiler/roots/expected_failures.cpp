#include "core/compiler/roots/expected_failures.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace ts::compiler {

namespace {

using namespace syntax;

// The last name of `a.b.c` or `c`; empty for other expressions.
std::string_view lastName(const Expr& expr) {
  if (const auto* name = dynCast<Name>(&expr)) return name->id;
  if (const auto* attribute = dynCast<Attribute>(&expr)) return attribute->attr.text;
  return {};
}

// A mark: `pytest.mark.skip`, `pytest.mark.skip(reason="...")`, `unittest.expectedFailure`.
bool isMark(const Expr& expr) {
  const auto* call = dynCast<Call>(&expr);
  const std::string_view name = lastName(call ? *call->func : expr);
  if (name == "skip" || name == "expectedFailure") return true;
  if (name != "xfail") return false;
  // A positional argument is a condition.
  return !call ||
         (call->args.empty() && std::ranges::none_of(call->keywords, [](const Keyword* keyword) {
            return keyword->arg.text == "condition";
          }));
}

bool isMarked(List<Expr*> decorators) {
  return std::ranges::any_of(decorators, [](const Expr* mark) { return isMark(*mark); });
}

// `pytest.skip("...")`, `self.skipTest("...")`, `raise unittest.SkipTest`.
bool skipsTest(const Stmt& stmt) {
  if (const auto* raise = dynCast<Raise>(&stmt)) {
    if (!raise->exc) return false;
    const auto* call = dynCast<Call>(raise->exc);
    return lastName(call ? *call->func : *raise->exc) == "SkipTest";
  }
  const auto* plain = dynCast<ExprStmt>(&stmt);
  const auto* call = plain ? dynCast<Call>(plain->value) : nullptr;
  const auto* method = call ? dynCast<Attribute>(call->func) : nullptr;
  if (!method) return false;
  if (method->attr.text == "skipTest") return true;
  return (method->attr.text == "skip" || method->attr.text == "xfail") &&
         lastName(*method->value) == "pytest";
}

}  // namespace

bool isTurnedOff(const Stmt& definition) {
  if (const auto* cls = dynCast<ClassDef>(&definition)) return isMarked(cls->decorators);
  if (definition.kind != StmtKind::FunctionDef && definition.kind != StmtKind::AsyncFunctionDef)
    return false;
  const auto& function = static_cast<const FunctionDef&>(definition);
  if (isMarked(function.decorators)) return true;
  const List<Stmt*> body(function.body.begin(), function.body.size());
  return std::ranges::any_of(body, [](const Stmt* stmt) { return skipsTest(*stmt); });
}

bool isTurnedOff(const Module& tree) {
  return std::ranges::any_of(tree.body, [](const Stmt* stmt) {
    const auto* assign = dynCast<Assign>(stmt);
    if (!assign || assign->targets.size() != 1 || lastName(*assign->targets[0]) != "pytestmark")
      return false;
    if (assign->value->kind == ExprKind::List || assign->value->kind == ExprKind::Tuple)
      return isMarked(as<Sequence>(*assign->value).elts);
    return isMark(*assign->value);
  });
}

bool expectsError(const Stmt& stmt) {
  if (stmt.kind != StmtKind::With && stmt.kind != StmtKind::AsyncWith) return false;
  constexpr std::string_view kContexts[] = {"raises", "assertRaises", "assertRaisesRegex"};
  return std::ranges::any_of(static_cast<const With&>(stmt).items, [&](const WithItem* item) {
    const auto* call = dynCast<Call>(item->contextExpr);
    return call && std::ranges::find(kContexts, lastName(*call->func)) != std::end(kContexts);
  });
}

}  // namespace ts::compiler
