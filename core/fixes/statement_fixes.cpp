#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/known_imports.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

MaybeFix nameException(const FixContext& context) {
  const auto* raise = context.stmtAs<Raise>();
  if (!raise || raise->exc) return std::nullopt;
  return fix("Raise a RuntimeError", {context.replace(raise->span, "raise RuntimeError")});
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

MaybeFix moveAnnotation(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || stmt->kind != StmtKind::AnnAssign) return std::nullopt;
  const auto& annotated = as<AnnAssign>(*stmt);
  const auto* name = dynCast<Name>(annotated.target);
  if (!name || annotated.value) return std::nullopt;
  auto removed = remove(context, *stmt, context.block());
  if (!removed) return std::nullopt;
  const Assign* assign = assignmentAfter(context.block(), *stmt, name->id);
  if (!assign) return fix("Remove the annotation", {*removed});
  return fix("Annotate the first assignment",
             {*removed, context.insert(assign->targets[0]->span.end,
                                       fmt::format(": {}", context.text(*annotated.annotation)))});
}

MaybeFix dropDeclaration(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || (stmt->kind != StmtKind::Global && stmt->kind != StmtKind::Nonlocal) ||
      !context.function())
    return std::nullopt;
  Names bound = boundIn(*context.function());
  for (const Identifier& name : as<NameList>(*stmt).names) {
    if (bound.contains(name.text)) return std::nullopt;  // the declaration has an effect
  }
  auto removed = remove(context, *stmt, context.block());
  if (!removed) return std::nullopt;
  return fix("Remove the declaration, which reading the variable doesn't need", {*removed});
}

MaybeFix moveImport(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || !context.function() || stmt->span != context.span) return std::nullopt;
  bool isImported = std::ranges::any_of(context.tree.body, [&](const Stmt* other) {
    return context.text(*other) == context.text(*stmt);
  });
  bool taken = std::ranges::any_of(
      boundIn(*stmt), [&](std::string_view name) { return context.isBoundInModule(name); });
  auto removed = remove(context, *stmt, context.block());
  if (!removed || (taken && !isImported)) return std::nullopt;
  std::vector<diag::Edit> edits;
  if (!isImported) edits.push_back(importEdit(context.tree, context.text(*stmt)));
  edits.push_back(*removed);
  return fix("Import at module level", std::move(edits));
}

