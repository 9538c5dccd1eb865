#include "core/syntax/token_dump.h"

#include <fmt/format.h>

#include <iterator>

#include "core/syntax/lexer.h"
#include "core/syntax/python_repr.h"

namespace ts::syntax {

std::string dumpTokens(const SourceFile& file) {
  Problems unused;
  LexOptions options;
  LexResult lexed = lex(file, {0, static_cast<uint32_t>(file.text().size())}, options, unused);
  std::string out;
  // The first token is the lexer's own.
  for (size_t i = 1; i < lexed.tokens.size(); ++i) {
    const Token& token = lexed.tokens[i];
    LineColumn begin = file.position(token.begin);
    LineColumn end = file.position(token.end);
    std::string_view name = kindName(token.kind);
    fmt::format_to(std::back_inserter(out), "{}:{}-{}:{} {}", begin.line, begin.column, end.line,
                   end.column, name);
    if (token.begin < token.end) {
      out += ' ';
      reprString(file.text(token.span()), out);
    }
    out += '\n';
  }
  return out;
}

}  // namespace ts::syntax
