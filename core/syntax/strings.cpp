#include "core/syntax/strings.h"

#include "core/syntax/char_class.h"
#include "core/syntax/unicode.h"

namespace ts::syntax {

namespace {

class Decoder {
 public:
  Decoder(std::string_view body, LiteralKind kind, std::string& value, LiteralError& error)
      : begin_(body.data()),
        p_(body.data()),
        end_(body.data() + body.size()),
        kind_(kind),
        value_(value),
        error_(error) {}

  bool run() {
    while (p_ < end_) {
      char c = *p_;
      if (c == '\r') {
        value_ += '\n';
        p_ += p_ + 1 < end_ && p_[1] == '\n' ? 2 : 1;
      } else if (c == '\\' && !kind_.raw && p_ + 1 < end_) {
        escape();
      } else if ((c == '{' || c == '}') && kind_.formatted && p_ + 1 < end_ && p_[1] == c) {
        value_ += c;
        p_ += 2;
      } else {
        value_ += c;
        ++p_;
      }
    }
    return good_;
  }

 private:
  void escape() {
    const char* at = p_;
    p_ += 2;
    switch (at[1]) {
      case '\n': return;
      case '\r':
        if (p_ < end_ && *p_ == '\n') ++p_;
        return;
      case '\\': value_ += '\\'; return;
      case '\'': value_ += '\''; return;
      case '"': value_ += '"'; return;
      case 'a': value_ += '\a'; return;
      case 'b': value_ += '\b'; return;
      case 'f': value_ += '\f'; return;
      case 'n': value_ += '\n'; return;
      case 'r': value_ += '\r'; return;
      case 't': value_ += '\t'; return;
      case 'v': value_ += '\v'; return;
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7': return octal(at);
      case 'x': return hex(at, 2);
      case 'u':
        if (!kind_.bytes) return hex(at, 4);
        break;
      case 'U':
        if (!kind_.bytes) return hex(at, 8);
        break;
      case 'N':
        if (!kind_.bytes) return named(at);
        break;
      default: break;
    }
    // Not an escape: both characters are copied.
    value_ += '\\';
    p_ = at + 1;
    if (!kind_.formatted || (*p_ != '{' && *p_ != '}')) value_ += *p_++;
  }

  void octal(const char* at) {
    p_ = at + 1;
    uint32_t code = 0;
    for (int i = 0; i < 3 && p_ < end_ && *p_ >= '0' && *p_ <= '7'; ++i)
      code = code * 8 + static_cast<uint32_t>(*p_++ - '0');
    put(code);
  }

  void hex(const char* at, int count) {
    uint32_t code = 0;
    for (int i = 0; i < count; ++i) {
      int value = p_ < end_ ? hexValue(*p_) : -1;
      if (value < 0) {
        return fail(at, "'\\" + std::string(1, at[1]) + "' must be followed by " +
                            std::to_string(count) + " hexadecimal digits");
      }
      code = code * 16 + static_cast<uint32_t>(value);
      ++p_;
    }
    if (code > 0x10FFFF) return fail(at, "this escape exceeds the last code point, U+10FFFF");
    put(code);
  }

  void named(const char* at) {
    const char* close = p_;
    while (close < end_ && *close != '}') ++close;
    if (p_ >= end_ || *p_ != '{' || close == end_)
      return fail(at, "'\\N' must be followed by the name of a character in braces");
    std::string_view name(p_ + 1, static_cast<size_t>(close - p_ - 1));
    p_ = close + 1;
    char32_t code = unicode::characterNamed(name);
    if (code == unicode::kNoCharacter)
      return fail(at, "no character has the name '" + std::string(name) + "'");
    put(code);
  }

  void put(char32_t code) {
    if (kind_.bytes)
      value_ += static_cast<char>(code & 0xFF);
    else
      unicode::append(value_, code);
  }

  void fail(const char* at, std::string message) {
    if (good_) {
      error_ = {static_cast<uint32_t>(at - begin_), static_cast<uint32_t>(p_ - begin_),
                std::move(message)};
    }
    good_ = false;
    value_.append(at, p_);
  }

  const char* begin_;
  const char* p_;
  const char* end_;
  LiteralKind kind_;
  std::string& value_;
  LiteralError& error_;
  bool good_ = true;
};

}  // namespace

bool decodeLiteral(std::string_view body, LiteralKind kind, std::string& value,
                   LiteralError& error) {
  return Decoder(body, kind, value, error).run();
}

}  // namespace ts::syntax
