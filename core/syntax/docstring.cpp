#include "core/syntax/docstring.h"

#include <algorithm>

#include "core/diag/diagnostic.h"
#include "core/syntax/parser.h"

namespace ts::syntax {

namespace {

const Constant* asText(const Expr* expr) {
  const auto* constant = dynCast<Constant>(expr);
  return constant && constant->constant == ConstantKind::Str ? constant : nullptr;
}

size_t skipBlanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

// The position after the string literal that begins at `at`; npos if the literal has no end.
size_t endOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  const bool isLong = text.substr(at, 3) == std::string(3, quote);
  const size_t width = isLong ? 3 : 1;
  for (at += width; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '\n' && !isLong)
      return text.npos;
    else if (text[at] == quote && (!isLong || text.substr(at, 3) == std::string(3, quote)))
      return at + width;
  }
  return text.npos;
}

enum class Begin : uint8_t { String, Other, Unclear };

// Classifies the start of the body after a header that ends at `at`, and moves `at` there.
Begin beginOf(std::string_view text, size_t& at) {
  for (;; ++at) {
    at = skipBlanks(text, at);
    if (at == text.size()) return Begin::Unclear;
    if (text[at] == '#') at = std::min(text.find('\n', at), text.size() - 1);
    if (text[at] != '\n' && text[at] != '\r' && text[at] != ':') break;
  }
  const std::string_view rest = text.substr(at);
  const size_t prefix = std::string_view("rRuU").find(rest[0]) != rest.npos ? 1 : 0;
  if (prefix < rest.size() && (rest[prefix] == '"' || rest[prefix] == '\'')) return Begin::String;
  // A docstring may be in parentheses, or begin on a continuation line.
  return rest[0] == '(' || rest[0] == '\\' ? Begin::Unclear : Begin::Other;
}

}  // namespace

std::optional<std::string> docstringOf(const FunctionDef& def, const SourceFile& file) {
  if (!def.body.isParsed()) {
    const std::string_view text = file.text();
    size_t at = def.headerSpan.end;
    const Begin begin = beginOf(text, at);
    if (begin == Begin::Other) return std::nullopt;
    const size_t quote = begin == Begin::String ? text.find_first_of("\"'", at) : text.npos;
    const size_t end = quote == text.npos ? quote : endOfString(text, quote);
    const size_t next = end == text.npos ? text.size() : skipBlanks(text, end);
    if (next < text.size() && std::string_view("\r\n#;").find(text[next]) != text.npos) {
      Arena arena;
      diag::Sink sink;
      const Span span{static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
      const Constant* constant = asText(parseExpression(file, span, arena, sink));
      return constant ? std::optional<std::string>(constant->text) : std::nullopt;
    }
  }
  if (def.body.empty()) return std::nullopt;
  const auto* first = dynCast<ExprStmt>(def.body[0]);
  const Constant* constant = first ? asText(first->value) : nullptr;
  return constant ? std::optional<std::string>(constant->text) : std::nullopt;
}

}  // namespace ts::syntax
