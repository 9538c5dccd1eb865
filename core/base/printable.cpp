#include "core/base/printable.h"

#include <cstdint>
#include <cstdio>

#include "core/base/json_writer.h"

namespace ts {

namespace {

// Bidirectional marks, embeddings, overrides and isolates: they can disguise a name as another.
constexpr std::string_view kReordering[] = {
    "\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C",
    "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069",
};

void appendEscape(std::string& out, const char* format, unsigned number) {
  char escape[8];
  std::snprintf(escape, sizeof escape, format, number);
  out += escape;
}

bool reordersText(std::string_view character) {
  for (const std::string_view mark : kReordering)
    if (character == mark) return true;
  return false;
}

}  // namespace

std::string printable(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    // Most text is ASCII without control characters.
    size_t plain = 0;
    while (plain < text.size() && text[plain] >= 0x20 && text[plain] < 0x7F) ++plain;
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const size_t size = utf8Length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    const std::string_view character = text.substr(0, size ? size : 1);
    const bool isControl = byte < 0x20 || byte == 0x7F;
    if (size == 0 || (isControl && kept.find(text[0]) == kept.npos)) {
      appendEscape(out, "\\x%02x", byte);
    } else if (byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) {  // a C1 control
      appendEscape(out, "\\x%02x", static_cast<unsigned char>(text[1]));
    } else if (reordersText(character)) {
      const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]) & 0x3Fu; };
      appendEscape(
          out, "\\u%04x",
          size == 2 ? (byte & 0x1Fu) << 6 | at(1) : (byte & 0x0Fu) << 12 | at(1) << 6 | at(2));
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace ts
