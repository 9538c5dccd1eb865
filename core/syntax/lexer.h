// Lexer: converts a text to tokens, all at once, so that the parser can look ahead without limit.
//
// Brackets are balanced in the result, so the parser may rely on partners. The lexer inserts a
// missing closer (kUnclosed on both ends), drops a surplus closer, and reports both.
#pragma once

#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "core/syntax/ast.h"
#include "core/syntax/problem.h"
#include "core/syntax/token.h"

namespace ts::syntax {

// A growing array of tokens that leaves its memory uninitialised.
class TokenBuffer {
 public:
  explicit TokenBuffer(size_t expected) { grow(expected < 64 ? 64 : expected); }

  void push(const Token& token) {
    if (size_ == capacity_) grow(capacity_ * 2);
    data_.get()[size_++] = token;
  }
  void truncate(size_t size) { size_ = size; }
  Token& operator[](size_t i) { return data_.get()[i]; }
  const Token& operator[](size_t i) const { return data_.get()[i]; }
  const Token& back() const { return data_.get()[size_ - 1]; }
  size_t size() const { return size_; }
  const Token* data() const { return data_.get(); }
  // Iteration skips the first token, which is a sentinel.
  const Token* begin() const { return data_.get() + 1; }
  const Token* end() const { return data_.get() + size_; }

 private:
  struct Free {
    void operator()(Token* p) const { ::operator delete(p); }
  };
  void grow(size_t capacity);

  std::unique_ptr<Token, Free> data_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// A "# type: ..." comment other than "# type: ignore".
struct TypeComment {
  uint32_t tokenIndex;  // of the token that follows it
  Span text;            // text after "type:", without surrounding blanks
};

struct LexOptions {
  int maxDepth = 200;           // of brackets, as in CPython
  int maxIndentation = 100;     // levels, as in CPython
  bool expressionOnly = false;  // without lines and indentation: line breaks are blanks
  // Skips the block of a def if it can be parsed later (skip.h). Its tokens are an Indent with
  // kSkipped, which spans the block, and a Dedent. Its comments are not recorded.
  bool skipFunctions = false;
};

struct LexResult {
  TokenBuffer tokens;  // from an empty Newline to an EndOfFile
  std::vector<Comment> comments;
  std::vector<TypeComment> typeComments;
  std::vector<TypeIgnore> typeIgnores;
};

// Lexes the part `within` of the file. Offsets are relative to the file.
LexResult lex(const SourceFile& file, Span within, const LexOptions& options, Problems& problems);

}  // namespace ts::syntax
