// Notes and fixes for misspelt attributes.
#pragma once

#include <span>
#include <string_view>

#include "core/diag/diagnostic.h"

namespace ts::compiler {

// Adds a note with the names that the attribute may mean, and a fix when there is only one. The
// diagnostic's range ends with the attribute's name, or has another text.
void suggestAttribute(diag::Diagnostic& diagnostic, std::string_view attribute,
                      std::span<const std::string_view> names);

}  // namespace ts::compiler
