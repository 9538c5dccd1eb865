// Finds the end of a function's body without lexing it. Functions of imported files are parsed on
// first use, and most are never used.
#pragma once

#include <cstdint>
#include <optional>

namespace ts::syntax {

struct SkippedBlock {
  const char* codeEnd;  // after the last character that is neither blank nor comment
  const char* next;     // the line after the block, or the end of the text
};

// Finds the block that begins with the line at `begin`, under a header indented by `column` spaces.
// `end` must be followed by a NUL byte. Returns nullopt where only the lexer can decide: unbalanced
// brackets, unclosed strings, tabs. Also returns nullopt for a body whose contents matter before it
// is parsed: it contains a yield, or begins with a type comment.
std::optional<SkippedBlock> skipBlock(const char* begin, const char* end, uint32_t column);

}  // namespace ts::syntax
