// Reading IR text from front to back; the first thing that doesn't fit is kept as the error.
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

  // Blanks, line ends and whole-line comments.
  void skipSpace();
  // Blanks only: what follows is still on the same line.
  void skipBlanks();
  // Takes the token if it is next, behind space.
  bool take(std::string_view token);
  // The same without taking it.
  bool sees(std::string_view token);
  // Takes it, or fails with what was expected.
  bool expect(std::string_view token);

  // Letters, digits, _ and bytes above ASCII; with dots when asked. Empty when none is next.
  std::string_view word(bool withDots = false);
  // Everything before the first of these characters, or before the end.
  std::string_view until(std::string_view stops);
  // Digits alone.
  bool number(size_t& value, std::string_view what);
  // A string in double quotes with the escapes that appendQuoted writes.
  bool quoted(std::string& value);
  // Up to and without the end of the line.
  std::string_view line();

  // False always, so that callers can return it. Only the first failure counts.
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
