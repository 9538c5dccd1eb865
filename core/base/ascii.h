// Classes of ASCII characters. Bytes of other UTF-8 characters are in none of them.
#pragma once

namespace ts {

constexpr bool isAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool isAsciiLetter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace ts
