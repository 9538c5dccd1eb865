// Text to tokens, all of them at once, so that the parser can look as far ahead as it needs.
//
// Brackets leave here balanced: a closer that is missing is made up (kUnclosed on both ends), one
// too many is left out, each with its problem reported. The parser may therefore rely on partners.
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
  // Iterating leaves out the first, which is the lexer's own.
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

// A "# type: ..." comment that is no "# type: ignore".
struct TypeComment {
  uint32_t tokenIndex;  // of the token that follows it
  Span text;            // what stands after "type:", blanks at both ends left out
};

struct LexOptions {
  int maxDepth = 200;           // of brackets, as in CPython
  int maxIndentation = 100;     // levels, as in CPython
  bool expressionOnly = false;  // no lines and no indentation: line ends are blanks
  // Of the block of a def, where it may be parsed later (skip.h): no tokens but an Indent that
  // spans it, with kSkipped, and a Dedent. Its comments are left out.
  bool skipFunctions = false;
};

struct LexResult {
  TokenBuffer tokens;  // between an empty Newline and an EndOfFile
  std::vector<Comment> comments;
  std::vector<TypeComment> typeComments;
  std::vector<TypeIgnore> typeIgnores;
};

// Tokens of the part `within` of the file; offsets are the file's.
LexResult lex(const SourceFile& file, Span within, const LexOptions& options, Problems& problems);

}  // namespace ts::syntax
