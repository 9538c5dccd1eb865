// The width of characters in a terminal.
#pragma once

#include <string_view>

namespace ts::diag {

// Returns the number of terminal cells of one well-formed UTF-8 character: 0 for combining marks, 2
// for wide characters, else 1.
int cellWidth(std::string_view character);

// Returns a form of the character that is safe to send to a terminal. Control characters become
// their Unicode control pictures. Returns U+FFFD for an empty view (an invalid byte), for
// characters that reorder text, and for controls without a picture.
std::string_view visibleCharacter(std::string_view character);

}  // namespace ts::diag
