#include "core/syntax/skip.h"

#include <array>
#include <cstring>

#include "core/syntax/char_class.h"
#include "core/syntax/scan.h"

namespace ts::syntax {

namespace {

constexpr std::array<bool, 256> makeStops() {
  std::array<bool, 256> table{};
  for (char c : {'\0', '\n', '\r', '"', '\'', '#', '\\', '(', ')', '[', ']', '{', '}', 'y'})
    table[static_cast<unsigned char>(c)] = true;
  return table;
}
// The bytes at which scanning of code stops; 'y' is for "yield".
constexpr std::array<bool, 256> kStops = makeStops();

class Skipper {
 public:
  Skipper(const char* begin, const char* end, uint32_t column)
      : p_(begin), end_(end), column_(column) {}

  std::optional<SkippedBlock> run() {
    for (;;) {
      const char* line = p_;
      while (*p_ == ' ') ++p_;
      if (*p_ == '\n') {
        ++p_;
      } else if (*p_ == '#') {
        if (!codeEnd_ && isTypeComment()) return std::nullopt;
        p_ = scan::to(p_, end_, '\n');
        if (p_ < end_) ++p_;
      } else if (p_ == end_ || (static_cast<uint32_t>(p_ - line) <= column_ && isPlain())) {
        if (!codeEnd_) return std::nullopt;
        return SkippedBlock{codeEnd_, line};
      } else if (!isPlain() || !logicalLine()) {
        return std::nullopt;
      }
    }
  }

 private:
  // Indentation with tabs, form feeds or backslashes is left to the lexer.
  bool isPlain() const { return *p_ != '\t' && *p_ != '\f' && *p_ != '\\' && *p_ != '\r'; }

  bool isTypeComment() const {
    const char* at = p_ + 1;
    while (*at == ' ' || *at == '\t') ++at;
    return std::strncmp(at, "type:", 5) == 0;
  }

  // Skips to the start of the next logical line.
  bool logicalLine() {
    int depth = 0;
    for (;;) {
      while (!kStops[static_cast<unsigned char>(*p_)]) ++p_;
      switch (*p_) {
        case '(':
        case '[':
        case '{': ++depth, ++p_; break;
        case ')':
        case ']':
        case '}':
          if (--depth < 0) return false;
          ++p_;
          break;
        case '"':
        case '\'':
          if (!string()) return false;
          break;
        case '#':
          if (depth == 0) markEnd();
          p_ = scan::to(p_, end_, '\n');
          if (depth == 0) return newline();
          break;
        case '\n':
          if (depth == 0) {
            markEnd();
            return newline();
          }
          ++p_;
          break;
        case '\\':
          if (p_[1] != '\n') return false;
          p_ += 2;
          break;
        case 'y':
          if (std::strncmp(p_, "yield", 5) == 0) return false;
          ++p_;
          break;
        case '\0':
          if (p_ != end_ || depth != 0) return false;
          markEnd();
          return true;
        default: return false;
      }
    }
  }

  void markEnd() {
    const char* last = p_;
    for (;;) {
      if (isBlank(last[-1])) {
        --last;
      } else if (last[-1] == '\n' && last[-2] == '\\') {  // the line was continued by an empty line
        last -= 2;
      } else {
        break;
      }
    }
    codeEnd_ = last;
  }

  bool newline() {
    if (p_ < end_) ++p_;
    return true;
  }

  bool string() {
    const char quote = *p_;
    const bool formatted =
        (p_[-1] | 0x20) == 'f' || ((p_[-1] | 0x20) == 'r' && (p_[-2] | 0x20) == 'f');
    const bool triple = p_[1] == quote && p_[2] == quote;
    p_ += triple ? 3 : 1;
    const char* text = p_;
    for (;;) {
      p_ = triple ? scan::toAny(p_, end_, quote, '\\') : scan::toAny(p_, end_, quote, '\\', '\n');
      if (p_ == end_ || *p_ == '\n') return false;
      if (*p_ == '\\') {
        if (++p_ == end_) return false;
        ++p_;
      } else if (!triple || (p_[1] == quote && p_[2] == quote)) {
        break;
      } else {
        ++p_;
      }
    }
    if (formatted && !fieldsEnd(text)) return false;
    p_ += triple ? 3 : 1;
    return true;
  }

  // True if no field of an f-string is open at p_. Otherwise the quote there belongs to the field.
  bool fieldsEnd(const char* at) const {
    int depth = 0;
    for (; at < p_; ++at) {
      if (*at != '{' && *at != '}') continue;
      if (depth == 0 && at[1] == *at) {
        ++at;
      } else {
        depth += *at == '{' ? 1 : -1;
      }
    }
    return depth == 0;
  }

  const char* p_;
  const char* end_;
  const uint32_t column_;
  const char* codeEnd_ = nullptr;
};

}  // namespace

std::optional<SkippedBlock> skipBlock(const char* begin, const char* end, uint32_t column) {
  return Skipper(begin, end, column).run();
}

}  // namespace ts::syntax
