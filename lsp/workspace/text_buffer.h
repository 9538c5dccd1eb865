// The text of an open document, which edits change in place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/protocol/position.h"

namespace ts::lsp {

// UTF-8 text with an index of its lines. An edit updates the index incrementally.
class TextBuffer {
 public:
  explicit TextBuffer(std::string text);

  const std::string& text() const { return text_; }
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }

  // Returns the offset of a position by LSP's rules. A character past the end of its line gives the
  // line's end; a line past the last line gives the end of the text. A position in the middle of a
  // character gives the character's start.
  uint32_t offset(Position position, ColumnUnit unit) const;

  // Replaces the range by `with`. Swaps the ends of a range that is back to front.
  void replace(Range range, std::string_view with, ColumnUnit unit);

 private:
  bool isLineStart(size_t offset) const;

  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

}  // namespace ts::lsp
