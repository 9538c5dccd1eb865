#include "lsp/workspace/text_buffer.h"

#include <algorithm>

namespace ts::lsp {

TextBuffer::TextBuffer(std::string text) : text_(std::move(text)) {
  lineStarts_.push_back(0);
  for (size_t at = 1; at <= text_.size(); ++at) {
    if (isLineStart(at)) lineStarts_.push_back(static_cast<uint32_t>(at));
  }
}

// Lines end at \n, \r\n and \r. Depends only on the two bytes around the offset, which is above 0.
bool TextBuffer::isLineStart(size_t offset) const {
  const char before = text_[offset - 1];
  return before == '\n' || (before == '\r' && (offset == text_.size() || text_[offset] != '\n'));
}

uint32_t TextBuffer::offset(Position position, ColumnUnit unit) const {
  if (position.line >= lineStarts_.size()) return static_cast<uint32_t>(text_.size());
  size_t at = lineStarts_[position.line];
  size_t end =
      position.line + 1 < lineStarts_.size() ? lineStarts_[position.line + 1] : text_.size();
  while (end > at && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  for (size_t units = 0; at < end;) {
    const size_t bytes = std::max<size_t>(1, utf8Length(std::string_view(text_).substr(at, 4)));
    units += lengthIn(std::string_view(text_).substr(at, bytes), unit);
    if (units > position.character) break;
    at += bytes;
  }
  return static_cast<uint32_t>(at);
}

void TextBuffer::replace(Range range, std::string_view with, ColumnUnit unit) {
  uint32_t begin = offset(range.start, unit);
  uint32_t end = offset(range.end, unit);
  if (end < begin) std::swap(begin, end);
  text_.replace(begin, end - begin, with);

  // Line starts before `begin` stay, line starts after `end` move, the ones between are searched.
  auto first = std::lower_bound(lineStarts_.begin() + 1, lineStarts_.end(), begin);
  auto last = std::upper_bound(first, lineStarts_.end(), end);
  const uint32_t newEnd = begin + static_cast<uint32_t>(with.size());
  for (auto moved = last; moved != lineStarts_.end(); ++moved) *moved = *moved - end + newEnd;
  std::vector<uint32_t> offsets;
  for (size_t at = std::max<uint32_t>(begin, 1); at <= newEnd; ++at) {
    if (isLineStart(at)) offsets.push_back(static_cast<uint32_t>(at));
  }
  const size_t kept = std::min(offsets.size(), static_cast<size_t>(last - first));
  std::copy_n(offsets.begin(), kept, first);
  if (kept < offsets.size()) {
    lineStarts_.insert(last, offsets.begin() + kept, offsets.end());
  } else {
    lineStarts_.erase(first + kept, last);
  }
}

}  // namespace ts::lsp
