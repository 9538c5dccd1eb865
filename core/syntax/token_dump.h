// Tokens as text, for --print=tokens.
#pragma once

#include <string>

#include "core/source/source_file.h"

namespace ts::syntax {

// One token a line: "line:column-line:column KIND text", lines from 1, columns from 0 in bytes as in
// ast.dump; the text is quoted as repr() quotes it, and left out where there is none.
std::string dumpTokens(const SourceFile& file);

}  // namespace ts::syntax
