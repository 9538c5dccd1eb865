// Reads IR text from front to back and keeps the first error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::ir {

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  size_t offset() const { return at_; }
  void seek(size_t offset) { at_ = offset; }
  bool atEnd() const { return at_ >= text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }

  // Skips blanks, line ends and whole-line comments.
  void skipSpace();
  // Skips only blanks and stays on the same line.
  void skipBlanks();
  // Skips space and consumes the token if it is next.
  bool take(std::string_view token);
  // Like take, but does not consume the token.
  bool sees(std::string_view token);
  // Like take, but fails with the expected token if it is missing.
  bool expect(std::string_view token);

  // Reads letters, digits, _ and non-ASCII bytes, and dots if `withDots`. Empty when the next
  // character is another one.
  std::string_view word(bool withDots = false);
  // Reads everything before the first of these characters, or up to the end.
  std::string_view until(std::string_view stops);
  // Reads decimal digits.
  bool number(size_t& value, std::string_view what);
  // Reads a string in double quotes with the escapes of appendQuoted.
  bool quoted(std::string& value);
  // Reads up to the end of the line, without the line end.
  std::string_view line();

  // Records the error, unless there already is one. Always returns false, so that callers can
  // return the result.
  bool fail(std::string message);
  bool failExpected(std::string_view what);
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }
  size_t errorOffset() const { return errorAt_; }

 private:
  std::string found() const;

  std::string_view text_;
  size_t at_ = 0;
  std::string error_;
  size_t errorAt_ = 0;
};

}  // namespace ts::ir
