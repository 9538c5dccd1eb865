// Classes of ASCII characters. Bytes of other UTF-8 characters are in none of them.
#pragma once

#include <string_view>

namespace ts {

constexpr bool isAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool isAsciiLetter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns the text without the characters `blanks` at its ends.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r") {
  const size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace ts
