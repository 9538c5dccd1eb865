// Writes unicode_properties.inc from the Unicode Character Database, at build time.
//
//   make_unicode_properties UCD_FOLDER OUTPUT
//
// Reads UnicodeData.txt, DerivedCoreProperties.txt, DerivedAge.txt, SpecialCasing.txt and
// CaseFolding.txt. Formats: Unicode Standard Annex #44. Omits characters that Python 3.11 (Unicode
// 14) does not know.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/syntax/tools/unicode_data.h"

void fail(const std::string& message) {
  std::fprintf(stderr, "make_unicode_properties: %s\n", message.c_str());
  std::exit(1);
}

namespace {

std::vector<uint32_t> codesOf(const std::string& text) {
  std::vector<uint32_t> codes;
  std::istringstream parts(text);
  for (std::string part; parts >> part;) codes.push_back(hex(part));
  return codes;
}

using Property = std::vector<bool>;

void mark(Property& property, const std::string& range) {
  size_t dots = range.find("..");
  uint32_t first = hex(range.substr(0, dots));
  uint32_t last = dots == std::string::npos ? first : hex(range.substr(dots + 2));
  for (uint32_t code = first; code <= last; ++code) property[code] = true;
}

void writeRanges(std::FILE* out, const char* name, const Property& has, const Property& assigned) {
  std::fprintf(out, "constexpr PropertyRange %s[] = {\n", name);
  for (uint32_t code = 0; code < kCodes;) {
    if (!has[code] || !assigned[code]) {
      ++code;
      continue;
    }
    uint32_t first = code;
    while (code < kCodes && has[code] && assigned[code]) ++code;
    std::fprintf(out, "{0x%X,0x%X},", first, code - 1);
  }
  std::fprintf(out, "\n};\n");
}

using Mapping = std::map<uint32_t, std::vector<uint32_t>>;

void writeMapping(std::FILE* out, const char* name, const Mapping& mapping,
                  const Property& assigned) {
  std::fprintf(out, "constexpr Mapping %s[] = {\n", name);
  for (const auto& [code, to] : mapping) {
    if (!assigned[code] || (to.size() == 1 && to[0] == code)) continue;
    if (to.size() > 3) fail("a mapping to more than three characters");
    std::fprintf(out, "{0x%X,{", code);
    for (uint32_t part : to) std::fprintf(out, "0x%X,", part);
    std::fprintf(out, "}},");
  }
  std::fprintf(out, "\n};\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: make_unicode_properties UCD_FOLDER OUTPUT");
  std::string folder = argv[1];
  Property assigned(kCodes), letter(kCodes), decimal(kCodes), digit(kCodes), numeric(kCodes),
      title(kCodes), lower(kCodes), upper(kCodes), cased(kCodes), ignored(kCodes);
  Mapping toLower, toUpper, toTitle, folded;
  for (const auto& fields : readFields(folder + "/DerivedAge.txt"))
    if (std::stod(fields[1]) <= 14) mark(assigned, fields[0]);
  uint32_t first = 0;
  for (auto fields : readFields(folder + "/UnicodeData.txt")) {
    fields.resize(15);
    uint32_t code = hex(fields[0]);
    if (fields[1].ends_with(", First>")) first = code;
    if (fields[2][0] == 'L')
      for (uint32_t c = fields[1].ends_with(", Last>") ? first : code; c <= code; ++c)
        letter[c] = true;
    decimal[code] = !fields[6].empty();
    digit[code] = !fields[7].empty();
    numeric[code] = !fields[8].empty();
    title[code] = fields[2] == "Lt";
    if (!fields[12].empty()) toUpper[code] = {hex(fields[12])};
    if (!fields[13].empty()) toLower[code] = {hex(fields[13])};
    if (!fields[14].empty())
      toTitle[code] = {hex(fields[14])};
    else if (!fields[12].empty())
      toTitle[code] = {hex(fields[12])};
  }
  for (const auto& fields : readFields(folder + "/SpecialCasing.txt")) {
    if (fields.size() > 4 && !fields[4].empty()) continue;  // specific to a language or context
    uint32_t code = hex(fields[0]);
    toLower[code] = codesOf(fields[1]);
    toTitle[code] = codesOf(fields[2]);
    toUpper[code] = codesOf(fields[3]);
  }
  for (const auto& fields : readFields(folder + "/CaseFolding.txt"))
    if (fields[1] == "C" || fields[1] == "F") folded[hex(fields[0])] = codesOf(fields[2]);
  const std::map<std::string, Property*> derived = {{"Lowercase", &lower},
                                                    {"Uppercase", &upper},
                                                    {"Cased", &cased},
                                                    {"Case_Ignorable", &ignored}};
  for (const auto& fields : readFields(folder + "/DerivedCoreProperties.txt"))
    if (auto entry = derived.find(fields[1]); entry != derived.end())
      mark(*entry->second, fields[0]);

  std::FILE* out = std::fopen(argv[2], "w");
  if (!out) fail(std::string("can't write ") + argv[2]);
  const std::pair<const char*, const Property*> ranges[] = {
      {"kLetters", &letter},   {"kDecimals", &decimal}, {"kDigits", &digit},
      {"kNumerics", &numeric}, {"kTitles", &title},     {"kLowers", &lower},
      {"kUppers", &upper},     {"kCased", &cased},      {"kCaseIgnorable", &ignored}};
  for (auto [name, property] : ranges) writeRanges(out, name, *property, assigned);
  writeMapping(out, "kToLower", toLower, assigned);
  writeMapping(out, "kToUpper", toUpper, assigned);
  writeMapping(out, "kToTitle", toTitle, assigned);
  writeMapping(out, "kFolded", folded, assigned);
  return std::fclose(out) == 0 ? 0 : 1;
}
