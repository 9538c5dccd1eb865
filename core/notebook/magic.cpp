// Finds IPython's own lines by IPython's rule: only where a statement can begin. A % between
// operands and text in strings stay unchanged.
#include "core/notebook/magic.h"

#include <algorithm>
#include <cctype>

#include "core/base/json_writer.h"

namespace ts::notebook {

namespace {

constexpr std::string_view kBlanks = " \t\f";
// Cell magics whose cell is Python.
constexpr std::string_view kPythonMagics[] = {"capture", "prun", "time", "timeit"};

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

// Returns the end of the line that starts at `begin`, without the line ending.
size_t lineEnd(std::string_view text, size_t begin) {
  return std::min(text.size(), text.find_first_of("\r\n", begin));
}

size_t nextLine(std::string_view text, size_t end) {
  if (end == text.size()) return end;
  return text.substr(end).starts_with("\r\n") ? end + 2 : end + 1;
}

// Returns whether the line assigns a magic's result: `files = !ls`, `out = %timeit f()`.
bool assignsMagic(std::string_view line) {
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  const std::string_view names = line.substr(0, equals);
  const bool plain = std::all_of(names.begin(), names.end(), [](char c) {
    return isNamePart(c) || std::string_view(" \t,.").find(c) != std::string_view::npos;
  });
  const size_t value = line.find_first_not_of(kBlanks, equals + 1);
  return plain && value != std::string_view::npos && (line[value] == '!' || line[value] == '%');
}

// `line` must not begin with blanks.
bool isMagic(std::string_view line) {
  if (line.empty()) return false;
  if (line[0] == '%' || line[0] == '!' || line[0] == '?') return true;
  const size_t last = line.find_last_not_of(kBlanks);
  if (line[last] == '?') {
    const std::string_view name = line.substr(0, last);
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return isNamePart(c) || c == '.' || c == '*' || c == '?'; });
  }
  return assignsMagic(line);
}

// Turns the rest of the line from `at` into a comment. An indented line becomes `pass`, because its
// block may have no other statement.
void hide(std::string& text, size_t at, size_t end, bool isIndented) {
  constexpr std::string_view kPass = "pass";
  // Replaces whole characters only.
  const auto put = [&](std::string_view with) {
    size_t to = at;
    while (to < end && to - at < with.size())
      to += std::max<size_t>(1, utf8Length(std::string_view(text).substr(to, end - to)));
    if (to - at < with.size()) return false;
    std::string filled(with);
    filled.resize(to - at, '#');
    text.replace(at, to - at, filled);
    return true;
  };
  if (isIndented && (put("pass#") || (end - at == kPass.size() && put(kPass)))) return;
  put("#");
}

// Tracks brackets and strings over lines.
class Lexer {
 public:
  bool atStatement() const { return depth_ == 0 && quote_.empty() && !continued_; }

  void read(std::string_view line) {
    continued_ = false;
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '\\') {
        continued_ = i + 1 == line.size();
        ++i;
      } else if (!quote_.empty()) {
        if (!line.substr(i).starts_with(quote_)) continue;
        i += quote_.size() - 1;
        quote_ = {};
      } else if (c == '#') {
        break;
      } else if (c == '"' || c == '\'') {
        const bool isLong = line.size() >= i + 3 && line[i + 1] == c && line[i + 2] == c;
        quote_ = line.substr(i, isLong ? 3 : 1);
        i += quote_.size() - 1;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth_;
      } else if ((c == ')' || c == ']' || c == '}') && depth_ > 0) {
        --depth_;
      }
    }
    // A string without triple quotes ends with its line.
    if (quote_.size() == 1 && !continued_) quote_ = {};
  }

 private:
  int depth_ = 0;
  std::string quote_;  // the closing quotes of the open string; empty: none
  bool continued_ = false;
};

}  // namespace

std::string withoutMagic(std::string_view cell) {
  std::string text(cell);
  Lexer lexer;
  bool isOther = false;    // the cell is not Python
  bool continues = false;  // the previous line is magic and ends in a backslash
  bool isFirst = true;     // all previous lines are empty
  for (size_t at = 0; at < text.size();) {
    const size_t end = lineEnd(text, at);
    const size_t first = std::min(end, text.find_first_not_of(kBlanks, at));
    const std::string_view line = std::string_view(text).substr(first, end - first);
    if (isFirst && line.starts_with("%%")) {
      const size_t nameEnd = std::min(line.size(), line.find_first_of(" \t", 2));
      const std::string_view name = line.substr(2, nameEnd - 2);
      isOther = std::find(std::begin(kPythonMagics), std::end(kPythonMagics), name) ==
                std::end(kPythonMagics);
    }
    isFirst &= line.empty();
    if (!line.empty() && (isOther || continues || (lexer.atStatement() && isMagic(line)))) {
      continues = line.ends_with('\\');
      hide(text, first, end, first > at);
    } else {
      continues = false;
      lexer.read(line);
    }
    at = nextLine(text, end);
  }
  return text;
}

}  // namespace ts::notebook
