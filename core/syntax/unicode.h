// The Unicode properties that Python's grammar needs. The tables are generated from Debian's
// unicode-data and compiled in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ts::syntax::unicode {

struct Character {
  char32_t code;
  uint32_t size;  // bytes; 1 and U+FFFD for a byte that does not begin a valid character
};

// Decodes the UTF-8 character at p, which is before end. Surrogates (three bytes) are accepted.
Character decode(const char* p, const char* end);
void append(std::string& to, char32_t code);

// XID_Start or "_"; XID_Continue.
bool isIdentifierStart(char32_t code);
bool isIdentifierContinue(char32_t code);
// As str.isprintable of Python 3.11 (Unicode 14).
bool isPrintable(char32_t code);

// Normalisation form KC of valid UTF-8.
std::string normalize(std::string_view utf8);

// The character with a name or alias, in any case, as in "\N{...}"; kNoCharacter if there is none.
inline constexpr char32_t kNoCharacter = 0xFFFFFFFF;
char32_t characterNamed(std::string_view name);

// The hash of an upper-case name in the table of names.
constexpr uint64_t hashName(std::string_view name) {
  uint64_t hash = 0xCBF29CE484222325;
  for (char c : name) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3;
    hash ^= hash >> 29;
  }
  hash *= 0xBF58476D1CE4E5B9;
  return hash ^ hash >> 32;
}
// A table entry: 43 bits of hash, then 21 bits of code point.
inline constexpr int kCodeBits = 21;

}  // namespace ts::syntax::unicode
