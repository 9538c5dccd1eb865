// Docstrings of functions.
#pragma once

#include <optional>
#include <string>

#include "core/syntax/ast.h"

namespace ts::syntax {

// Returns the string at the start of a function's body, if there is one. Doesn't parse a skipped
// body (Body), except for rare text before or after a docstring.
std::optional<std::string> docstringOf(const FunctionDef& def, const SourceFile& file);

}  // namespace ts::syntax
