// The width of text without a font: pictures use a monospaced face.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ts::viz {

// The number of cells of a UTF-8 text: two for wide characters (CJK, emoji), none for combining
// ones.
size_t columnsOf(std::string_view text);

// The text cut to `columns` cells, with an ellipsis at the end when it is cut. Line breaks and
// other control characters become spaces.
std::string shortened(std::string_view text, size_t columns);

// The width in pixels of `columns` cells in the widest of the usual monospaced faces.
double textWidth(size_t columns, double fontSize);

}  // namespace ts::viz
