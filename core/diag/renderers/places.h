// Lines and columns as people count them, and the pieces that all renderers share.
#pragma once

#include <string>
#include <string_view>

#include "core/source/source_file.h"

namespace ts::diag {

// Both from 1; the column counts code points.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

// Finds places and remembers the last one: an offset further along the same line costs what lies
// between the two. A line of fifty megabytes with a thousand problems would take minutes otherwise.
class PlaceFinder {
 public:
  Place find(const SourceFile& file, uint32_t offset);

 private:
  const SourceFile* file_ = nullptr;
  uint32_t offset_ = 0;
  Place place_;
};

// The text with what a terminal or a log would obey made visible: control characters, and the
// characters that reorder text. Bytes that are no UTF-8 become U+FFFD. Newlines stay if they may.
std::string visible(std::string_view text, bool keepNewlines = false);

}  // namespace ts::diag
