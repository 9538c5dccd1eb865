// Rewrites of classes: missing methods of modules and script classes, and invalid constants.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/lines.h"
#include "core/fixes/table.h"

namespace ts::fixes {

using namespace syntax;

namespace {

// Returns the class at module level that is called or named at the diagnostic.
const ClassDef* classAt(const FixContext& site) {
  const ClassDef* found = nullptr;
  auto look = [&](const Expr& expr) {
    const auto* name = dynCast<Name>(&expr);
    const auto* cls = name && !found ? dynCast<ClassDef>(site.definition(name->id)) : nullptr;
    if (cls) found = cls;
  };
  if (const Expr* expr = site.expr()) eachExpr(*expr, look);
  if (!found && site.cls() && site.cls()->name.span == site.span) found = site.cls();
  return found;
}

const FunctionDef* methodOf(const ClassDef& cls, std::string_view name) {
  for (const Stmt* stmt : cls.body) {
    if (stmt->kind == StmtKind::FunctionDef && as<FunctionDef>(*stmt).name.text == name)
      return &as<FunctionDef>(*stmt);
  }
  return nullptr;
}

}  // namespace

MaybeFix callSuperInit(const FixContext& site) {
  const ClassDef* cls = classAt(site);
  const FunctionDef* init = cls ? methodOf(*cls, "__init__") : nullptr;
  if (!init) return std::nullopt;
  auto call =
      insertAtStart(site, Block(init->body.begin(), init->body.end()), {"super().__init__()"});
  if (!call) return std::nullopt;
  return fix("Call super().__init__() first", {*call});
}

MaybeFix addInit(const FixContext& site) {
  const ClassDef* cls = classAt(site);
  if (!cls || methodOf(*cls, "__init__")) return std::nullopt;
  auto made = insertAtStart(site, cls->body, {"def __init__(self):", "    pass", ""});
  if (!made) return std::nullopt;
  return fix("Add an __init__ that does nothing", {*made});
}

MaybeFix makeInstance(const FixContext& site) {
  const auto* name = dynCast<Name>(site.expr());
  const auto* call = name ? nullptr : dynCast<Call>(site.expr());
  if (call && !call->args.empty()) name = dynCast<Name>(call->args[0]);
  const auto* cls = name ? dynCast<ClassDef>(site.definition(name->id)) : nullptr;
  if (!cls) return std::nullopt;
  const FunctionDef* init = methodOf(*cls, "__init__");
  if (init && init->args->args.size() > init->args->defaults.size() + 1) return std::nullopt;
  return fix("Make an instance", {site.insert(name->span.end, "()")});
}

namespace {

// Removes a name from "__constants__ = [...]", or Final from its annotation.
std::vector<diag::Edit> withoutConstant(const FixContext& site, const ClassDef& cls,
                                        std::string_view name) {
  for (const Stmt* stmt : cls.body) {
    if (const auto* assign = dynCast<Assign>(stmt)) {
      const auto* target = dynCast<Name>(assign->targets[0]);
      bool isList = assign->value->kind == ExprKind::List || assign->value->kind == ExprKind::Tuple;
      if (!target || target->id != "__constants__" || !isList) continue;
      std::string rest;
      bool found = false;
      for (const Expr* element : as<Sequence>(*assign->value).elts) {
        const auto* text = dynCast<Constant>(element);
        if (text && text->text == name) {
          found = true;
        } else {
          rest += (rest.empty() ? "" : ", ") + std::string(site.text(*element));
        }
      }
      if (!found) continue;
      if (!rest.empty()) return {site.replace(assign->value->span, "[" + rest + "]")};
      auto removed = remove(site, *stmt, cls.body);
      if (removed) return {*removed};
    }
    if (stmt->kind == StmtKind::AnnAssign) {
      const auto& assign = as<AnnAssign>(*stmt);
      const auto* target = dynCast<Name>(assign.target);
      const auto* final = dynCast<Subscript>(assign.annotation);
      if (target && target->id == name && final && site.text(*final->value).ends_with("Final")) {
        return {site.replace(final->span, std::string(site.text(*final->slice)))};
      }
    }
  }
  return {};
}

}  // namespace

MaybeFix dropConstant(const FixContext& site) {
  const ClassDef* cls = site.cls();
  std::string_view name;
  for (const FixContext::Step& step : site.path()) {
    if (const auto* attribute = dynCast<Attribute>(step.expr)) name = attribute->attr.text;
  }
  if (const auto* assign = site.stmtAs<Assign>(); assign && name.empty()) {
    if (const auto* attribute = dynCast<Attribute>(assign->targets[0])) name = attribute->attr.text;
  }
  if (!cls || name.empty()) return std::nullopt;
  auto edits = withoutConstant(site, *cls, name);
  if (edits.empty()) return std::nullopt;
  return fix(fmt::format("Make '{}' an attribute", name), std::move(edits));
}

}  // namespace ts::fixes
