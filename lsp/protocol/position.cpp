#include "lsp/protocol/position.h"

#include <algorithm>

namespace ts::lsp {

namespace {

struct Encoding {
  const char* name;
  ColumnUnit unit;
};

constexpr Encoding kEncodings[] = {
    {"utf-8", ColumnUnit::Utf8}, {"utf-16", ColumnUnit::Utf16}, {"utf-32", ColumnUnit::Utf32}};

std::optional<uint32_t> readUnsigned(JsonView value) {
  const auto number = value.integer();
  if (!number || *number < 0) return std::nullopt;
  return static_cast<uint32_t>(std::min<int64_t>(*number, UINT32_MAX));
}

}  // namespace

std::optional<Position> readPosition(JsonView value) {
  const auto line = readUnsigned(value["line"]);
  const auto character = readUnsigned(value["character"]);
  if (!line || !character) return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> readRange(JsonView value) {
  const auto start = readPosition(value["start"]);
  const auto end = readPosition(value["end"]);
  if (!start || !end) return std::nullopt;
  return Range{*start, *end};
}

JsonWriter& writeRange(JsonWriter& out, Range range) {
  auto position = [&](const char* name, Position at) {
    out.key(name)
        .beginObject()
        .member("line", at.line)
        .member("character", at.character)
        .endObject();
  };
  out.beginObject();
  position("start", range.start);
  position("end", range.end);
  return out.endObject();
}

Position PositionCursor::at(uint32_t offset) {
  offset = std::min(offset, static_cast<uint32_t>(file_.text().size()));
  const uint32_t line = file_.lineOf(offset) - 1;
  if (offset < offset_ || line != position_.line) {
    offset_ = file_.lineStart(line + 1);
    position_ = {line, 0};
  }
  position_.character += static_cast<uint32_t>(lengthIn(file_.text({offset_, offset}), unit_));
  offset_ = offset;
  return position_;
}

const char* encodingName(ColumnUnit unit) {
  for (const Encoding& encoding : kEncodings) {
    if (encoding.unit == unit) return encoding.name;
  }
  return "";
}

std::optional<ColumnUnit> findEncoding(std::string_view name) {
  for (const Encoding& encoding : kEncodings) {
    if (name == encoding.name) return encoding.unit;
  }
  return std::nullopt;
}

}  // namespace ts::lsp
