// LSP's positions: lines and characters count from 0, characters in the negotiated unit.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/json_writer.h"
#include "core/protocol/json_view.h"
#include "core/source/source_file.h"

namespace ts::lsp {

using protocol::JsonView;

struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position start;
  Position end;
};

// Return nothing when the JSON is not a position or range. Numbers above 2^32 - 1 become 2^32 - 1.
std::optional<Position> readPosition(JsonView value);
std::optional<Range> readRange(JsonView value);

JsonWriter& writeRange(JsonWriter& out, Range range);

// Converts offsets of one file into positions. Increasing offsets are fast: each conversion
// continues from the previous offset.
class PositionCursor {
 public:
  PositionCursor(const SourceFile& file, ColumnUnit unit) : file_(file), unit_(unit) {}

  Position at(uint32_t offset);
  Range range(Span span) { return {at(span.begin), at(span.end)}; }

 private:
  const SourceFile& file_;
  ColumnUnit unit_;
  uint32_t offset_ = 0;
  Position position_;
};

// Convert between units and LSP's names, such as "utf-16".
const char* encodingName(ColumnUnit unit);
std::optional<ColumnUnit> findEncoding(std::string_view name);

}  // namespace ts::lsp
