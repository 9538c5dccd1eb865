// UTF-8 text by code points, and functions shared by str and bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/eval/vm/vm.h"

namespace ts::eval {

// ---- code points
std::u32string toCodes(std::string_view utf8);
std::string toUtf8(std::u32string_view codes);
void appendCode(std::string& to, char32_t code);
// The number of bytes before the character with this index; the size of the text when it has fewer
// characters.
size_t byteOffset(std::string_view text, int64_t index);
int64_t countCodes(std::string_view text);

// A value that must be a str.
inline Str& strOf(const Value& value) { return *value.as<Str>(); }
inline std::string_view textOf(const Value& value) { return value.as<Str>()->text; }
// The text of a str. Returns false when the value isn't a str; doesn't raise.
bool asText(const Value& value, std::string_view& text);
bool asBytes(const Value& value, std::string_view& data);

// ---- algorithms on text and on bytes
// The number of bytes of the white space character that starts at, or ends before, a position; 0
// when there is none.
using SpaceAt = size_t (*)(std::string_view text, size_t position);
struct Spaces {
  SpaceAt at, before;
};
extern const Spaces kTextSpaces, kByteSpaces;

using Pieces = std::vector<std::string_view>;
// As string_view::find and rfind, but in time proportional to both lengths, not to their product.
size_t findIn(std::string_view text, std::string_view part, size_t from = 0);
size_t findLastIn(std::string_view text, std::string_view part);
Pieces splitOn(std::string_view text, std::string_view separator, int64_t most);
Pieces splitLastOn(std::string_view text, std::string_view separator, int64_t most);
Pieces splitSpaces(std::string_view text, int64_t most, const Spaces& spaces);
Pieces splitLastSpaces(std::string_view text, int64_t most, const Spaces& spaces);
std::string_view stripSpaces(std::string_view text, bool left, bool right, const Spaces& spaces);
int64_t countOf(std::string_view text, std::string_view part);
// Charges the fuel for the matches.
std::string replaceAll(Vm& vm, std::string_view text, std::string_view from, std::string_view to,
                       int64_t most);
// Replaces tabs by spaces, with tab stops every `size` columns. A code point of UTF-8 takes one
// column.
std::string expandTabs(std::string_view text, int64_t size);
std::string repeat(std::string_view text, int64_t times);

// Clips the start and end arguments of str.find and similar methods to [0, length].
void clipRange(Vm& vm, const Value& start, const Value& end, int64_t length, int64_t& from,
               int64_t& to);

// ---- encoding and decoding by the name of an encoding (utf-8, ascii, latin-1)
std::string encodeText(Vm& vm, std::string_view text, std::string_view encoding,
                       std::string_view errors);
std::string decodeBytes(Vm& vm, std::string_view data, std::string_view encoding,
                        std::string_view errors);

void initBytes(Vm& vm);
// The methods of str (str_methods.cpp).
std::span<const NativeDef> strMethods();

}  // namespace ts::eval
