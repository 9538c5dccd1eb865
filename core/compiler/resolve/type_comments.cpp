#include "core/compiler/resolve/type_comments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/base/ascii.h"
#include "core/compiler/reports/compile_error.h"
#include "core/syntax/parser.h"

namespace ts::compiler {
namespace {

using namespace syntax;
using diag::Rule;

constexpr std::string_view kMark = "# type:";

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\r'; }
bool isWord(char c) { return isAsciiLetter(c) || isAsciiDigit(c) || c == '_' || (c & 0x80); }

std::string_view stripRight(std::string_view text) {
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

// True for "ignore" or "ignore[rule-code]" at the end of a line.
bool isIgnore(std::string_view text) {
  if (!text.starts_with("ignore")) return false;
  text.remove_prefix(6);
  if (text.empty()) return true;
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') return false;
  return std::ranges::all_of(text.substr(1, text.size() - 2),
                             [](char c) { return isAsciiLetter(c) || c == '-'; });
}

struct Line {
  uint32_t begin;  // file offset of the line
  std::string_view text;
  Span span() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
  Span from(size_t column) const { return {begin + static_cast<uint32_t>(column), span().end}; }
};

class Reader {
 public:
  Reader(const SourceFile& file, Arena& arena) : file_(file), arena_(arena) {}

  std::optional<TypeComment> read(const FunctionDef& function) {
    std::vector<Line> all = linesOf(function), marked;
    for (const Line& line : all) {
      if (line.text.find(kMark) != std::string_view::npos && !isIgnored(line))
        marked.push_back(line);
    }
    if (marked.empty()) {
      for (const Line& line : all) checkPrefix(line);
      return std::nullopt;
    }
    if (marked.size() == 1) return whole(marked[0]);
    auto arrow = std::ranges::find_if(marked, [](const Line& line) {
      return line.text.find("# type: (...) -> ") != std::string_view::npos;
    });
    if (arrow == marked.end()) {
      throw CompileError(Rule::ReturnTypeCommentMissing,
                         {&file_, marked[0].from(marked[0].text.find(kMark))},
                         "none of the type comments has a return type")
          .note(
              "end them with a line \"# type: (...) -> T\" after the parameters, or write "
              "annotations instead");
    }
    for (auto line = marked.begin(); line != arrow; ++line) parameters(*line);
    return whole(*arrow, /*elided=*/true);
  }

 private:
  // The lines of the function's source as Python defines it: from the first decorator to the end,
  // with trailing comments that are indented like the body.
  std::vector<Line> linesOf(const FunctionDef& function) const {
    uint32_t begin = function.span.begin;
    for (auto* decorator : function.decorators) begin = std::min(begin, decorator->span.begin);
    uint32_t first = file_.lineOf(begin), last = file_.lineOf(function.span.end);
    uint32_t column =
        function.body.empty() ? 0 : file_.position(function.body[0]->span.begin).column;
    for (uint32_t line = last + 1; line <= file_.lineCount(); ++line) {
      std::string_view text = file_.lineText(line);
      size_t start = std::ranges::find_if_not(text, isBlank) - text.begin();
      if (start == text.size()) continue;
      if (text[start] != '#') break;
      if (start >= column) last = line;
    }
    std::vector<Line> lines;
    for (uint32_t line = first; line <= last; ++line)
      lines.push_back({file_.lineStart(line), file_.lineText(line)});
    return lines;
  }

  static bool isIgnored(const Line& line) {
    for (size_t at = line.text.find(kMark); at != std::string_view::npos;
         at = line.text.find(kMark, at + 1)) {
      std::string_view rest = line.text.substr(at + kMark.size());
      if (rest.starts_with(' ') && isIgnore(rest.substr(1))) return true;
    }
    return false;
  }

  // "#type:" and "# type :" are errors in PyTorch.
  void checkPrefix(const Line& line) const {
    std::string_view text = line.text;
    for (size_t hash = text.find('#'); hash != std::string_view::npos;
         hash = text.find('#', hash + 1)) {
      size_t at = hash + 1;
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
      if (!text.substr(at).starts_with("type")) continue;
      at += 4;
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
      if (at >= text.size() || text[at] != ':') continue;
      std::string_view rest = text.substr(at + 1);
      if (rest.starts_with(' ') && isIgnore(rest.substr(1))) continue;
      SourceRange range{
          &file_,
          {line.begin + static_cast<uint32_t>(hash), line.begin + static_cast<uint32_t>(at + 1)}};
      throw CompileError(Rule::BadTypeComment, range, "a type comment must start with \"# type:\"")
          .fix("Write it as # type:", {{range, std::string(kMark)}});
    }
  }

  [[noreturn]] void fail(Span at, std::string message) const {
    throw CompileError(Rule::BadTypeComment, {&file_, at}, std::move(message));
  }

  // Parses a type comment on a line of its own.
  TypeComment whole(const Line& line, bool elided = false) {
    size_t start = std::ranges::find_if_not(line.text, isBlank) - line.text.begin();
    if (!line.text.substr(start).starts_with(kMark)) {
      size_t mark = line.text.find(kMark);
      throw CompileError(Rule::BadTypeComment, {&file_, line.from(mark)},
                         "a type comment of a function must be on a line of its own")
          .note("for a variable write an annotation: x: T = value");
    }
    comment_.span = line.from(start);
    size_t open = start + kMark.size();
    while (open < line.text.size() && isBlank(line.text[open])) ++open;
    if (open >= line.text.size() || line.text[open] != '(')
      fail(line.from(open), "the types of the parameters must be in parentheses");
    size_t close = closing(line, open);
    if (!elided) list(line, open + 1, close);
    returns(line, close + 1);
    return std::move(comment_);
  }

  // Parses the types after the mark on a parameter's line.
  void parameters(const Line& line) {
    size_t begin = line.text.find(kMark) + kMark.size();
    size_t end = stripRight(line.text).size();
    if (size_t hash = line.text.find('#', begin); hash != std::string_view::npos) {
      fail(line.from(hash), "nothing may follow the type of a parameter");
    }
    list(line, begin, end);
  }

  // Returns the position of the bracket that closes the one at `open`.
  size_t closing(const Line& line, size_t open) const {
    int depth = 0;
    char quote = 0;
    for (size_t at = open; at < line.text.size(); ++at) {
      char c = line.text[at];
      if (quote) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '#') {
        break;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
        return at;
      }
    }
    fail(line.from(open), "the bracket is never closed");
  }

  void list(const Line& line, size_t begin, size_t end) {
    while (begin < end) {
      size_t comma = begin;
      for (int depth = 0; comma < end; ++comma) {
        char c = line.text[comma];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (c == ',' && depth == 0) break;
      }
      bool empty = std::ranges::all_of(line.text.substr(begin, comma - begin), isBlank);
      bool last = comma >= end;
      // The list may end with a comma.
      if (empty && last) return;
      if (empty)
        fail({line.begin + static_cast<uint32_t>(comma),
              line.begin + static_cast<uint32_t>(comma + 1)},
             "a type is missing before the comma");
      comment_.parameters.push_back(expression(line, begin, comma));
      begin = comma + 1;
    }
  }

  const Expr* expression(const Line& line, size_t begin, size_t end) {
    while (begin < end && isBlank(line.text[begin])) ++begin;
    while (end > begin && isBlank(line.text[end - 1])) --end;
    Span span{line.begin + static_cast<uint32_t>(begin), line.begin + static_cast<uint32_t>(end)};
    diag::Sink problems;
    const Expr* expr = parseExpression(file_, span, arena_, problems);
    if (!expr || problems.size() > 0)
      fail(span, fmt::format("'{}' is not a type", file_.text(span)));
    return expr;
  }

  // Parses the arrow and one expression; PyTorch ignores the rest of the line.
  void returns(const Line& line, size_t at) {
    auto skip = [&] {
      while (at < line.text.size() && isBlank(line.text[at])) ++at;
    };
    skip();
    if (!line.text.substr(at).starts_with("->")) return;
    at += 2;
    skip();
    size_t begin = at;
    while (at < line.text.size()) {
      char c = line.text[at];
      if (c == '(' || c == '[') {
        at = closing(line, at) + 1;
      } else if (c == '"' || c == '\'') {
        size_t end = line.text.find(c, at + 1);
        if (end == std::string_view::npos) fail(line.from(at), "the string is never closed");
        at = end + 1;
      } else if (isWord(c) || c == '.') {
        ++at;
      } else {
        size_t next = at;
        while (next < line.text.size() && isBlank(line.text[next])) ++next;
        bool goesOn = next < line.text.size() && (line.text[next] == '|' || line.text[next] == '[');
        if (!goesOn &&
            !(at > begin && stripRight(line.text.substr(begin, at - begin)).ends_with('|')))
          break;
        at = next + (line.text[next] == '|');
        skip();
      }
    }
    if (at == begin)
      fail(line.from(std::min(begin, line.text.size())),
           "the return type is missing after the arrow");
    comment_.returns = expression(line, begin, at);
  }

  const SourceFile& file_;
  Arena& arena_;
  TypeComment comment_;
};

}  // namespace

std::optional<TypeComment> typeCommentOf(const SourceFile& file, const FunctionDef& function,
                                         Arena& arena) {
  return Reader(file, arena).read(function);
}

}  // namespace ts::compiler
