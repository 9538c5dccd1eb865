// Tokens, the interface between the lexer and the parser.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/source/source_file.h"

namespace ts::syntax {

enum class TokenKind : uint8_t {
#define TS_TOKEN(name, text) name,
#define TS_KEYWORD(name, text) name,
#define TS_OPERATOR(name, text) name,
#include "core/syntax/token_kinds.def"
#undef TS_TOKEN
#undef TS_KEYWORD
#undef TS_OPERATOR
};

inline constexpr int kTokenKindCount = static_cast<int>(TokenKind::DoubleStarEqual) + 1;

// Bits of Token::flags. Their meaning depends on the kind.
namespace token_flags {
// Names and strings: contains bytes from 0x80 on.
inline constexpr uint8_t kNonAscii = 0x01;
// Strings and parts of f-strings.
inline constexpr uint8_t kRaw = 0x02;
inline constexpr uint8_t kBytes = 0x04;
inline constexpr uint8_t kTriple = 0x08;
// The text differs from the value: it has escapes, doubled braces or \r line breaks.
inline constexpr uint8_t kNeedsDecoding = 0x10;
inline constexpr uint8_t kUnicode = 0x20;  // u"..."
inline constexpr uint8_t kUnterminated = 0x40;
// Numbers. An int has neither of the first two flags.
inline constexpr uint8_t kFloat = 0x02;
inline constexpr uint8_t kImaginary = 0x04;
inline constexpr uint8_t kUnderscores = 0x10;
// Indents: the block was skipped.
inline constexpr uint8_t kSkipped = 0x01;
// Brackets: the closer was inserted; the lexer has reported the opener.
inline constexpr uint8_t kUnclosed = 0x80;
}  // namespace token_flags

struct Token {
  uint32_t begin;
  uint32_t end;
  // Brackets, f-string starts and ends: index of the matching token, in both directions.
  uint32_t partner;
  TokenKind kind;
  uint8_t flags;

  Span span() const { return {begin, end}; }
};

// The description of a kind in messages: "a name", "'if'".
std::string_view describe(TokenKind kind);
// kindName: "NAME", "IF", "LPAREN", as --print=tokens prints it. spelling: "if", "(".
std::string_view kindName(TokenKind kind);
std::string_view spelling(TokenKind kind);
bool isKeyword(TokenKind kind);

}  // namespace ts::syntax
