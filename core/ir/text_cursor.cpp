#include "core/ir/text_cursor.h"

#include <algorithm>
#include <charconv>

#include "core/ir/escapes.h"

namespace ts::ir {

namespace {

bool isWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void TextCursor::skipBlanks() {
  while (peek() == ' ' || peek() == '\t') ++at_;
}

void TextCursor::skipSpace() {
  while (!atEnd()) {
    char c = peek();
    if (c == '#') {
      line();
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else {
      return;
    }
  }
}

bool TextCursor::sees(std::string_view token) {
  skipSpace();
  return rest().starts_with(token);
}

bool TextCursor::take(std::string_view token) {
  if (!sees(token)) return false;
  at_ += token.size();
  return true;
}

bool TextCursor::expect(std::string_view token) {
  return take(token) || failExpected("'" + std::string(token) + "'");
}

std::string_view TextCursor::word(bool withDots) {
  skipSpace();
  size_t begin = at_;
  while (!atEnd() && (isWordByte(peek()) || (withDots && peek() == '.'))) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string_view TextCursor::until(std::string_view stops) {
  std::string_view taken = rest().substr(0, rest().find_first_of(stops));
  at_ += taken.size();
  return taken;
}

bool TextCursor::number(size_t& value, std::string_view what) {
  skipSpace();
  const char* begin = text_.data() + at_;
  auto parsed = std::from_chars(begin, text_.data() + text_.size(), value);
  if (parsed.ec == std::errc::result_out_of_range) return fail(std::string(what) + " is too large");
  if (parsed.ec != std::errc()) return failExpected(what);
  at_ += static_cast<size_t>(parsed.ptr - begin);
  return true;
}

bool TextCursor::quoted(std::string& value) {
  if (!take("\"")) return failExpected("a string in double quotes");
  value.clear();
  while (!atEnd() && peek() != '"') {
    char c = text_[at_++];
    if (c == '\n') return fail("a string must end on the line on which it starts");
    if (c != '\\') {
      value += c;
      continue;
    }
    auto named =
        std::find_if(kEscapes.begin(), kEscapes.end(), [&](auto& e) { return e.second == peek(); });
    if (named != kEscapes.end()) {
      value += named->first;
      ++at_;
      continue;
    }
    if (at_ + 3 > text_.size()) return fail("a string isn't closed");
    // Each "octal digit" may be below '0', because the byte was printed as a signed number.
    int code = 0;
    for (int i = 0; i < 3; ++i) {
      int digit = text_[at_++] - '0';
      if (digit < -7 || digit > 7) return fail("unknown escape in a string");
      code = code * 8 + digit;
    }
    if (code < -128 || code > 127) return fail("an escape in a string isn't a byte");
    value += static_cast<char>(code);
  }
  return take("\"") || fail("a string isn't closed");
}

std::string_view TextCursor::line() { return until("\n"); }

std::string TextCursor::found() const {
  if (atEnd()) return "the end of the text";
  if (isWordByte(peek()) || peek() == '%') {
    size_t end = at_ + 1;
    while (end < text_.size() && end < at_ + 40 && (isWordByte(text_[end]) || text_[end] == '.'))
      ++end;
    return "'" + std::string(text_.substr(at_, end - at_)) + "'";
  }
  return "'" + std::string(1, peek()) + "'";
}

bool TextCursor::fail(std::string message) {
  if (error_.empty()) {
    error_ = std::move(message);
    errorAt_ = at_;
  }
  return false;
}

bool TextCursor::failExpected(std::string_view what) {
  skipSpace();
  return fail("expected " + std::string(what) + ", found " + found());
}

}  // namespace ts::ir
