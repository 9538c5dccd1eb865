// How wide text is, without a font at hand: everything is set in a monospaced face.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ts::viz {

// Cells that a UTF-8 text takes: two for wide characters (CJK, emoji), none for combining ones.
size_t columnsOf(std::string_view text);

// At most `columns` cells, the middle or the end replaced by an ellipsis; line breaks and other
// control characters become spaces.
std::string shortened(std::string_view text, size_t columns);

// Pixels that so many cells take at a font size: the widest of the usual monospaced faces.
double textWidth(size_t columns, double fontSize);

}  // namespace ts::viz
