// IPython's own syntax in the cells of a notebook.
#pragma once

#include <string>
#include <string_view>

namespace ts::notebook {

// Returns the cell's text without IPython's syntax. Lines with %magic, !commands and help? become
// comments, or `pass` where a block needs a statement. Positions on other lines stay the same.
std::string withoutMagic(std::string_view cell);

}  // namespace ts::notebook
