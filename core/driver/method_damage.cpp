#include "core/driver/method_damage.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "core/driver/top_level_chunks.h"

namespace ts::driver {

using diag::Rule;
using syntax::Expr;
using syntax::FunctionDef;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool isDunder(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

const FunctionDef* methodIn(const Stmt& stmt) {
  return stmt.kind == StmtKind::FunctionDef ? &syntax::as<FunctionDef>(stmt) : nullptr;
}

std::string_view indentationAt(std::string_view text, size_t lineStart) {
  const size_t end = text.find_first_not_of(" \t\f", lineStart);
  return text.substr(lineStart, std::min(end, text.size()) - lineStart);
}

// Returns whether all lines after the header are indented further than the header. Otherwise the
// method may have swallowed statements of its class.
bool isIndentedBelow(const SourceFile& file, const FunctionDef& method, Span lines) {
  const std::string_view text = file.text();
  const uint32_t header = file.lineOf(method.span.begin);
  const std::string_view indentation = indentationAt(text, file.lineStart(header));
  for (uint32_t line = file.lineOf(method.headerSpan.end) + 1; line <= file.lineCount(); ++line) {
    const uint32_t begin = file.lineStart(line);
    if (begin >= lines.end) break;
    const std::string_view own = indentationAt(text, begin);
    const size_t first = begin + own.size();
    const bool isBlank =
        first >= text.size() || text[first] == '\r' || text[first] == '\n' || text[first] == '#';
    if (!isBlank && (own.size() <= indentation.size() || !own.starts_with(indentation)))
      return false;
  }
  return true;
}

// Calls `visit` with the names of attributes in the text and with strings that are names.
void forEachMention(std::string_view text, const std::function<void(std::string_view)>& visit) {
  forEachWord(text, [&](std::string_view word) {
    if (word.data() == text.data()) return;
    const char before = word.data()[-1];
    const char* end = word.data() + word.size();
    const bool isString =
        (before == '"' || before == '\'') && end < text.data() + text.size() && *end == before;
    if (before == '.' || isString) visit(word);
  });
}

// Returns whether the text may create attributes, judged by its words: `self.x = 1`,
// `setattr(...)`.
bool maySetAttributes(std::string_view text) {
  bool contains = false;
  forEachWord(text, [&](std::string_view word) {
    contains |= word == "setattr" || word == "__dict__" || word == "add_module" ||
                word.starts_with("register_");
    if (word.data() == text.data() || word.data()[-1] != '.') return;
    const size_t end = static_cast<size_t>(word.data() - text.data()) + word.size();
    const size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    const std::string_view after = text.substr(next, 2);
    contains |= after.starts_with(':') || (after.starts_with('=') && after != "==");
  });
  return contains;
}

FunctionDef* replacement(const FunctionDef& method, Arena& arena) {
  Expr* returns = method.returns;
  if (!returns && method.typeComment.empty()) {
    const Span end{method.headerSpan.end, method.headerSpan.end};
    returns =
        arena.make<syntax::ErrorExpr>(Expr{{end}, syntax::ExprKind::Error}, syntax::List<Expr*>{});
  }
  return arena.make<FunctionDef>(static_cast<const Stmt&>(method), method.name, method.args,
                                 syntax::List<Stmt*>(method.body.begin(), method.body.end()),
                                 method.decorators, returns, method.typeComment,
                                 method.typeCommentSpan, method.typeParams, method.headerSpan);
}

}  // namespace

MethodRepair::MethodRepair(const syntax::Module& tree,
                           const std::vector<diag::Diagnostic>& problems)
    : tree_(tree), problems_(problems) {
  for (const diag::Diagnostic& problem : problems) {
    if (problem.rule != Rule::UnterminatedString) continue;
    const std::string_view text = tree.file->text().substr(problem.range.span.begin, 5);
    hasOpenText_ |= text.find("\"\"\"") != text.npos || text.find("'''") != text.npos;
  }
}

bool MethodRepair::mayRunEarly(std::string_view method) {
  if (!std::exchange(isSearched_, true)) findConstructing();
  return constructing_.contains(method);
}

void MethodRepair::findConstructing() {
  const std::string_view text = tree_.file->text();
  std::unordered_multimap<std::string_view, Span> methods;
  std::vector<Span> waiting;  // text whose mentions are not known yet
  uint32_t end = 0;
  for (const Stmt* stmt : tree_.body) {
    const auto* definition = syntax::dynCast<syntax::ClassDef>(stmt);
    if (!definition) continue;
    for (const Stmt* member : definition->body) {
      const FunctionDef* method = methodIn(*member);
      if (!method || isDunder(method->name.text)) continue;
      methods.emplace(method->name.text, method->span);
      waiting.push_back({end, std::max(end, method->span.begin)});
      end = std::max(end, method->span.end);
    }
  }
  waiting.push_back({end, static_cast<uint32_t>(text.size())});
  while (!waiting.empty()) {
    const Span span = waiting.back();
    waiting.pop_back();
    forEachMention(text.substr(span.begin, span.size()), [&](std::string_view name) {
      const auto [first, last] = methods.equal_range(name);
      if (first == last || !constructing_.insert(first->first).second) return;
      for (auto method = first; method != last; ++method) waiting.push_back(method->second);
    });
  }
}

RepairedClass MethodRepair::repair(const syntax::ClassDef& definition, Span lines, Arena& arena) {
  if (hasOpenText_ || definition.body.empty()) return {};
  const std::string_view text = tree_.file->text();
  const std::vector<TopLevelLine> members = statementLines(definition.body, text);
  const std::string_view indentation = indentationAt(text, members[0].begin);
  const bool isEven = std::ranges::all_of(members, [&](const TopLevelLine& member) {
    return indentationAt(text, member.begin) == indentation;
  });
  if (!isEven) return {};
  std::vector<bool> isDamaged(members.size());
  auto linesOf = [&](size_t member) {
    return Span{members[member].begin,
                member + 1 < members.size() ? members[member + 1].begin : lines.end};
  };
  // Marks the method whose body contains the range; false: the range is in another place.
  auto mark = [&](Span range, bool lacksBlock) {
    auto after = std::ranges::upper_bound(members, range.begin, {}, &TopLevelLine::begin);
    // An error at the start of a member may belong to the member before, whose block is missing.
    if (lacksBlock && after != members.begin() &&
        range.begin <= definition.body[(after - 1)->first]->span.begin)
      --after;
    if (after == members.begin()) return false;
    const auto member = static_cast<size_t>(after - members.begin() - 1);
    const Span own = linesOf(member);
    const size_t end =
        member + 1 < members.size() ? members[member + 1].first : definition.body.size();
    const FunctionDef* method = methodIn(*definition.body[members[member].first]);
    if (end != members[member].first + 1 || !method) return false;
    if (!lacksBlock && range.end > own.end) return false;
    const SourceFile& file = *tree_.file;
    if (file.lineOf(range.begin) <= file.lineOf(method->headerSpan.end)) return false;
    isDamaged[member] = true;
    return true;
  };
  for (const diag::Diagnostic& problem : problems_) {
    if (problem.severity != diag::Severity::Error) continue;
    const Span range = problem.range.span;
    auto isOutside = [&](Span span) { return span.end < lines.begin || span.begin > lines.end; };
    const bool lacksBlock = problem.rule == Rule::BadIndentation;
    bool isConfined = isOutside(range) || mark(range, lacksBlock);
    auto confine = [&](const SourceRange& range) {
      if (range.file == tree_.file.get() && !isOutside(range.span))
        isConfined &= mark(range.span, false);
    };
    for (const diag::Label& label : problem.labels) confine(label.range);
    for (const diag::Note& note : problem.notes) confine(note.range);
    if (!isConfined) return {};
  }
  RepairedClass repaired;
  std::vector<Stmt*> body(definition.body.begin(), definition.body.end());
  for (size_t i = 0; i < members.size(); ++i) {
    if (!isDamaged[i]) continue;
    const FunctionDef& method = *methodIn(*body[members[i].first]);
    const Span own = linesOf(i);
    if (isDunder(method.name.text) || !isIndentedBelow(*tree_.file, method, own)) return {};
    if (maySetAttributes(tree_.file->text(own)) && mayRunEarly(method.name.text)) return {};
    body[members[i].first] = replacement(method, arena);
    repaired.damaged.push_back(linesOf(i));
  }
  repaired.definition = arena.make<syntax::ClassDef>(
      static_cast<const Stmt&>(definition), definition.name, definition.bases, definition.keywords,
      arena.copy(body), definition.decorators, definition.typeParams);
  return repaired;
}

}  // namespace ts::driver
