// Rewrites of classes: missing methods of modules and script classes, and invalid constants.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

namespace {

// Returns the class at module level that is called or named at the diagnostic.
const ClassDef* classAt(const FixContext& context) {
  const ClassDef* definition = nullptr;
  auto look = [&](const Expr& expr) {
    const auto* name = dynCast<Name>(&expr);
    const auto* cls =
        name && !definition ? dynCast<ClassDef>(context.definition(name->id)) : nullptr;
    if (cls) definition = cls;
  };
  if (const Expr* expr = context.expr()) eachExpr(*expr, look);
  if (!definition && context.cls() && context.cls()->name.span == context.span)
    definition = context.cls();
  return definition;
}

const FunctionDef* methodOf(const ClassDef& cls, std::string_view name) {
  for (const Stmt* stmt : cls.body) {
    if (stmt->kind == StmtKind::FunctionDef && as<FunctionDef>(*stmt).name.text == name)
      return &as<FunctionDef>(*stmt);
  }
  return nullptr;
}

}  // namespace

MaybeFix callSuperInit(const FixContext& context) {
  const ClassDef* cls = classAt(context);
  const FunctionDef* init = cls ? methodOf(*cls, "__init__") : nullptr;
  if (!init) return std::nullopt;
  auto call =
      insertAtStart(context, Block(init->body.begin(), init->body.end()), {"super().__init__()"});
  if (!call) return std::nullopt;
  return fix("Call super().__init__() first", {*call});
}

MaybeFix addInit(const FixContext& context) {
  const ClassDef* cls = classAt(context);
  if (!cls || methodOf(*cls, "__init__")) return std::nullopt;
  auto edit = insertAtStart(context, cls->body, {"def __init__(self):", "    pass", ""});
  if (!edit) return std::nullopt;
  return fix("Add an __init__ that does nothing", {*edit});
}

MaybeFix makeInstance(const FixContext& context) {
  const auto* name = dynCast<Name>(context.expr());
  const auto* call = name ? nullptr : dynCast<Call>(context.expr());
  if (call && !call->args.empty()) name = dynCast<Name>(call->args[0]);
  const auto* cls = name ? dynCast<ClassDef>(context.definition(name->id)) : nullptr;
  if (!cls) return std::nullopt;
  const FunctionDef* init = methodOf(*cls, "__init__");
  if (init && init->args->args.size() > init->args->defaults.size() + 1) return std::nullopt;
  return fix("Make an instance", {context.insert(name->span.end, "()")});
}

namespace {

// Removes a name from "__constants__ = [...]", or Final from its annotation.
std::vector<diag::Edit> withoutConstant(const FixContext& context, const ClassDef& cls,
                                        std::string_view name) {
  for (const Stmt* stmt : cls.body) {
    if (const auto* assign = dynCast<Assign>(stmt)) {
      const auto* target = dynCast<Name>(assign->targets[0]);
      bool isList = assign->value->kind == ExprKind::List || assign->value->kind == ExprKind::Tuple;
      if (!target || target->id != "__constants__" || !isList) continue;
      std::string rest;
      bool isAssigned = false;
      for (const Expr* element : as<Sequence>(*assign->value).elts) {
        const auto* text = dynCast<Constant>(element);
        if (text && text->text == name) {
          isAssigned = true;
        } else {
          rest += (rest.empty() ? "" : ", ") + std::string(context.text(*element));
        }
      }
      if (!isAssigned) continue;
      if (!rest.empty()) return {context.replace(assign->value->span, "[" + rest + "]")};
      auto removed = remove(context, *stmt, cls.body);
      if (removed) return {*removed};
    }
    if (stmt->kind == StmtKind::AnnAssign) {
      const auto& assign = as<AnnAssign>(*stmt);
      const auto* target = dynCast<Name>(assign.target);
      const auto* final = dynCast<Subscript>(assign.annotation);
      if (target && target->id == name && final && context.text(*final->value).ends_with("Final")) {
        return {context.replace(final->span, std::string(context.text(*final->slice)))};
      }
    }
  }
  return {};
}

}  // namespace

MaybeFix dropConstant(const FixContext& context) {
  const ClassDef* cls = context.cls();
  std::string_view name;
  for (const FixContext::PathNode& step : context.path()) {
    if (const auto* attribute = dynCast<Attribute>(step.expr)) name = attribute->attr.text;
  }
  if (const auto* assign = context.stmtAs<Assign>(); assign && name.empty()) {
    if (const auto* attribute = dynCast<Attribute>(assign->targets[0])) name = attribute->attr.text;
  }
  if (!cls || name.empty()) return std::nullopt;
  auto edits = withoutConstant(context, *cls, name);
  if (edits.empty()) return std::nullopt;
  return fix(fmt::format("Make '{}' an attribute", name), std::move(edits));
}

}  // namespace ts::fixes
