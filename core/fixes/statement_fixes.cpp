#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/lines.h"
#include "core/fixes/table.h"

namespace ts::fixes {

using namespace syntax;

MaybeFix nameException(const FixContext& site) {
  const auto* raise = site.stmtAs<Raise>();
  if (!raise || raise->exc) return std::nullopt;
  return fix("Raise a RuntimeError", {site.replace(raise->span, "raise RuntimeError")});
}

namespace {

// Returns the statement after `stmt` in the same block that assigns the variable's first value;
// null when it is elsewhere.
const Assign* assignmentAfter(Block block, const Stmt& stmt, std::string_view name) {
  auto at = std::find(block.begin(), block.end(), &stmt);
  for (++at; at != block.end(); ++at) {
    const auto* assign = dynCast<Assign>(*at);
    const auto* target =
        assign && assign->targets.size() == 1 ? dynCast<Name>(assign->targets[0]) : nullptr;
    if (target && target->id == name) return assign;
    if (boundIn(**at).contains(name)) return nullptr;
  }
  return nullptr;
}

}  // namespace

MaybeFix moveAnnotation(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || stmt->kind != StmtKind::AnnAssign) return std::nullopt;
  const auto& annotated = as<AnnAssign>(*stmt);
  const auto* name = dynCast<Name>(annotated.target);
  if (!name || annotated.value) return std::nullopt;
  auto removed = remove(site, *stmt, site.block());
  if (!removed) return std::nullopt;
  const Assign* assign = assignmentAfter(site.block(), *stmt, name->id);
  if (!assign) return fix("Remove the annotation", {*removed});
  return fix("Annotate the first assignment",
             {*removed, site.insert(assign->targets[0]->span.end,
                                    fmt::format(": {}", site.text(*annotated.annotation)))});
}

MaybeFix dropDeclaration(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || (stmt->kind != StmtKind::Global && stmt->kind != StmtKind::Nonlocal) ||
      !site.function())
    return std::nullopt;
  Names bound = boundIn(*site.function());
  for (const Identifier& name : as<NameList>(*stmt).names) {
    if (bound.contains(name.text)) return std::nullopt;  // the declaration has an effect
  }
  auto removed = remove(site, *stmt, site.block());
  if (!removed) return std::nullopt;
  return fix("Remove the declaration, which reading the variable doesn't need", {*removed});
}

MaybeFix moveImport(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || !site.function() || stmt->span != site.span) return std::nullopt;
  bool known = std::ranges::any_of(
      site.tree.body, [&](const Stmt* other) { return site.text(*other) == site.text(*stmt); });
  bool taken = std::ranges::any_of(
      boundIn(*stmt), [&](std::string_view name) { return site.isBoundInModule(name); });
  auto removed = remove(site, *stmt, site.block());
  if (!removed || (taken && !known)) return std::nullopt;
  std::vector<diag::Edit> edits;
  if (!known) edits.push_back(addImport(site, site.text(*stmt)));
  edits.push_back(*removed);
  return fix("Import at module level", std::move(edits));
}

namespace {

// True when a nested definition can move to module level: it uses no name of the enclosing
// functions.
bool isIndependent(const FixContext& site, const Stmt& stmt) {
  Names used = namesIn(stmt);
  for (const FixContext::Step& step : site.path()) {
    if (!step.stmt || step.stmt == &stmt) break;
    for (std::string_view name : boundIn(*step.stmt)) {
      if (used.contains(name) && !boundIn(stmt).contains(name)) return false;
    }
  }
  bool plain = true;
  Deep{[&](const Stmt& inner) { return plain &= inner.kind != StmtKind::Nonlocal; },
       [&](const Expr& inner) {
         return plain &= inner.kind != ExprKind::Yield && inner.kind != ExprKind::YieldFrom;
       }}(stmt);
  return plain;
}

uint32_t beginWithDecorators(const Stmt& stmt) {
  List<Expr*> decorators;
  if (stmt.kind == StmtKind::FunctionDef) decorators = as<FunctionDef>(stmt).decorators;
  if (stmt.kind == StmtKind::ClassDef) decorators = as<ClassDef>(stmt).decorators;
  return decorators.empty() ? stmt.span.begin : decorators[0]->span.begin;
}

}  // namespace

