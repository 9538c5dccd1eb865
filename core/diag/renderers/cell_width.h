// How many cells of a terminal a character takes.
#pragma once

#include <string_view>

namespace ts::diag {

// `character` is one well-formed UTF-8 character: 0 for combining marks, 2 for wide ones, else 1.
int cellWidth(std::string_view character);

// The character as it may be sent to a terminal: U+FFFD for an empty view (no valid character
// there), for characters that reorder text and for controls other than those that Unicode has a
// picture of.
std::string_view visibleCharacter(std::string_view character);

}  // namespace ts::diag
