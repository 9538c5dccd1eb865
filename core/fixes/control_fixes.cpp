// Rewrites of control flow: else of loops, match, assignment expressions, loops over containers of
// modules.
#include <fmt/format.h>

#include <algorithm>

#include "core/fixes/fix_functions.h"
#include "core/fixes/line_edits.h"

namespace ts::fixes {

using namespace syntax;

namespace {

struct Loop {
  Block body;
  Block orelse;
};

std::optional<Loop> loopOf(const Stmt* stmt) {
  if (!stmt) return std::nullopt;
  if (stmt->kind == StmtKind::For) return Loop{as<For>(*stmt).body, as<For>(*stmt).orelse};
  if (stmt->kind == StmtKind::While) return Loop{as<While>(*stmt).body, as<While>(*stmt).orelse};
  return std::nullopt;
}

// Collects the break statements that leave the loop itself.
void breaksIn(Block block, std::vector<const Stmt*>& breaks) {
  for (const Stmt* stmt : block) {
    DeepVisitor{[&](const Stmt& inner) {
                  if (inner.kind == StmtKind::Break) breaks.push_back(&inner);
                  if (auto loop = loopOf(&inner)) {
                    breaksIn(loop->orelse, breaks);
                    return false;
                  }
                  return inner.kind != StmtKind::FunctionDef && inner.kind != StmtKind::ClassDef;
                },
                [](const Expr&) { return false; }}(*stmt);
  }
}

// Returns the line of the loop's "else:"; nullopt when it contains anything else.
std::optional<Span> elseLine(const SourceFile& file, const Loop& loop) {
  uint32_t last = file.lineOf(loop.orelse.front()->span.begin);
  for (uint32_t line = file.lineOf(loop.body.back()->span.end) + 1; line < last; ++line) {
    std::string_view text = file.lineText(line);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.starts_with("else")) return Span{file.lineStart(line), file.lineStart(line + 1)};
  }
  return std::nullopt;
}

}  // namespace

MaybeFix rewriteLoopElse(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  auto loop = loopOf(stmt);
  if (!loop || loop->body.empty() || loop->orelse.empty()) return std::nullopt;
  auto line = elseLine(context.file, *loop);
  if (!line) return std::nullopt;
  std::string_view outer = indentationAt(context.file, stmt->span.begin);
  std::string_view inner = indentationAt(context.file, loop->orelse.front()->span.begin);

  std::vector<const Stmt*> breaks;
  breaksIn(loop->body, breaks);
  if (breaks.empty()) {
    // Without a break the else branch always runs.
    Span lines =
        wholeLines(context.file, cover(loop->orelse.front()->span, loop->orelse.back()->span));
    auto moved = reindented(context.file, lines, inner, outer);
    if (!moved) return std::nullopt;
    return fix("Write it after the loop", {context.replace({line->begin, lines.end}, *moved)});
  }
  std::string flag = context.freshName("finished");
  auto set = insertBefore(context, *stmt, {flag + " = True"});
  if (!set) return std::nullopt;
  std::vector<diag::Edit> edits = {*set};
  for (const Stmt* exit : breaks) {
    auto clear = insertBefore(context, *exit, {flag + " = False"});
    if (!clear) return std::nullopt;
    edits.push_back(*clear);
  }
  edits.push_back(context.replace(*line, fmt::format("{}if {}:\n", outer, flag)));
  return fix("Set a flag before each break and test it", std::move(edits));
}

