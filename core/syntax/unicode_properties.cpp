#include "core/syntax/unicode_properties.h"

#include <algorithm>
#include <iterator>

namespace ts::syntax::unicode {
namespace {

struct PropertyRange {
  uint32_t first, last;
};
struct Mapping {
  uint32_t code;
  uint32_t to[3];  // zeros after the last
};

// kLetters, kDecimals, ...: sorted ranges. kToLower and the other mappings: sorted by code.
#include "core/syntax/unicode_properties.inc"

template <size_t N>
const PropertyRange* findPropertyRange(const PropertyRange (&table)[N], char32_t code) {
  const PropertyRange* after = std::upper_bound(
      std::begin(table), std::end(table), code,
      [](char32_t value, const PropertyRange& range) { return value < range.first; });
  if (after == std::begin(table) || code > (after - 1)->last) return nullptr;
  return after - 1;
}

template <size_t N>
const Mapping* findMapping(const Mapping (&table)[N], char32_t code) {
  const Mapping* entry =
      std::lower_bound(std::begin(table), std::end(table), code,
                       [](const Mapping& mapping, char32_t value) { return mapping.code < value; });
  return entry != std::end(table) && entry->code == code ? entry : nullptr;
}

template <size_t N>
void appendMapped(std::u32string& to, const Mapping (&table)[N], char32_t code) {
  const Mapping* mapping = findMapping(table, code);
  if (!mapping) {
    to += code;
    return;
  }
  for (uint32_t part : mapping->to)
    if (part) to += static_cast<char32_t>(part);
}

}  // namespace

bool isAlpha(char32_t code) { return findPropertyRange(kLetters, code); }
bool isDecimal(char32_t code) { return findPropertyRange(kDecimals, code); }
bool isDigit(char32_t code) { return findPropertyRange(kDigits, code); }
bool isNumeric(char32_t code) { return findPropertyRange(kNumerics, code); }
bool isLower(char32_t code) { return findPropertyRange(kLowers, code); }
bool isUpper(char32_t code) { return findPropertyRange(kUppers, code); }
bool isTitle(char32_t code) { return findPropertyRange(kTitles, code); }
bool isCased(char32_t code) { return findPropertyRange(kCased, code); }
bool isCaseIgnorable(char32_t code) { return findPropertyRange(kCaseIgnorable, code); }

bool isSpace(char32_t code) {
  if (code < 0x80)
    return code == ' ' || (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x1F);
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

int decimalValue(char32_t code) {
  // Every range starts with a zero and consists of complete sets of ten digits.
  const PropertyRange* range = findPropertyRange(kDecimals, code);
  return range ? static_cast<int>((code - range->first) % 10) : -1;
}

void appendLower(std::u32string& to, char32_t code) { appendMapped(to, kToLower, code); }
void appendUpper(std::u32string& to, char32_t code) { appendMapped(to, kToUpper, code); }
void appendTitle(std::u32string& to, char32_t code) { appendMapped(to, kToTitle, code); }
void appendFolded(std::u32string& to, char32_t code) { appendMapped(to, kFolded, code); }

char32_t lowerOf(char32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
  const Mapping* mapping = findMapping(kToLower, code);
  return mapping ? mapping->to[0] : code;
}
char32_t upperOf(char32_t code) {
  if (code < 0x80) return code >= 'a' && code <= 'z' ? code - 32 : code;
  const Mapping* mapping = findMapping(kToUpper, code);
  return mapping ? mapping->to[0] : code;
}

}  // namespace ts::syntax::unicode
