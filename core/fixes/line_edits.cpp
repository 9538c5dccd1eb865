#include "core/fixes/line_edits.h"

#include <algorithm>

namespace ts::fixes {

using namespace syntax;

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

std::string joined(std::string_view indentation, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) (((text += indentation) += line) += '\n');
  return text;
}

// Continuation lines inside a string must not be reindented; inside brackets it is harmless.
bool hasLongString(std::string_view text) {
  return text.find("\"\"\"") != text.npos || text.find("'''") != text.npos ||
         text.find("\\\n") != text.npos;
}

}  // namespace

uint32_t lineBegin(const SourceFile& file, uint32_t offset) {
  return file.lineStart(file.lineOf(offset));
}

std::string_view indentationAt(const SourceFile& file, uint32_t offset) {
  std::string_view line = file.lineText(file.lineOf(offset));
  return line.substr(0, std::find_if_not(line.begin(), line.end(), isBlank) - line.begin());
}

Span wholeLines(const SourceFile& file, Span span) {
  uint32_t last = file.lineOf(span.end > span.begin ? span.end - 1 : span.end);
  return {lineBegin(file, span.begin), file.lineStart(last + 1)};
}

bool standsAlone(const SourceFile& file, const Stmt& stmt) {
  Span lines = wholeLines(file, stmt.span);
  std::string_view before = file.text({lines.begin, stmt.span.begin});
  std::string_view after = file.text({stmt.span.end, lines.end});
  auto rest = std::find_if_not(after.begin(), after.end(), isBlank);
  return std::ranges::all_of(before, isBlank) &&
         (rest == after.end() || *rest == '#' || *rest == '\n' || *rest == '\r');
}

std::optional<diag::Edit> insertBefore(const FixContext& context, const Stmt& stmt,
                                       const std::vector<std::string>& lines) {
  uint32_t begin = lineBegin(context.file, stmt.span.begin);
  std::string_view before = context.file.text({begin, stmt.span.begin});
  if (!std::ranges::all_of(before, isBlank) || context.text(stmt).starts_with("elif"))
    return std::nullopt;
  return context.insert(begin, joined(before, lines));
}

std::optional<diag::Edit> insertAtStart(const FixContext& context, Block body,
                                        const std::vector<std::string>& lines) {
  if (body.empty()) return std::nullopt;
  const auto* first = dynCast<ExprStmt>(body[0]);
  const auto* docstring = first ? dynCast<Constant>(first->value) : nullptr;
  if (!docstring || docstring->constant != ConstantKind::Str)
    return insertBefore(context, *body[0], lines);
  if (!standsAlone(context.file, *first)) return std::nullopt;
  return context.insert(wholeLines(context.file, first->span).end,
                        joined(indentationAt(context.file, first->span.begin), lines));
}

std::optional<diag::Edit> remove(const FixContext& context, const Stmt& stmt, Block block) {
  if (block.size() == 1) return context.replace(stmt.span, "pass");
  if (!standsAlone(context.file, stmt)) return std::nullopt;
  return context.replace(wholeLines(context.file, stmt.span), "");
}

std::optional<std::string> reindented(const SourceFile& file, Span lines, std::string_view from,
                                      std::string_view to) {
  std::string_view text = file.text(lines);
  if (hasLongString(text)) return std::nullopt;
  std::string result;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end == text.npos ? end : end + 1);
    text.remove_prefix(line.size());
    if (line.starts_with(from)) {
      (result += to) += line.substr(from.size());
    } else if (std::ranges::all_of(line,
                                   [](char c) { return isBlank(c) || c == '\n' || c == '\r'; })) {
      result += line;
    } else {
      return std::nullopt;
    }
  }
  return result;
}

}  // namespace ts::fixes
