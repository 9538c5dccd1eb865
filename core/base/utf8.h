// Finds the first byte of UTF-8 characters.
#pragma once

#include <cstddef>
#include <string_view>

namespace ts {

// Returns the offset of the first byte of the character that contains `at`, but at least `atLeast`.
inline size_t characterStart(std::string_view text, size_t at, size_t atLeast = 0) {
  while (at > atLeast && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    --at;
  return at;
}

}  // namespace ts
