// One source line prepared for a terminal, with the cell in which each of its bytes is shown.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/source/source_file.h"

namespace ts::diag {

// Expands tabs to the next multiple of four, counts wide characters as two cells, and makes control
// characters visible. A line of more than `width` cells is cut around the focus; "..." marks the
// cut. The run time depends on the width, not on the length of the line.
class Excerpt {
 public:
  Excerpt(const SourceFile& file, uint32_t line, Span focus, int width);

  const std::string& text() const { return text_; }
  // Returns the first cell of the character at a byte offset of the file. For text that was cut
  // away, returns the cell of the cut.
  int cellOf(uint32_t offset) const;

 private:
  std::string text_;
  std::vector<std::pair<uint32_t, int>>
      cells_;  // (offset, first cell) in ascending order; the end is the last entry
};

}  // namespace ts::diag
