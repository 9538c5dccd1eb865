// One source line made fit for a terminal, with the cell in which each of its bytes is shown.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/source/source_file.h"

namespace ts::diag {

// Tabs are spaces up to the next multiple of four, wide characters take two cells, what a terminal
// would obey is made visible, and a line of more cells than `width` is cut around the focus with
// "..." where something is missing. The work depends on the width, not on the line's length.
class Excerpt {
 public:
  Excerpt(const SourceFile& file, uint32_t line, Span focus, int width);

  const std::string& text() const { return text_; }
  // The first cell of the character at a byte offset of the file; what has been cut away counts as
  // the place of the cut.
  int cellOf(uint32_t offset) const;

 private:
  std::string text_;
  std::vector<std::pair<uint32_t, int>> cells_;  // offset and first cell, ascending; the end last
};

}  // namespace ts::diag