namespace {

// True when a nested definition can move to module level: it uses no name of the enclosing
// functions.
bool isIndependent(const FixContext& context, const Stmt& stmt) {
  Names used = namesIn(stmt);
  for (const FixContext::PathNode& step : context.path()) {
    if (!step.stmt || step.stmt == &stmt) break;
    for (std::string_view name : boundIn(*step.stmt)) {
      if (used.contains(name) && !boundIn(stmt).contains(name)) return false;
    }
  }
  bool plain = true;
  DeepVisitor{[&](const Stmt& inner) { return plain &= inner.kind != StmtKind::Nonlocal; },
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

MaybeFix moveDefinition(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || stmt == context.top() || stmt->span.begin != context.span.begin) return std::nullopt;
  std::string_view name;
  if (stmt->kind == StmtKind::FunctionDef) name = as<FunctionDef>(*stmt).name.text;
  if (stmt->kind == StmtKind::ClassDef) name = as<ClassDef>(*stmt).name.text;
  if (name.empty() || context.isBoundInModule(name) ||
      beginWithDecorators(*stmt) != stmt->span.begin)
    return std::nullopt;
  auto removed = remove(context, *stmt, context.block());
  if (!removed || !isIndependent(context, *stmt)) return std::nullopt;
  auto moved = reindented(context.file, wholeLines(context.file, stmt->span),
                          indentationAt(context.file, stmt->span.begin), "");
  if (!moved) return std::nullopt;
  uint32_t at = lineBegin(context.file, beginWithDecorators(*context.top()));
  return fix(fmt::format("Define '{}' at module level", name),
             {context.insert(at, *moved + "\n\n"), *removed});
}

MaybeFix writePass(const FixContext& context) {
  const auto* stmt = context.stmtAs<ExprStmt>();
  if (!stmt || stmt->value->span != context.span) return std::nullopt;
  return fix("Write pass", {context.replace(context.span, "pass")});
}

MaybeFix wrapRaised(const FixContext& context) {
  const auto* raise = context.stmtAs<Raise>();
  const auto* text = raise ? dynCast<Constant>(raise->exc) : nullptr;
  if (!text || text->constant != ConstantKind::Str) return std::nullopt;
  return unsafeFix(
      "Raise a RuntimeError with this message",
      {context.insert(text->span.begin, "RuntimeError("), context.insert(text->span.end, ")")});
}

MaybeFix dropInnerAnnotation(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt || stmt->kind != StmtKind::AnnAssign || !as<AnnAssign>(*stmt).value)
    return std::nullopt;
  const auto& annotated = as<AnnAssign>(*stmt);
  return fix("Remove the annotation",
             {context.replace({annotated.target->span.end, annotated.annotation->span.end}, "")});
}

namespace {

// Adds a statement at the end of a function.
diag::Edit appendToBody(const FixContext& context, const FunctionDef& function,
                        std::string_view statement) {
  const uint32_t end = wholeLines(context.file, function.body[function.body.size() - 1]->span).end;
  const bool hasNewline = end > 0 && context.file.text()[end - 1] == '\n';
  return context.insert(
      end, fmt::format("{}{}{}\n", hasNewline ? "" : "\n",
                       indentationAt(context.file, function.body[0]->span.begin), statement));
}

}  // namespace

MaybeFix returnNone(const FixContext& context) {
  const FunctionDef* function = context.function();
  if (!function || !function->returns || function->body.empty()) return std::nullopt;
  std::string_view type = context.text(*function->returns);
  if (!type.starts_with("Optional[") && !type.starts_with("typing.Optional[")) return std::nullopt;
  return fix("Return None at the end", {appendToBody(context, *function, "return None")});
}

MaybeFix raiseAtEnd(const FixContext& context) {
  const FunctionDef* function = context.function();
  if (!function || function->body.empty()) return std::nullopt;
  return unsafeFix("Raise at the end",
                   {appendToBody(context, *function,
                                 fmt::format("raise RuntimeError(\"{} returns no value here\")",
                                             function->name.text))});
}

MaybeFix flattenDelete(const FixContext& context) {
  const auto* stmt = context.stmtAs<Delete>();
  if (!stmt || stmt->targets.size() != 1) return std::nullopt;
  const Expr& target = *stmt->targets[0];
  if ((target.kind != ExprKind::Tuple && target.kind != ExprKind::List) ||
      as<Sequence>(target).elts.empty())
    return std::nullopt;
  List<Expr*> parts = as<Sequence>(target).elts;
  if (parts.front()->span.begin == target.span.begin) return std::nullopt;
  return fix("Delete them without brackets",
             {context.replace({target.span.begin, parts.front()->span.begin}, ""),
              context.replace({parts.back()->span.end, target.span.end}, "")});
}

namespace {

MaybeFix bindInWith(const FixContext& context, const With& with) {
  for (const WithItem* item : with.items) {
    if (!item->optionalVars || item->optionalVars->span != context.span || with.body.empty())
      continue;
    std::string name = context.freshName("entered");
    auto first = insertBefore(context, *with.body[0],
                              {fmt::format("{} = {}", context.text(*item->optionalVars), name)});
    if (!first) return std::nullopt;
    return fix("Unpack it in the first line", {context.replace(context.span, name), *first});
  }
  return std::nullopt;
}

}  // namespace

MaybeFix bindPlainly(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  if (!stmt) return std::nullopt;
  if (stmt->kind == StmtKind::With) return bindInWith(context, as<With>(*stmt));
  const Expr* target = context.expr();
  if (!target || target->kind != ExprKind::List || as<Sequence>(*target).elts.empty())
    return std::nullopt;
  std::string_view closing = as<Sequence>(*target).elts.size() == 1 &&
                                     context.text(*target).find(',') == std::string_view::npos
                                 ? ",)"
                                 : ")";
  return fix("Write a tuple",
             {context.replace({target->span.begin, target->span.begin + 1}, "("),
              context.replace({target->span.end - 1, target->span.end}, std::string(closing))});
}

}  // namespace ts::fixes
