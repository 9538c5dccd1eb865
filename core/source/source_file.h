// A source text with its path, and every way of saying where in it something is.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ts {

// Half-open range of byte offsets into the UTF-8 text of a file.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const { return end - begin; }
  bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both.
inline Span cover(Span a, Span b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

enum class ColumnUnit : uint8_t { Utf8, Utf16, Utf32 };

// line counts from 1, column from 0 in the unit that was asked for.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 0;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

// The text is immutable once made, UTF-8, without a byte order mark. Lines end at \n, \r\n or \r.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const {
    return text().substr(span.begin, span.end - span.begin);
  }

  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts().size()); }
  // Offset of the first byte of a line (from 1); a line past the end gives the end of the text.
  uint32_t lineStart(uint32_t line) const;
  // The text of a line without its line ending.
  std::string_view lineText(uint32_t line) const;
  uint32_t lineOf(uint32_t offset) const;

  LineColumn position(uint32_t offset, ColumnUnit unit = ColumnUnit::Utf8) const;
  // The offset of a position; a column past the end of its line gives the line's end, a line past
  // the last one the end of the text. A column in the middle of a character gives its start.
  uint32_t offset(LineColumn position, ColumnUnit unit = ColumnUnit::Utf8) const;

 private:
  const std::vector<uint32_t>& lineStarts() const;

  std::string path_;
  std::string text_;
  // Made when somebody asks for a line: most files are read and never reported on.
  mutable std::once_flag indexed_;
  mutable std::vector<uint32_t> lineStarts_;
};

using SourceFilePtr = std::shared_ptr<const SourceFile>;

// A place in a file. The file is owned by whoever holds the tree or graph that the range is in.
struct SourceRange {
  const SourceFile* file = nullptr;
  Span span;

  explicit operator bool() const { return file != nullptr; }
  std::string_view text() const { return file->text(span); }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// Number of units that the UTF-8 text takes; an invalid byte counts as one character.
size_t lengthIn(std::string_view utf8, ColumnUnit unit);

}  // namespace ts
