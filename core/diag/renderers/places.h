// Lines and columns counted from 1, and escaping shared by all renderers.
#pragma once

#include <string>
#include <string_view>

#include "core/source/source_file.h"

namespace ts::diag {

// A position for people: line and column count from 1, columns in code points.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

// Converts offsets to positions and caches the last result, so that the next offset on the same
// line costs only the distance. Without the cache, a line of 50 MB with a thousand problems takes
// minutes.
class PlaceFinder {
 public:
  LineColumn find(const SourceFile& file, uint32_t offset);

 private:
  // Both identify the file: another file may be created where a file has ended.
  const SourceFile* file_ = nullptr;
  std::string path_;
  uint32_t offset_ = 0;
  LineColumn place_;
};

// Returns the text with control characters and reordering characters made visible, so that a
// terminal or a log does not execute them. Invalid UTF-8 becomes U+FFFD. Newlines are kept if
// `keepNewlines`.
std::string visible(std::string_view text, bool keepNewlines = false);

}  // namespace ts::diag
