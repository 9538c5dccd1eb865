// Where characters of UTF-8 begin.
#pragma once

#include <cstddef>
#include <string_view>

namespace ts {

// Steps back from the middle of a character to its first byte, but not before atLeast.
inline size_t characterStart(std::string_view text, size_t at, size_t atLeast = 0) {
  while (at > atLeast && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    --at;
  return at;
}

}  // namespace ts
