// The text of an open document, changed in place as the client edits it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/protocol/position.h"

namespace ts::lsp {

// UTF-8. A change costs a move of the bytes behind it; lines are not searched for again.
class TextBuffer {
 public:
  explicit TextBuffer(std::string text);

  const std::string& text() const { return text_; }
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts_.size()); }

  // As LSP says: a character past the end of its line is the line's end, a line past the last one
  // the end of the text. In the middle of a character is its start.
  uint32_t offset(Position position, ColumnUnit unit) const;

  // Puts `with` in the place of the range; a range whose end comes first is taken the other way
  // round.
  void replace(Range range, std::string_view with, ColumnUnit unit);

 private:
  bool isLineStart(size_t offset) const;

  std::string text_;
  std::vector<uint32_t> lineStarts_;
};

}  // namespace ts::lsp
