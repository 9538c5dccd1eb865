// The character properties that Python's str methods need, as in Python 3.11 (Unicode 14). The
// tables are generated from Debian's unicode-data and compiled in.
#pragma once

#include <cstdint>
#include <string>

namespace ts::syntax::unicode {

bool isAlpha(char32_t code);
bool isDecimal(char32_t code);
bool isDigit(char32_t code);
bool isNumeric(char32_t code);
bool isSpace(char32_t code);
bool isLower(char32_t code);
bool isUpper(char32_t code);
bool isTitle(char32_t code);
bool isCased(char32_t code);
bool isCaseIgnorable(char32_t code);
inline bool isAlnum(char32_t code) { return isAlpha(code) || isNumeric(code); }
// 0 to 9, or -1 if isDecimal is false.
int decimalValue(char32_t code);

// Full case mappings: one character may become three.
void appendLower(std::u32string& to, char32_t code);
void appendUpper(std::u32string& to, char32_t code);
void appendTitle(std::u32string& to, char32_t code);
void appendFolded(std::u32string& to, char32_t code);
// The first character of the mapping.
char32_t lowerOf(char32_t code);
char32_t upperOf(char32_t code);

}  // namespace ts::syntax::unicode
