// The lexer's state. Only lexer*.cpp may include this.
#pragma once

#include <string>
#include <vector>

#include "core/syntax/lexer.h"

namespace ts::syntax {

class Lexer {
 public:
  // `text` is followed by a NUL byte; `base` is its offset in the file.
  Lexer(const SourceFile& file, std::string_view text, uint32_t base, const LexOptions& options,
        Problems& problems);
  LexResult run() &&;

 private:
  enum class LexerPlace : uint8_t { Code, Bracket, Field, FieldSpec, FString };

  // An open bracket, f-string, or replacement field of an f-string.
  struct Open {
    uint32_t token;  // the opening token
    LexerPlace place;
    char closer;  // the bracket that ends it; f-strings: the quote
    // The quote of the f-string itself, or of the f-string that contains the field.
    char quote = 0;
    bool triple = false;
    bool raw = false;
  };

  // lexer.cpp
  void code();
  bool lineStart();
  void indentTo(uint32_t column, uint32_t narrow, const char* lineBegin);
  void lineEnd();
  void skipFunction();
  void comment();
  void identifier();
  void nonAsciiIdentifier(const char* begin);
  void operatorToken();
  void backslash();
  void badCharacter(const char* at, size_t size);
  void finish();

  // lexer_numbers.cpp
  void number();
  bool digits(int base);
  void endNumber(const char* begin, uint8_t flags, std::string_view kind);
  void badNumber(const char* begin, const char* at, std::string message);

  // lexer_strings.cpp
  bool stringPrefix(const char* begin, const char* end);
  void string(const char* begin, uint8_t flags, bool formatted);
  void fstringText();
  void endFString(size_t quoteSize);
  void unterminatedFString();
  void pushMiddle(const char* begin, const char* end, uint8_t flags);

  // lexer_brackets.cpp
  void open(char c);
  void close(char c);
  bool pushOpen(TokenKind kind, const char* begin, const char* end, Open open);
  void popClose(TokenKind kind, const char* begin, const char* end);
  void popInserted(uint32_t at);
  void skipTooDeep();
  bool atStatementKeyword(const char* p) const;
  void recoverBracket(const char* trigger);
  bool opensCompoundStatement() const;
  uint32_t findCut(uint32_t from) const;
  void forgetFrom(uint32_t token, const char* at);
  void abandonBrackets();

  void push(TokenKind kind, const char* begin, const char* end, uint8_t flags = 0) {
    tokens_.push({offset(begin), offset(end), 0, kind, flags});
  }
  uint32_t offset(const char* p) const { return base_ + static_cast<uint32_t>(p - text_); }
  const char* pointer(uint32_t offset) const { return text_ + (offset - base_); }
  LexerPlace place() const { return open_.empty() ? LexerPlace::Code : open_.back().place; }
  Problem& problem(diag::Rule rule, Span span, std::string message);

  const SourceFile& file_;
  const LexOptions& options_;
  Problems& problems_;
  const char* text_;
  const char* end_;
  const char* p_;
  uint32_t base_;
  bool hasCarriageReturns_;

  TokenBuffer tokens_;
  std::vector<Open> open_;
  std::vector<Comment> comments_;
  std::vector<TypeComment> typeComments_;
  std::vector<TypeIgnore> typeIgnores_;

  // A level of indentation. A level that recovery accepted without a matching block has no Indent
  // token.
  struct Level {
    uint32_t column;  // a tab advances to the next multiple of eight
    uint32_t narrow;  // a tab counts as one; if the two columns compare differently, the tab width
                      // matters
    bool inserted;
  };
  std::vector<Level> levels_{{0, 0, false}};
  uint32_t statementToken_ = 0;           // first token of the logical line
  uint32_t badCharacterIn_ = UINT32_MAX;  // the statementToken_ of the last one reported
  int recoveries_ = 0;
  bool badString_ = false;  // this line has an unclosed string: its brackets end with it
  bool tooDeep_ = false;
  bool recovered_ = false;  // the next line was cut out of an unclosed bracket
};

}  // namespace ts::syntax
