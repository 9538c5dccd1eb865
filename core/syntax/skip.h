// Finds the end of a function's body without making tokens of it: what is only imported is parsed
// when it is called, and most of it never is.
#pragma once

#include <cstdint>
#include <optional>

namespace ts::syntax {

struct SkippedBlock {
  const char* codeEnd;  // behind the last character that is neither blank nor comment
  const char* next;     // the line that ends the block, or the end of the text
};

// The block that begins with the line at `begin`, under a header that is indented by `column`
// spaces. `end` is followed by a NUL byte. Nothing where only the lexer can tell: brackets that
// don't match, strings without end, tabs. Nothing either where others need to know of it before it
// is parsed: it yields, or begins with a type comment.
std::optional<SkippedBlock> skipBlock(const char* begin, const char* end, uint32_t column);

}  // namespace ts::syntax
