#pragma once

#include <optional>
#include <string>

#include "core/syntax/ast.h"

namespace ts::syntax {

// What a function's body begins with, if that is a string. A body that wasn't parsed yet (Body)
// isn't parsed for that, but for what is seldom written before or behind a docstring.
std::optional<std::string> docstringOf(const FunctionDef& def, const SourceFile& file);

}  // namespace ts::syntax
