// Source texts, and conversion between byte offsets, lines and columns.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ts {

// A half-open range of byte offsets into the UTF-8 text of a file.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const { return end - begin; }
  bool contains(uint32_t offset) const { return begin <= offset && offset < end; }
  friend bool operator==(const Span&, const Span&) = default;
};

// Returns the smallest span that contains both spans.
inline Span cover(Span a, Span b) {
  return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

enum class ColumnUnit : uint8_t { Utf8, Utf16, Utf32 };

// `line` counts from 1, `column` from 0 in the requested unit.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 0;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

class SourceFile;

// A span in a file. The range does not own the file: the tree or graph that contains the range
// keeps it alive.
struct SourceRange {
  const SourceFile* file = nullptr;
  Span span;

  explicit operator bool() const { return file != nullptr; }
  std::string_view text() const;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// An immutable UTF-8 text without byte order mark, with its path. Lines end with \n, \r\n or \r.
class SourceFile {
 public:
  // origin: for generated code, the place in a user's file that it stands for. The file of the
  // origin outlives this file.
  SourceFile(std::string path, std::string text, SourceRange origin = {});

  const std::string& path() const { return path_; }
  const SourceRange& origin() const { return origin_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const {
    return text().substr(span.begin, span.end - span.begin);
  }

  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts().size()); }
  // Returns the offset of the first byte of a line (counted from 1); the end of the text for a line
  // past the last line.
  uint32_t lineStart(uint32_t line) const;
  // Returns the text of a line without its line ending.
  std::string_view lineText(uint32_t line) const;
  uint32_t lineOf(uint32_t offset) const;

  LineColumn position(uint32_t offset, ColumnUnit unit = ColumnUnit::Utf8) const;
  // Returns the offset of a position. A column past the end of its line means the end of the line,
  // a line past the last line means the end of the text. A column inside a character means its
  // start.
  uint32_t offset(LineColumn position, ColumnUnit unit = ColumnUnit::Utf8) const;

 private:
  const std::vector<uint32_t>& lineStarts() const;

  std::string path_;
  std::string text_;
  SourceRange origin_;
  // Built on the first request for a line: most files never need a line index.
  mutable std::once_flag indexed_;
  mutable std::vector<uint32_t> lineStarts_;
};

using SourceFilePtr = std::shared_ptr<const SourceFile>;

inline std::string_view SourceRange::text() const { return file->text(span); }

// Returns the length of the UTF-8 text in the given unit; an invalid byte counts as one character.
size_t lengthIn(std::string_view utf8, ColumnUnit unit);

}  // namespace ts
