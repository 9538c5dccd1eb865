// Numbers, with CPython's rules about the text that may follow.
#include <cstring>

#include "core/syntax/char_class.h"
#include "core/syntax/lexer_impl.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// Keywords that may directly follow a number: "1if x else 2".
bool keywordFollows(const char* p) {
  static constexpr const char* kWords[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
  for (const char* word : kWords) {
    if (std::strncmp(p, word, std::strlen(word)) == 0) return true;
  }
  return false;
}

}  // namespace

// Skips digits with single underscores between them. Returns false on an error, with p_ at its
// position.
bool Lexer::digits(int base) {
  auto isDigitHere = [base](char c) {
    int value = hexValue(c);
    return value >= 0 && value < base;
  };
  for (;;) {
    if (!isDigitHere(*p_)) return false;
    do ++p_;
    while (isDigitHere(*p_));
    if (*p_ != '_') return true;
    ++p_;
  }
}

void Lexer::number() {
  using namespace token_flags;
  const char* begin = p_;
  // Fast path: most numbers are a few digits.
  while (isDigit(*p_)) ++p_;
  if (*begin != '0' && *p_ != '.' && !isIdentifierByte(*p_))
    return push(TokenKind::Number, begin, p_);

  p_ = begin;
  uint8_t flags = 0;
  if (*p_ == '0' && (p_[1] | 0x20) >= 'b' &&
      ((p_[1] | 0x20) == 'x' || (p_[1] | 0x20) == 'o' || (p_[1] | 0x20) == 'b')) {
    char letter = static_cast<char>(p_[1] | 0x20);
    int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    std::string_view name = base == 16 ? "hexadecimal" : base == 8 ? "octal" : "binary";
    p_ += 2;
    if (*p_ == '_') ++p_;
    if (!digits(base))
      return badNumber(begin, p_, "a digit is missing in this " + std::string(name) + " number");
    if (isDigit(*p_))
      return badNumber(begin, p_,
                       std::string("'") + *p_ + "' is not a valid " + std::string(name) + " digit");
    return endNumber(begin, 0, name);
  }
  bool leadingZero = *p_ == '0';
  bool nonzero = false;
  if (*p_ != '.') {
    if (!digits(10))
      return badNumber(begin, p_, "an underscore in a number must be between digits");
    for (const char* c = begin; c < p_; ++c) nonzero |= *c != '0' && *c != '_';
  }
  const char* wholeEnd = p_;
  if (*p_ == '.') {
    flags = kFloat;
    ++p_;
    if (isDigit(*p_) && !digits(10))
      return badNumber(begin, p_, "an underscore in a number must be between digits");
  }
  if ((*p_ | 0x20) == 'e') {
    const char* e = p_++;
    if (*p_ == '+' || *p_ == '-') ++p_;
    if (isDigit(*p_)) {
      flags = kFloat;
      if (!digits(10))
        return badNumber(begin, p_, "an underscore in a number must be between digits");
    } else if (p_ - e == 2) {
      return badNumber(begin, p_, "the exponent has no digits");
    } else {
      p_ = e;
    }
  }
  if ((*p_ | 0x20) == 'j') {
    ++p_;
    return endNumber(begin, kImaginary, "imaginary");
  }
  if (!flags && leadingZero && nonzero) {
    p_ = wholeEnd;
    Problem& reported =
        problem(Rule::InvalidLiteral, {offset(begin), offset(p_)},
                "a decimal number can't have leading zeros; octal numbers start with 0o");
    const char* digit = begin;
    while (*digit == '0' || *digit == '_') ++digit;
    reported.fixTitle = "Make it an octal number";
    reported.fixSpan = {offset(begin), offset(digit)};
    reported.fixText = "0o";
    return push(TokenKind::Number, begin, p_);
  }
  // CPython limits the number of digits that it converts.
  if (!flags && p_ - begin > 4300) {
    size_t count = 0;
    for (const char* c = begin; c < p_; ++c) count += *c != '_';
    if (count > 4300) {
      problem(Rule::InvalidLiteral, {offset(begin), offset(p_)},
              "this number has " + std::to_string(count) +
                  " digits; more than 4300 must be written in hexadecimal");
    }
  }
  endNumber(begin, flags, "decimal");
}

void Lexer::endNumber(const char* begin, uint8_t flags, std::string_view kind) {
  if (isIdentifierByte(*p_) && !keywordFollows(p_)) {
    return badNumber(
        begin, p_,
        "this " + std::string(kind) + " number is directly followed by other characters");
  }
  if (std::memchr(begin, '_', static_cast<size_t>(p_ - begin))) flags |= token_flags::kUnderscores;
  push(TokenKind::Number, begin, p_, flags);
}

// Lexes the number and the name that directly follows it as one number.
void Lexer::badNumber(const char* begin, const char* at, std::string message) {
  p_ = at;
  while (p_ < end_ && isIdentifierByte(*p_)) ++p_;
  problem(Rule::InvalidLiteral, {offset(begin), offset(p_)}, std::move(message));
  push(TokenKind::Number, begin, p_, token_flags::kUnterminated);
}

}  // namespace ts::syntax
