// Input: any text. Its tokens are in order, inside the text, and their brackets are balanced.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/syntax/lexer.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool opens(ts::syntax::TokenKind kind) {
  using enum ts::syntax::TokenKind;
  return kind == LParen || kind == LBracket || kind == LBrace || kind == FStringStart;
}

bool closes(ts::syntax::TokenKind kind) {
  using enum ts::syntax::TokenKind;
  return kind == RParen || kind == RBracket || kind == RBrace || kind == FStringEnd;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ts::syntax;
  ts::SourceFile file("fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  for (bool expressionOnly : {false, true}) {
    Problems problems;
    LexOptions options;
    options.expressionOnly = expressionOnly;
    LexResult lexed = lex(file, {0, static_cast<uint32_t>(size)}, options, problems);
    require(lexed.tokens.size() >= 2 && lexed.tokens.back().kind == TokenKind::EndOfFile);
    uint32_t last = 0;
    int depth = 0;
    std::vector<size_t> open;
    for (size_t i = 0; i < lexed.tokens.size(); ++i) {
      const Token& token = lexed.tokens[i];
      require(token.begin <= token.end && token.end <= size && token.begin >= last);
      last = token.end;
      if (token.kind == TokenKind::Indent) ++depth;
      if (token.kind == TokenKind::Dedent) --depth;
      require(depth >= 0);
      if (opens(token.kind)) open.push_back(i);
      if (closes(token.kind)) {
        require(!open.empty() && token.partner == open.back() &&
                lexed.tokens[open.back()].partner == i);
        open.pop_back();
      }
    }
    require(depth == 0 && open.empty());
    for (const Problem& problem : problems)
      require(problem.span.begin <= problem.span.end && problem.span.end <= size);
  }
  return 0;
}