namespace {

// Returns the condition under which a pattern matches the subject; empty when it always matches.
// Returns nullopt for patterns that destructure the subject.
std::optional<std::string> conditionOf(const FixContext& context, std::string_view subject,
                                       const Pattern& pattern) {
  switch (pattern.kind) {
    case PatternKind::MatchValue:
      return fmt::format("{} == {}", subject, context.text(*as<MatchValue>(pattern).value));
    case PatternKind::MatchSingleton:
      if (as<MatchSingleton>(pattern).value != ConstantKind::None) return std::nullopt;
      return fmt::format("{} is None", subject);
    case PatternKind::MatchOr: {
      std::string all;
      for (const Pattern* part : as<MatchList>(pattern).patterns) {
        auto condition = conditionOf(context, subject, *part);
        if (!condition || condition->empty()) return std::nullopt;
        all += (all.empty() ? "" : " or ") + *condition;
      }
      return all;
    }
    case PatternKind::MatchAs: {
      const auto& capture = as<MatchAs>(pattern);
      if (capture.pattern || capture.name) return std::nullopt;
      return std::string();
    }
    default: return std::nullopt;
  }
}

// Returns the if or elif head that replaces "case PATTERN if GUARD".
std::optional<std::string> headOf(const FixContext& context, std::string_view subject,
                                  const MatchCase& clause, bool isFirst, bool isLast) {
  auto condition = conditionOf(context, subject, *clause.pattern);
  if (!condition) return std::nullopt;
  std::string guard = clause.guard ? fmt::format("({})", context.text(*clause.guard)) : "";
  if (condition->empty() && guard.empty()) {
    if (isFirst || !isLast) return std::nullopt;
    return "else";
  }
  if (clause.pattern->kind == PatternKind::MatchOr && !guard.empty())
    condition = fmt::format("({})", *condition);
  std::string_view joint = !condition->empty() && !guard.empty() ? " and " : "";
  return fmt::format("{} {}{}{}", isFirst ? "if" : "elif", *condition, joint, guard);
}

}  // namespace

MaybeFix rewriteMatch(const FixContext& context) {
  const auto* match = context.stmtAs<Match>();
  if (!match || match->cases.empty() || match->subject->kind != ExprKind::Name ||
      !standsAlone(context.file, *match))
    return std::nullopt;
  const SourceFile& file = context.file;
  std::string_view outer = indentationAt(file, match->span.begin);
  std::string_view inner = indentationAt(file, match->cases.front()->span.begin);
  uint32_t end = wholeLines(file, match->span).end;
  std::string text;
  for (size_t i = 0; i < match->cases.size(); ++i) {
    const MatchCase& clause = *match->cases[i];
    uint32_t headEnd = clause.guard ? clause.guard->span.end : clause.pattern->span.end;
    size_t colon = file.text().find(':', headEnd);
    uint32_t next =
        i + 1 < match->cases.size() ? lineBegin(file, match->cases[i + 1]->span.begin) : end;
    auto head = headOf(context, context.text(*match->subject), clause, i == 0,
                       i + 1 == match->cases.size());
    if (!head || colon >= next) return std::nullopt;
    uint32_t bodyBegin = file.lineStart(file.lineOf(static_cast<uint32_t>(colon)) + 1);
    auto body = reindented(file, {bodyBegin, next}, inner, outer);
    if (!body) return std::nullopt;
    text += fmt::format("{}{}{}{}", outer, *head,
                        file.text({static_cast<uint32_t>(colon), bodyBegin}), *body);
  }
  return fix("Write it as if and elif",
             {context.replace({lineBegin(file, match->span.begin), end}, text)});
}

namespace {

// True when the expression can be evaluated earlier without effect.
bool isInert(const Expr& expr, std::string_view assigned) {
  if (expr.kind == ExprKind::Constant) return true;
  const auto* name = dynCast<Name>(&expr);
  return name && name->id != assigned;
}

// True when evaluating `parent` always evaluates `child`, after inert parts only.
bool isFirstOf(const Expr& parent, const Expr& child, std::string_view assigned) {
  std::vector<const Expr*> parts;
  switch (parent.kind) {
    case ExprKind::BoolOp: parts = {as<BoolOp>(parent).values[0]}; break;
    case ExprKind::BinOp: parts = {as<BinOp>(parent).left, as<BinOp>(parent).right}; break;
    case ExprKind::UnaryOp: parts = {as<UnaryOp>(parent).operand}; break;
    case ExprKind::Compare:
      parts = {as<Compare>(parent).left, as<Compare>(parent).comparators[0]};
      break;
    case ExprKind::IfExp: parts = {as<IfExp>(parent).test}; break;
    case ExprKind::Attribute: parts = {as<Attribute>(parent).value}; break;
    case ExprKind::Subscript:
      parts = {as<Subscript>(parent).value, as<Subscript>(parent).slice};
      break;
    case ExprKind::Tuple:
    case ExprKind::List:
      parts.assign(as<Sequence>(parent).elts.begin(), as<Sequence>(parent).elts.end());
      break;
    case ExprKind::Call: {
      const Expr* callee = as<Call>(parent).func;
      // torch.relu, self.layer: evaluating the arguments does not change the callee.
      while (callee->kind == ExprKind::Attribute) callee = as<Attribute>(*callee).value;
      parts = {callee};
      parts.insert(parts.end(), as<Call>(parent).args.begin(), as<Call>(parent).args.end());
      break;
    }
    default: return false;
  }
  for (const Expr* part : parts) {
    if (part == &child) return true;
    if (!isInert(*part, assigned)) return false;
  }
  return false;
}

bool canHoistFrom(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::If:
    case StmtKind::Expr:
    case StmtKind::Return:
    case StmtKind::Assign:
    case StmtKind::AnnAssign:
    case StmtKind::Assert: return true;
    default: return false;
  }
}

}  // namespace

