#include "core/syntax/lexer.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/syntax/char_class.h"
#include "core/syntax/lexer_impl.h"
#include "core/syntax/scan.h"
#include "core/syntax/skip.h"
#include "core/syntax/unicode.h"

namespace ts::syntax {

using diag::Rule;

namespace {

// Packs a word into an integer, so that words are compared as integers. Keywords have at most eight
// bytes.
constexpr uint64_t packed(std::string_view word) {
  uint64_t value = 0;
  for (size_t i = word.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(word[i]);
  return value;
}

struct KeywordEntry {
  uint64_t word = 0;
  TokenKind kind = TokenKind::Name;
};

constexpr int kKeywordBits = 7;
constexpr size_t keywordSlot(uint64_t word, uint64_t factor) {
  return (word * factor) >> (64 - kKeywordBits);
}

constexpr KeywordEntry kKeywordList[] = {
#define TS_TOKEN(name, text)
#define TS_KEYWORD(name, text) {packed(text), TokenKind::name},
#define TS_OPERATOR(name, text)
#include "core/syntax/token_kinds.def"
#undef TS_TOKEN
#undef TS_KEYWORD
#undef TS_OPERATOR
};

constexpr bool isPerfect(uint64_t factor) {
  bool taken[1 << kKeywordBits] = {};
  for (const KeywordEntry& keyword : kKeywordList) {
    bool& slot = taken[keywordSlot(keyword.word, factor)];
    if (slot) return false;
    slot = true;
  }
  return true;
}

// Finds, at compile time, a hash multiplier without collisions.
constexpr uint64_t findFactor() {
  uint64_t factor = 0x9E3779B97F4A7C15;
  while (!isPerfect(factor)) factor = factor * 6364136223846793005 + 1442695040888963407;
  return factor;
}
constexpr uint64_t kFactor = findFactor();

struct KeywordTable {
  KeywordEntry slots[1 << kKeywordBits];
};
constexpr KeywordTable makeKeywords() {
  KeywordTable table{};
  for (const KeywordEntry& keyword : kKeywordList)
    table.slots[keywordSlot(keyword.word, kFactor)] = keyword;
  return table;
}
constexpr KeywordTable kKeywords = makeKeywords();

// Shorter bodies are parsed immediately, because skipping costs more.
constexpr std::ptrdiff_t kLeastSkipped = 64;

TokenKind keywordOrName(const char* begin, size_t size, const char* textEnd) {
  if (size > 8 || size < 2) return TokenKind::Name;
  uint64_t word = 0;
  if (textEnd - begin >= 8) {
    std::memcpy(&word, begin, 8);
    word &= ~uint64_t{0} >> (8 * (8 - size));
  } else {
    std::memcpy(&word, begin, size);
  }
  const KeywordEntry& slot = kKeywords.slots[keywordSlot(word, kFactor)];
  return slot.word == word ? slot.kind : TokenKind::Name;
}

}  // namespace

void TokenBuffer::grow(size_t capacity) {
  auto* grown = static_cast<Token*>(::operator new(capacity * sizeof(Token)));
  if (size_) std::memcpy(static_cast<void*>(grown), data_.get(), size_ * sizeof(Token));
  data_.reset(grown);
  capacity_ = capacity;
}

Lexer::Lexer(const SourceFile& file, std::string_view text, uint32_t base,
             const LexOptions& options, Problems& problems)
    : file_(file),
      options_(options),
      problems_(problems),
      text_(text.data()),
      end_(text.data() + text.size()),
      p_(text.data()),
      base_(base),
      hasCarriageReturns_(std::memchr(text.data(), '\r', text.size()) != nullptr),
      tokens_(text.size() / 4 + 16) {}

Problem& Lexer::problem(Rule rule, Span span, std::string message) {
  problems_.push_back({rule, span, std::move(message), {}, {}, {}, {}, {}});
  return problems_.back();
}

LexResult Lexer::run() && {
  // A sentinel, because the parser reads the token before the current one.
  push(TokenKind::Newline, text_, text_);
  if (options_.expressionOnly || lineStart()) code();
  finish();
  return {std::move(tokens_), std::move(comments_), std::move(typeComments_),
          std::move(typeIgnores_)};
}

// Lexes from a token boundary to the end of the text.
void Lexer::code() {
  for (;;) {
    switch (classOf(*p_)) {
      case CharClass::Blank:
        do ++p_;
        while (isBlank(*p_));
        break;
      case CharClass::Letter: identifier(); break;
      case CharClass::Single:
        push(*p_ == ','   ? TokenKind::Comma
             : *p_ == ';' ? TokenKind::Semi
                          : TokenKind::Tilde,
             p_, p_ + 1);
        ++p_;
        break;
      case CharClass::Open: open(*p_); break;
      case CharClass::Close: close(*p_); break;
      case CharClass::Dot:
        if (isDigit(p_[1])) {
          number();
        } else if (p_[1] == '.' && p_[2] == '.') {
          push(TokenKind::Ellipsis, p_, p_ + 3);
          p_ += 3;
        } else {
          push(TokenKind::Dot, p_, p_ + 1);
          ++p_;
        }
        break;
      case CharClass::Colon:
        if (place() == LexerPlace::Field) {
          push(TokenKind::Colon, p_, p_ + 1);
          ++p_;
          open_.back().place = LexerPlace::FieldSpec;
          fstringText();
        } else if (p_[1] == '=') {
          push(TokenKind::ColonEqual, p_, p_ + 2);
          p_ += 2;
        } else {
          push(TokenKind::Colon, p_, p_ + 1);
          ++p_;
        }
        break;
      case CharClass::Digit: number(); break;
      case CharClass::Quote: string(p_, 0, false); break;
      case CharClass::Operator: operatorToken(); break;
      case CharClass::LineEnd:
        if (open_.empty() && !options_.expressionOnly) {
          push(TokenKind::Newline, p_, p_ + (p_[0] == '\r' && p_[1] == '\n' ? 2 : 1));
          p_ = pointer(tokens_.back().end);
          badString_ = false;
          if (options_.skipFunctions) skipFunction();
          if (!lineStart()) return;
        } else {
          lineEnd();
        }
        break;
      case CharClass::Comment: comment(); break;
      case CharClass::Exclamation:
        if (p_[1] == '=') {
          push(TokenKind::NotEqual, p_, p_ + 2);
          p_ += 2;
        } else if (place() == LexerPlace::Field) {
          push(TokenKind::Exclamation, p_, p_ + 1);
          ++p_;
        } else {
          badCharacter(p_, 1);
        }
        break;
      case CharClass::Backslash: backslash(); break;
      case CharClass::NonAscii: nonAsciiIdentifier(p_); break;
      case CharClass::End:
        if (p_ == end_) {
          if (open_.empty()) return;
          recoverBracket(end_);
          break;
        }
        [[fallthrough]];
      case CharClass::Bad: badCharacter(p_, 1); break;
    }
  }
}

// Called after a logical line. If it is the header of a function, skips the block of the function.
void Lexer::skipFunction() {
  TokenKind first = tokens_[statementToken_].kind;
  if (first == TokenKind::Async) first = tokens_[statementToken_ + 1].kind;
  if (first != TokenKind::Def || tokens_[tokens_.size() - 2].kind != TokenKind::Colon) return;
  const Level& level = levels_.back();
  if (level.inserted || level.column != level.narrow || hasCarriageReturns_) return;
  auto block = skipBlock(p_, end_, level.column);
  if (!block || block->codeEnd - p_ < kLeastSkipped) return;
  push(TokenKind::Indent, p_, block->codeEnd, token_flags::kSkipped);
  p_ = block->next;
  push(TokenKind::Dedent, p_, p_);
}

// Called at the start of a line. Skips lines without code, then emits Indent and Dedent tokens.
// Returns false at the end of the text.
bool Lexer::lineStart() {
  const char* begin = p_;
  uint32_t column = 0;
  uint32_t narrow = 0;
  for (;;) {
    switch (*p_) {
      case ' ': ++p_, ++column, ++narrow; continue;
      case '\t':
        ++p_, ++narrow;
        column = (column / 8 + 1) * 8;
        continue;
      case '\f':
        ++p_;
        column = narrow = 0;
        continue;
      case '\\':
        // A blank line with a continuation belongs to the indentation of the next line. The column
        // of the first part applies.
        if (p_[1] == '\n' || p_[1] == '\r') {
          p_ += p_[1] == '\r' && p_[2] == '\n' ? 3 : 2;
          const char* rest = p_;
          while (isBlank(*rest)) ++rest;
          if (*rest == '\\' && (rest[1] == '\n' || rest[1] == '\r')) {
            p_ = rest;
            continue;
          }
          if (column == 0) {
            begin = p_;
            continue;
          }
          p_ = rest;
        }
        break;
      case '#':
        comment();
        if (*p_ != '\n' && *p_ != '\r') return false;
        [[fallthrough]];
      case '\r':
      case '\n':
        p_ += p_[0] == '\r' && p_[1] == '\n' ? 2 : 1;
        begin = p_;
        column = narrow = 0;
        continue;
      case '\0':
        if (p_ == end_) return false;
        break;
      default: break;
    }
    break;
  }
  const Level& level = levels_.back();
  if (column != level.column || narrow != level.narrow) indentTo(column, narrow, begin);
  statementToken_ = static_cast<uint32_t>(tokens_.size());
  return true;
}

void Lexer::indentTo(uint32_t column, uint32_t narrow, const char* lineBegin) {
  Span blanks{offset(lineBegin), offset(p_)};
  auto tabProblem = [&] {
    problem(Rule::BadIndentation, blanks,
            "the indentation of this line mixes tabs and spaces inconsistently");
  };
  if (column == levels_.back().column) return tabProblem();
  if (column > levels_.back().column) {
    if (recovered_ && tokens_.size() >= 2 && tokens_[tokens_.size() - 2].kind != TokenKind::Colon) {
      levels_.push_back({column, narrow, true});
      return;
    }
    if (narrow <= levels_.back().narrow) tabProblem();
    if (static_cast<int>(levels_.size()) >= options_.maxIndentation) {
      if (!tooDeep_) {
        problem(Rule::NestingTooDeep, blanks,
                "blocks are nested deeper than " + std::to_string(options_.maxIndentation - 1) +
                    " levels");
      }
      tooDeep_ = true;
      return;
    }
    levels_.push_back({column, narrow, false});
    push(TokenKind::Indent, lineBegin, p_);
    return;
  }
  while (column < levels_.back().column) {
    if (!levels_.back().inserted) push(TokenKind::Dedent, p_, p_);
    levels_.pop_back();
  }
  if (column != levels_.back().column) {
    problem(Rule::BadIndentation, blanks,
            "this line's indentation does not match any enclosing block");
    levels_.push_back({column, narrow, true});
  } else if (narrow != levels_.back().narrow) {
    tabProblem();
  }
}

// Handles a line break inside of brackets.
void Lexer::lineEnd() {
  if (badString_) return abandonBrackets();
  const char* line = p_;
  do {
    if (*p_ == '\n' || *p_ == '\r') line = p_ + 1;
    ++p_;
  } while (isBlank(*p_) || *p_ == '\n' || *p_ == '\r');
  if (*p_ < 'a' || *p_ > 'w' || open_.empty() || options_.expressionOnly || !atStatementKeyword(p_))
    return;
  // If the word is indented further than its block, a misplaced word is more likely than an
  // unclosed bracket.
  bool block = tokens_.back().kind == TokenKind::Colon && opensCompoundStatement();
  if (block || static_cast<uint32_t>(p_ - line) <= levels_.back().column) recoverBracket(p_);
}

void Lexer::comment() {
  const char* begin = p_;
  p_ = hasCarriageReturns_ ? scan::toEither(p_, end_, '\n', '\r') : scan::to(p_, end_, '\n');
  Span span{offset(begin), offset(p_)};
  comments_.push_back({span});
  const char* at = begin + 1;
  while (*at == ' ' || *at == '\t') ++at;
  if (*at != 't' || p_ - at < 5 || std::memcmp(at, "type:", 5) != 0) return;
  at += 5;
  while (at < p_ && (*at == ' ' || *at == '\t')) ++at;
  const char* last = p_;
  while (last > at && isBlank(last[-1])) --last;
  bool ignore = last - at >= 6 && std::memcmp(at, "ignore", 6) == 0 &&
                (last - at == 6 || !isIdentifierByte(at[6]));
  if (ignore) {
    std::string_view tag = file_.text({offset(at + 6), offset(p_)});
    typeIgnores_.push_back({file_.lineOf(offset(begin)), tag});
  } else {
    typeComments_.push_back({static_cast<uint32_t>(tokens_.size()), {offset(at), offset(last)}});
  }
}

void Lexer::identifier() {
  const char* begin = p_;
  do ++p_;
  while (isAsciiIdentifierByte(*p_));
  if (static_cast<signed char>(*p_) < 0) return nonAsciiIdentifier(begin);
  size_t size = static_cast<size_t>(p_ - begin);
  if (size <= 2 && (*p_ == '"' || *p_ == '\'') && stringPrefix(begin, p_)) return;
  push(keywordOrName(begin, size, end_), begin, p_);
}

// Lexes a name with multi-byte characters. `begin` may be before p_, which is at the first of them.
void Lexer::nonAsciiIdentifier(const char* begin) {
  while (p_ < end_ && isIdentifierByte(*p_)) {
    if (static_cast<signed char>(*p_) > 0) {
      ++p_;
      continue;
    }
    unicode::Character c = unicode::decode(p_, end_);
    bool fits =
        p_ == begin ? unicode::isIdentifierStart(c.code) : unicode::isIdentifierContinue(c.code);
    if (!fits) {
      if (p_ > begin) push(TokenKind::Name, begin, p_, token_flags::kNonAscii);
      return badCharacter(p_, c.size);
    }
    p_ += c.size;
  }
  push(TokenKind::Name, begin, p_, token_flags::kNonAscii);
}

void Lexer::operatorToken() {
  using enum TokenKind;
  const char* begin = p_;
  char first = *p_++;
  auto followedBy = [&](char c) { return *p_ == c ? (++p_, true) : false; };
  auto maybeAssign = [&](TokenKind plain, TokenKind assign) {
    return followedBy('=') ? assign : plain;
  };
  TokenKind kind = Error;
  switch (first) {
    case '=': kind = maybeAssign(Equal, EqualEqual); break;
    case '+': kind = maybeAssign(Plus, PlusEqual); break;
    case '-': kind = followedBy('>') ? Arrow : maybeAssign(Minus, MinusEqual); break;
    case '*':
      kind =
          followedBy('*') ? maybeAssign(DoubleStar, DoubleStarEqual) : maybeAssign(Star, StarEqual);
      break;
    case '/':
      kind = followedBy('/') ? maybeAssign(DoubleSlash, DoubleSlashEqual)
                             : maybeAssign(Slash, SlashEqual);
      break;
    case '%': kind = maybeAssign(Percent, PercentEqual); break;
    case '@': kind = maybeAssign(At, AtEqual); break;
    case '&': kind = maybeAssign(Ampersand, AmpersandEqual); break;
    case '|': kind = maybeAssign(Pipe, PipeEqual); break;
    case '^': kind = maybeAssign(Caret, CaretEqual); break;
    case '<':
      if (*p_ == '>') {
        ++p_;
        Problem& reported = problem(Rule::InvalidToken, {offset(begin), offset(p_)},
                                    "'<>' is not an operator in Python 3");
        reported.fixTitle = "Replace with '!='";
        reported.fixSpan = reported.span;
        reported.fixText = "!=";
        kind = NotEqual;
      } else {
        kind =
            followedBy('<') ? maybeAssign(LeftShift, LeftShiftEqual) : maybeAssign(Less, LessEqual);
      }
      break;
    case '>':
      kind = followedBy('>') ? maybeAssign(RightShift, RightShiftEqual)
                             : maybeAssign(Greater, GreaterEqual);
      break;
  }
  push(kind, begin, p_);
}

void Lexer::backslash() {
  if (p_[1] == '\n' || p_[1] == '\r') {
    const char* begin = p_;
    p_ += p_[1] == '\r' && p_[2] == '\n' ? 3 : 2;
    if (p_ != end_) return;
    problem(Rule::InvalidToken, {offset(begin), offset(begin + 1)},
            "this backslash continues the line, but the file ends");
    push(TokenKind::Error, begin, p_);
    return;
  }
  bool atEnd = p_ + 1 == end_;
  problem(Rule::InvalidToken, {offset(p_), offset(p_ + 1)},
          atEnd ? "this backslash continues the line, but the file ends"
                : "only a backslash at the end of a line continues the line");
  push(TokenKind::Error, p_, p_ + 1);
  ++p_;
}

void Lexer::badCharacter(const char* at, size_t size) {
  Span span{offset(at), offset(at + size)};
  unicode::Character c = unicode::decode(at, end_);
  char number[16];
  std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(c.code));
  // Reported once per statement, because curly quotes come in pairs. parse() reports NUL bytes
  // everywhere.
  bool isReported = badCharacterIn_ == statementToken_;
  badCharacterIn_ = statementToken_;
  if (c.code != 0 && !isReported) {
    bool visible = unicode::isPrintable(c.code);
    std::string shown = visible ? "the character '" + std::string(at, size) + "' (" + number + ")"
                                : std::string("the invisible character ") + number;
    problem(Rule::InvalidToken, span, shown + " is not valid here");
  }
  push(TokenKind::Error, at, at + size);
  p_ = at + size;
  // One message for a run of equal characters.
  while (p_ + size <= end_ && std::memcmp(p_, at, size) == 0) p_ += size;
}

void Lexer::finish() {
  const char* end = end_;
  if (!options_.expressionOnly) {
    TokenKind last = tokens_.back().kind;
    if (last != TokenKind::Newline && last != TokenKind::Dedent && last != TokenKind::Indent) {
      push(TokenKind::Newline, end, end);
    }
    for (; levels_.size() > 1; levels_.pop_back()) {
      if (!levels_.back().inserted) push(TokenKind::Dedent, end, end);
    }
  }
  push(TokenKind::EndOfFile, end, end);
}

LexResult lex(const SourceFile& file, Span within, const LexOptions& options, Problems& problems) {
  std::string_view text = file.text(within);
  if (within.end == file.text().size())
    return Lexer(file, text, within.begin, options, problems).run();
  // The lexer reads one byte past the end, which must be NUL.
  std::string copy(text);
  return Lexer(file, copy, within.begin, options, problems).run();
}

}  // namespace ts::syntax
