// Strings and f-strings. As in CPython 3.12, an f-string becomes FStringStart, FStringMiddle for
// its text, the tokens of its fields between LBrace and RBrace, and FStringEnd, with any nesting
// depth.
#include "core/syntax/char_class.h"
#include "core/syntax/lexer_impl.h"
#include "core/syntax/scan.h"

namespace ts::syntax {

using diag::Rule;

// Lexes a string if [begin, end), one or two letters before a quote, is a valid prefix.
bool Lexer::stringPrefix(const char* begin, const char* end) {
  using namespace token_flags;
  bool raw = false, bytes = false, unicode = false, formatted = false;
  for (const char* c = begin; c < end; ++c) {
    bool* flag = nullptr;
    switch (*c | 0x20) {
      case 'r': flag = &raw; break;
      case 'b': flag = &bytes; break;
      case 'u': flag = &unicode; break;
      case 'f': flag = &formatted; break;
      default: return false;
    }
    if (*flag) return false;
    *flag = true;
  }
  if ((unicode && (raw || bytes || formatted)) || (bytes && formatted)) return false;
  uint8_t flags = 0;
  if (raw) flags |= kRaw;
  if (bytes) flags |= kBytes;
  // ast.dump shows only a lower-case u.
  if (unicode && *begin == 'u') flags |= kUnicode;
  string(begin, flags, formatted);
  return true;
}

// `begin` is at the prefix, p_ at the first quote.
void Lexer::string(const char* begin, uint8_t flags, bool formatted) {
  using namespace token_flags;
  char quote = *p_;
  bool triple = p_[1] == quote && p_[2] == quote;
  if (triple) flags |= kTriple;
  p_ += triple ? 3 : 1;
  uint32_t opened = offset(p_);
  if (formatted) {
    bool raw = (flags & kRaw) != 0;
    if (!pushOpen(TokenKind::FStringStart, begin, p_,
                  {0, LexerPlace::FString, quote, quote, triple, raw}))
      return;
    tokens_[tokens_.size() - 1].flags = flags;
    return fstringText();
  }
  for (;;) {
    p_ = triple ? scan::toAny(p_, end_, quote, '\\', '\r')
                : scan::toAny(p_, end_, quote, '\\', '\n', '\r');
    if (p_ == end_) break;
    if (*p_ == quote) {
      if (!triple) {
        ++p_;
        return push(TokenKind::String, begin, p_, flags);
      }
      if (p_[1] == quote && p_[2] == quote) {
        p_ += 3;
        return push(TokenKind::String, begin, p_, flags);
      }
      ++p_;
    } else if (*p_ == '\\') {
      if (!(flags & kRaw)) flags |= kNeedsDecoding;
      ++p_;
      if (p_ < end_ && !(*p_ == '\r' && triple)) {
        if (p_[0] == '\r') flags |= kNeedsDecoding;
        p_ += p_[0] == '\r' && p_[1] == '\n' ? 2 : 1;
      }
    } else if (triple) {
      flags |= kNeedsDecoding;
      ++p_;
    } else {
      break;
    }
  }
  badString_ = true;
  problem(Rule::UnterminatedString, {offset(begin), triple ? opened : offset(p_)},
          triple ? "this triple-quoted string has no end" : "this string has no closing quote");
  push(TokenKind::String, begin, p_, flags | kUnterminated);
}

void Lexer::pushMiddle(const char* begin, const char* end, uint8_t flags) {
  if (end > begin) push(TokenKind::FStringMiddle, begin, end, flags);
}

// Lexes the literal text of an f-string or format specification, up to the next field or the end.
// Leaves p_ at the next code.
void Lexer::fstringText() {
  using namespace token_flags;
  while (!open_.empty() && (place() == LexerPlace::FString || place() == LexerPlace::FieldSpec)) {
    const Open top = open_.back();
    bool spec = top.place == LexerPlace::FieldSpec;
    const char* begin = p_;
    uint8_t flags = top.raw ? kRaw : 0;
    for (;;) {
      p_ = scan::toAny(p_, end_, top.quote, '\\', '\n', '\r', '{', '}');
      if (p_ == end_) {
        pushMiddle(begin, p_, flags);
        return unterminatedFString();
      }
      char c = *p_;
      if (c == top.quote) {
        if (top.triple && !(p_[1] == c && p_[2] == c)) {
          ++p_;
          continue;
        }
        pushMiddle(begin, p_, flags);
        endFString(top.triple ? 3 : 1);
        break;
      }
      if (c == '\n' || c == '\r') {
        if (!top.triple) {
          pushMiddle(begin, p_, flags);
          return unterminatedFString();
        }
        if (c == '\r') flags |= kNeedsDecoding;
        ++p_;
      } else if (c == '\\') {
        ++p_;
        if (p_ == end_) continue;
        if (!top.raw) {
          flags |= kNeedsDecoding;
          if (p_[0] == 'N' && p_[1] == '{') {
            // The braces of \N{...} are not a field.
            const char* close = scan::toAny(p_, end_, '}', top.quote, '\n');
            p_ = close < end_ && *close == '}' ? close + 1 : p_ + 2;
            continue;
          }
        }
        if (*p_ == '{' || *p_ == '}') continue;
        if (*p_ == '\r') flags |= kNeedsDecoding;
        p_ += p_[0] == '\r' && p_[1] == '\n' ? 2 : 1;
      } else if (c == '{') {
        if (p_[1] == '{' && !spec) {
          flags |= kNeedsDecoding;
          p_ += 2;
          continue;
        }
        pushMiddle(begin, p_, flags);
        const char* brace = p_++;
        if (!pushOpen(TokenKind::LBrace, brace, p_,
                      {0, LexerPlace::Field, '}', top.quote, top.triple, top.raw}))
          return;
        break;
      } else if (spec) {
        pushMiddle(begin, p_, flags);
        popClose(TokenKind::RBrace, p_, p_ + 1);
        ++p_;
        break;
      } else if (p_[1] == '}') {
        flags |= kNeedsDecoding;
        p_ += 2;
      } else {
        Problem& reported = problem(Rule::InvalidLiteral, {offset(p_), offset(p_ + 1)},
                                    "a single '}' in an f-string has no opening bracket");
        reported.fixTitle = "Double it";
        reported.fixSpan = reported.span;
        reported.fixText = "}}";
        ++p_;
      }
    }
  }
}

// p_ is at the closing quotes.
void Lexer::endFString(size_t quoteSize) {
  if (place() == LexerPlace::FieldSpec) {
    const Token& brace = tokens_[open_.back().token];
    problem(Rule::UnclosedBracket, brace.span(), "this '{' of the f-string is never closed");
    while (place() != LexerPlace::FString) popInserted(offset(p_));
  }
  popClose(TokenKind::FStringEnd, p_, p_ + quoteSize);
  p_ += quoteSize;
}

void Lexer::unterminatedFString() {
  size_t start = open_.size() - 1;
  while (open_[start].place != LexerPlace::FString) --start;
  const Token& opener = tokens_[open_[start].token];
  bool triple = open_[start].triple;
  problem(Rule::UnterminatedString, {opener.begin, triple ? opener.end : offset(p_)},
          triple ? "this triple-quoted string has no end" : "this string has no closing quote");
  badString_ = true;
  while (open_.size() > start) popInserted(offset(p_));
}

}  // namespace ts::syntax