MaybeFix hoistWalrus(const FixContext& context) {
  const Stmt* stmt = context.stmt();
  const auto* walrus = dynCast<NamedExpr>(context.expr());
  if (!stmt || !walrus || !canHoistFrom(*stmt)) return std::nullopt;
  std::string_view name = as<Name>(*walrus->target).id;
  for (const Expr* child = walrus; const Expr* parent = context.parent(*child); child = parent) {
    if (!isFirstOf(*parent, *child, name)) return std::nullopt;
  }
  auto before =
      insertBefore(context, *stmt, {fmt::format("{} = {}", name, context.text(*walrus->value))});
  if (!before) return std::nullopt;
  Span span = walrus->span;
  const Expr* parent = context.parent(*walrus);
  std::string_view text = context.file.text();
  bool own = (!parent || parent->kind != ExprKind::Call) && span.begin > 1 &&
             text[span.begin - 1] == '(' && text[span.end] == ')' && text[span.begin - 2] == ' ';
  if (own) span = {span.begin - 1, span.end + 1};
  return fix("Assign in a statement before", {*before, context.replace(span, std::string(name))});
}

namespace {

// Returns the CONTAINER of "range(len(CONTAINER))"; null for other expressions.
const Expr* lengthArgument(const Expr& iter) {
  auto only = [](const Expr* expr, std::string_view function) -> const Expr* {
    const auto* call = dynCast<Call>(expr);
    const auto* callee = call ? dynCast<Name>(call->func) : nullptr;
    return callee && callee->id == function && call->args.size() == 1 && call->keywords.empty()
               ? call->args[0]
               : nullptr;
  };
  const Expr* length = only(&iter, "range");
  return length ? only(length, "len") : nullptr;
}

}  // namespace

MaybeFix enumerateContainer(const FixContext& context) {
  const For* loop = nullptr;
  for (const FixContext::PathNode& step : context.path()) {
    if (step.stmt && step.stmt->kind == StmtKind::For) loop = &as<For>(*step.stmt);
  }
  const auto* index = loop ? dynCast<Name>(loop->target) : nullptr;
  const Expr* container = index ? lengthArgument(*loop->iter) : nullptr;
  if (!container) return std::nullopt;
  std::vector<const Expr*> uses;
  bool indexIsUsed = false;
  for (const Stmt* stmt : loop->body) {
    if (boundIn(*stmt).contains(index->id)) return std::nullopt;
    eachExpr(*stmt, [&](const Expr& expr) {
      if (const auto* part = dynCast<Subscript>(&expr);
          part && context.text(*part->value) == context.text(*container)) {
        if (const auto* by = dynCast<Name>(part->slice); by && by->id == index->id)
          uses.push_back(part);
      }
      if (const auto* name = dynCast<Name>(&expr); name && name->id == index->id) {
        bool asIndex = !uses.empty() && uses.back()->span.begin <= name->span.begin &&
                       name->span.end <= uses.back()->span.end;
        indexIsUsed |= !asIndex;
      }
    });
  }
  if (uses.empty()) return std::nullopt;
  std::string name = context.freshName("layer");
  std::string head = indexIsUsed ? fmt::format("{}, {} in enumerate({})", index->id, name,
                                               context.text(*container))
                                 : fmt::format("{} in {}", name, context.text(*container));
  std::vector<diag::Edit> edits = {
      context.replace(cover(loop->target->span, loop->iter->span), head)};
  for (const Expr* use : uses) edits.push_back(context.replace(use->span, name));
  return fix("Iterate over the modules themselves", std::move(edits));
}

}  // namespace ts::fixes
