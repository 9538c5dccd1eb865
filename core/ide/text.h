// Helpers for source text.
#pragma once

#include <string>
#include <string_view>

#include "core/base/utf8.h"

namespace ts::ide {

// Returns whether a byte may be part of a Python name. Accepts all non-ASCII bytes.
inline bool isPartOfName(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c & 0x80);
}

// Replaces every run of white space by one blank.
inline std::string oneLine(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : c;
  }
  return out;
}

// Returns the text on one line. Cuts it after `most` bytes and appends "...".
inline std::string shortened(std::string_view text, size_t most) {
  std::string line = oneLine(text);
  if (line.size() <= most) return line;
  return line.substr(0, characterStart(line, most)) + "...";
}

}  // namespace ts::ide
