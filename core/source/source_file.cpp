#include "core/source/source_file.h"

#include <algorithm>

namespace ts {

namespace {

// Returns the size of the UTF-8 character at `at`; 1 for an invalid first byte.
size_t characterSize(std::string_view text, size_t at) {
  auto byte = static_cast<unsigned char>(text[at]);
  size_t size = byte < 0x80   ? 1
                : byte < 0xC2 ? 1
                : byte < 0xE0 ? 2
                : byte < 0xF0 ? 3
                : byte < 0xF5 ? 4
                              : 1;
  if (at + size > text.size()) return 1;
  for (size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 1;
  }
  return size;
}

size_t unitsOf(size_t bytes, ColumnUnit unit) {
  switch (unit) {
    case ColumnUnit::Utf8: return bytes;
    case ColumnUnit::Utf16: return bytes == 4 ? 2 : 1;
    case ColumnUnit::Utf32: return 1;
  }
  return bytes;
}

}  // namespace

size_t lengthIn(std::string_view utf8, ColumnUnit unit) {
  if (unit == ColumnUnit::Utf8) return utf8.size();
  size_t units = 0;
  for (size_t at = 0; at < utf8.size();) {
    size_t bytes = characterSize(utf8, at);
    units += unitsOf(bytes, unit);
    at += bytes;
  }
  return units;
}

SourceFile::SourceFile(std::string path, std::string text, SourceRange origin)
    : path_(std::move(path)), text_(std::move(text)), origin_(origin) {}

const std::vector<uint32_t>& SourceFile::lineStarts() const {
  std::call_once(indexed_, [&] {
    lineStarts_.push_back(0);
    // Fast path: nearly all files contain only \n line ends.
    if (text_.find('\r') == std::string::npos) {
      for (size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1)) {
        lineStarts_.push_back(static_cast<uint32_t>(i + 1));
      }
      return;
    }
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n' ||
          (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'))) {
        lineStarts_.push_back(static_cast<uint32_t>(i + 1));
      }
    }
  });
  return lineStarts_;
}

uint32_t SourceFile::lineStart(uint32_t line) const {
  if (line == 0) return 0;
  return line <= lineStarts().size() ? lineStarts()[line - 1] : static_cast<uint32_t>(text_.size());
}

std::string_view SourceFile::lineText(uint32_t line) const {
  std::string_view all = text();
  std::string_view text = all.substr(lineStart(line), lineStart(line + 1) - lineStart(line));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

uint32_t SourceFile::lineOf(uint32_t offset) const {
  auto after = std::upper_bound(lineStarts().begin(), lineStarts().end(), offset);
  return static_cast<uint32_t>(after - lineStarts().begin());
}

LineColumn SourceFile::position(uint32_t offset, ColumnUnit unit) const {
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(text_.size()));
  uint32_t line = lineOf(offset);
  uint32_t start = lineStarts()[line - 1];
  return {line, static_cast<uint32_t>(lengthIn(text().substr(start, offset - start), unit))};
}

uint32_t SourceFile::offset(LineColumn position, ColumnUnit unit) const {
  if (position.line == 0) return 0;
  if (position.line > lineStarts().size()) return static_cast<uint32_t>(text_.size());
  std::string_view line = lineText(position.line);
  size_t at = 0;
  size_t units = 0;
  while (at < line.size()) {
    size_t bytes = characterSize(line, at);
    size_t wide = unitsOf(bytes, unit);
    if (unit == ColumnUnit::Utf8) wide = bytes;
    if (units + wide > position.column) break;
    units += wide;
    at += bytes;
  }
  return lineStarts()[position.line - 1] + static_cast<uint32_t>(at);
}

}  // namespace ts
