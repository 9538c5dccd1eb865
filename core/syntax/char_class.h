// Tables of the characters that begin or continue tokens.
#pragma once

#include <array>
#include <cstdint>

namespace ts::syntax {

// The kinds of bytes that begin a token.
enum class CharClass : uint8_t {
  Bad,
  End,
  Blank,
  LineEnd,
  Letter,
  NonAscii,
  Digit,
  Quote,
  Comment,
  Backslash,
  Dot,
  Open,
  Close,
  Single,
  Operator,
  Colon,
  Exclamation,
};

namespace char_detail {

constexpr std::array<CharClass, 256> makeClasses() {
  std::array<CharClass, 256> table{};
  auto set = [&](const char* chars, CharClass value) {
    for (; *chars; ++chars) table[static_cast<unsigned char>(*chars)] = value;
  };
  for (int c = 0; c < 256; ++c) table[c] = c < 0x80 ? CharClass::Bad : CharClass::NonAscii;
  table[0] = CharClass::End;
  set(" \t\f", CharClass::Blank);
  set("\n\r", CharClass::LineEnd);
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = CharClass::Letter;
  table['_'] = CharClass::Letter;
  for (int c = '0'; c <= '9'; ++c) table[c] = CharClass::Digit;
  set("\"'", CharClass::Quote);
  set("#", CharClass::Comment);
  set("\\", CharClass::Backslash);
  set(".", CharClass::Dot);
  set("([{", CharClass::Open);
  set(")]}", CharClass::Close);
  set(",;~", CharClass::Single);
  set("=+-*/%@&|^<>", CharClass::Operator);
  set(":", CharClass::Colon);
  set("!", CharClass::Exclamation);
  return table;
}

constexpr std::array<bool, 256> makeIdentifierBytes(bool above) {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[c] = (c >= 0x80 && above) || c == '_' || (c >= '0' && c <= '9') ||
               (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  return table;
}

}  // namespace char_detail

inline constexpr std::array<CharClass, 256> kCharClasses = char_detail::makeClasses();
// ASCII letters, digits, "_" and every byte of a multi-byte character.
inline constexpr std::array<bool, 256> kIdentifierBytes = char_detail::makeIdentifierBytes(true);
inline constexpr std::array<bool, 256> kAsciiIdentifierBytes =
    char_detail::makeIdentifierBytes(false);

inline CharClass classOf(char c) { return kCharClasses[static_cast<unsigned char>(c)]; }
inline bool isIdentifierByte(char c) { return kIdentifierBytes[static_cast<unsigned char>(c)]; }
inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
inline bool isAsciiIdentifierByte(char c) {
  return kAsciiIdentifierBytes[static_cast<unsigned char>(c)];
}
inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline int hexValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace ts::syntax