MaybeFix moveDefinition(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || stmt == site.top() || stmt->span.begin != site.span.begin) return std::nullopt;
  std::string_view name;
  if (stmt->kind == StmtKind::FunctionDef) name = as<FunctionDef>(*stmt).name.text;
  if (stmt->kind == StmtKind::ClassDef) name = as<ClassDef>(*stmt).name.text;
  if (name.empty() || site.isBoundInModule(name) || beginWithDecorators(*stmt) != stmt->span.begin)
    return std::nullopt;
  auto removed = remove(site, *stmt, site.block());
  if (!removed || !isIndependent(site, *stmt)) return std::nullopt;
  auto moved = reindented(site.file, wholeLines(site.file, stmt->span),
                          indentationAt(site.file, stmt->span.begin), "");
  if (!moved) return std::nullopt;
  uint32_t at = lineBegin(site.file, beginWithDecorators(*site.top()));
  return fix(fmt::format("Define '{}' at module level", name),
             {site.insert(at, *moved + "\n\n"), *removed});
}

MaybeFix writePass(const FixContext& site) {
  const auto* stmt = site.stmtAs<ExprStmt>();
  if (!stmt || stmt->value->span != site.span) return std::nullopt;
  return fix("Write pass", {site.replace(site.span, "pass")});
}

MaybeFix wrapRaised(const FixContext& site) {
  const auto* raise = site.stmtAs<Raise>();
  const auto* text = raise ? dynCast<Constant>(raise->exc) : nullptr;
  if (!text || text->constant != ConstantKind::Str) return std::nullopt;
  return unsafeFix(
      "Raise a RuntimeError with this message",
      {site.insert(text->span.begin, "RuntimeError("), site.insert(text->span.end, ")")});
}

MaybeFix dropInnerAnnotation(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt || stmt->kind != StmtKind::AnnAssign || !as<AnnAssign>(*stmt).value)
    return std::nullopt;
  const auto& annotated = as<AnnAssign>(*stmt);
  return fix("Remove the annotation",
             {site.replace({annotated.target->span.end, annotated.annotation->span.end}, "")});
}

MaybeFix returnNone(const FixContext& site) {
  const FunctionDef* function = site.function();
  if (!function || !function->returns || function->body.empty()) return std::nullopt;
  std::string_view type = site.text(*function->returns);
  if (!type.starts_with("Optional[") && !type.starts_with("typing.Optional[")) return std::nullopt;
  const Stmt& last = *function->body[function->body.size() - 1];
  Span lines = wholeLines(site.file, last.span);
  bool ends = lines.end > 0 && site.file.text()[lines.end - 1] == '\n';
  return fix("Return None at the end",
             {site.insert(lines.end,
                          fmt::format("{}{}return None\n", ends ? "" : "\n",
                                      indentationAt(site.file, function->body[0]->span.begin)))});
}

MaybeFix flattenDelete(const FixContext& site) {
  const auto* stmt = site.stmtAs<Delete>();
  if (!stmt || stmt->targets.size() != 1) return std::nullopt;
  const Expr& target = *stmt->targets[0];
  if ((target.kind != ExprKind::Tuple && target.kind != ExprKind::List) ||
      as<Sequence>(target).elts.empty())
    return std::nullopt;
  List<Expr*> parts = as<Sequence>(target).elts;
  if (parts.front()->span.begin == target.span.begin) return std::nullopt;
  return fix("Delete them without brackets",
             {site.replace({target.span.begin, parts.front()->span.begin}, ""),
              site.replace({parts.back()->span.end, target.span.end}, "")});
}

namespace {

MaybeFix bindInWith(const FixContext& site, const With& with) {
  for (const WithItem* item : with.items) {
    if (!item->optionalVars || item->optionalVars->span != site.span || with.body.empty()) continue;
    std::string name = site.freshName("entered");
    auto first = insertBefore(site, *with.body[0],
                              {fmt::format("{} = {}", site.text(*item->optionalVars), name)});
    if (!first) return std::nullopt;
    return fix("Unpack it in the first line", {site.replace(site.span, name), *first});
  }
  return std::nullopt;
}

}  // namespace

MaybeFix bindPlainly(const FixContext& site) {
  const Stmt* stmt = site.stmt();
  if (!stmt) return std::nullopt;
  if (stmt->kind == StmtKind::With) return bindInWith(site, as<With>(*stmt));
  const Expr* target = site.expr();
  if (!target || target->kind != ExprKind::List || as<Sequence>(*target).elts.empty())
    return std::nullopt;
  std::string_view closing = as<Sequence>(*target).elts.size() == 1 &&
                                     site.text(*target).find(',') == std::string_view::npos
                                 ? ",)"
                                 : ")";
  return fix("Write a tuple",
             {site.replace({target->span.begin, target->span.begin + 1}, "("),
              site.replace({target->span.end - 1, target->span.end}, std::string(closing))});
}

}  // namespace ts::fixes
