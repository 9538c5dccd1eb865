// Writes unicode_tables.inc from the Unicode Character Database, at build time.
//
//   make_unicode_tables UCD_FOLDER OUTPUT
//
// Reads UnicodeData.txt, DerivedCoreProperties.txt, DerivedAge.txt, CompositionExclusions.txt and
// NameAliases.txt. Formats: Unicode Standard Annex #44.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/syntax/tools/unicode_data.h"
#include "core/syntax/unicode.h"

void fail(const std::string& message) {
  std::fprintf(stderr, "make_unicode_tables: %s\n", message.c_str());
  std::exit(1);
}

namespace {

using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;

std::pair<uint32_t, uint32_t> range(const std::string& text) {
  size_t dots = text.find("..");
  if (dots == std::string::npos) return {hex(text), hex(text)};
  return {hex(text.substr(0, dots)), hex(text.substr(dots + 2))};
}

template <typename Has>
Ranges rangesOf(Has has) {
  Ranges ranges;
  for (uint32_t code = 0; code < kCodes; ++code) {
    if (!has(code)) continue;
    if (!ranges.empty() && ranges.back().second + 1 == code)
      ranges.back().second = code;
    else
      ranges.push_back({code, code});
  }
  return ranges;
}

struct Database {
  std::vector<std::string> category = std::vector<std::string>(kCodes);
  std::vector<uint8_t> combining = std::vector<uint8_t>(kCodes);
  std::map<uint32_t, std::pair<bool, std::vector<uint32_t>>>
      decompositions;  // true: compatibility decomposition
  std::map<std::string, uint32_t> names;
  Ranges ideographs;
};

void addHangulNames(Database& db) {
  static const char* kLead[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
  static const char* kVowel[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                 "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                 "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
  static const char* kTail[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D", "L",  "LG",
                                "LM", "LB", "LS", "LT", "LP", "LH", "M",  "B", "BS", "S",
                                "SS", "NG", "J",  "C",  "K",  "T",  "P",  "H"};
  uint32_t code = 0xAC00;
  for (const char* lead : kLead) {
    for (const char* vowel : kVowel) {
      for (const char* tail : kTail)
        db.names[std::string("HANGUL SYLLABLE ") + lead + vowel + tail] = code++;
    }
  }
}

Database readUnicodeData(const std::string& folder) {
  Database db;
  uint32_t first = 0;
  for (const auto& fields : readFields(folder + "/UnicodeData.txt")) {
    uint32_t code = hex(fields[0]);
    const std::string& name = fields[1];
    bool ends = name.ends_with(", Last>");
    if (name.ends_with(", First>")) first = code;
    for (uint32_t c = ends ? first : code; c <= code; ++c) {
      db.category[c] = fields[2];
      db.combining[c] = static_cast<uint8_t>(std::stoi(fields[3]));
    }
    if (ends && name.starts_with("<CJK Ideograph")) db.ideographs.push_back({first, code});
    if (name[0] != '<') db.names[name] = code;
    if (!fields[5].empty()) {
      std::istringstream parts(fields[5]);
      auto& [compatibility, codes] = db.decompositions[code];
      compatibility = fields[5][0] == '<';
      for (std::string part; parts >> part;) {
        if (part[0] != '<') codes.push_back(hex(part));
      }
    }
  }
  for (const auto& fields : readFields(folder + "/NameAliases.txt"))
    db.names[fields[1]] = hex(fields[0]);
  addHangulNames(db);
  return db;
}

void expand(const Database& db, uint32_t code, std::vector<uint32_t>& to) {
  auto decomposition = db.decompositions.find(code);
  if (decomposition == db.decompositions.end()) return to.push_back(code);
  for (uint32_t part : decomposition->second.second) expand(db, part, to);
}

void writeRanges(std::FILE* out, const char* name, const Ranges& ranges) {
  std::fprintf(out, "constexpr Range %s[] = {\n", name);
  for (auto [first, last] : ranges) std::fprintf(out, "{0x%X,0x%X},", first, last);
  std::fprintf(out, "\n};\n");
}

void writeNormalization(std::FILE* out, const Database& db, const std::set<uint32_t>& excluded) {
  std::fprintf(out, "constexpr ClassRange kCombiningClasses[] = {\n");
  for (uint32_t code = 0; code < kCodes;) {
    uint32_t last = code;
    while (last + 1 < kCodes && db.combining[last + 1] == db.combining[code]) ++last;
    if (db.combining[code]) std::fprintf(out, "{0x%X,0x%X,%d},", code, last, db.combining[code]);
    code = last + 1;
  }
  std::vector<uint32_t> data;
  std::fprintf(out, "\n};\nconstexpr Decomposition kDecompositions[] = {\n");
  for (const auto& [code, unused] : db.decompositions) {
    size_t offset = data.size();
    expand(db, code, data);
    std::fprintf(out, "{0x%X,%zu,%zu},", code, offset, data.size() - offset);
  }
  if (data.size() > 0xFFFF) fail("decompositions need wider offsets");
  std::fprintf(out, "\n};\nconstexpr uint32_t kDecompositionData[] = {\n");
  for (uint32_t code : data) std::fprintf(out, "0x%X,", code);
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> compositions;
  for (const auto& [code, entry] : db.decompositions) {
    const auto& [compatibility, parts] = entry;
    if (compatibility || parts.size() != 2 || excluded.contains(code)) continue;
    if (db.combining[code] || db.combining[parts[0]]) continue;
    compositions[{parts[0], parts[1]}] = code;
  }
  std::fprintf(out, "\n};\nconstexpr Composition kCompositions[] = {\n");
  for (const auto& [pair, code] : compositions)
    std::fprintf(out, "{0x%X,0x%X,0x%X},", pair.first, pair.second, code);
  std::fprintf(out, "\n};\n");
}

void writeNames(std::FILE* out, const Database& db) {
  using namespace ts::syntax::unicode;
  std::vector<uint64_t> entries;
  for (const auto& [name, code] : db.names) entries.push_back(hashName(name) << kCodeBits | code);
  std::sort(entries.begin(), entries.end());
  for (size_t i = 1; i < entries.size(); ++i) {
    if (entries[i] >> kCodeBits == entries[i - 1] >> kCodeBits) fail("two names share a hash");
  }
  std::fprintf(out, "constexpr uint64_t kNames[] = {\n");
  for (uint64_t entry : entries)
    std::fprintf(out, "0x%llX,", static_cast<unsigned long long>(entry));
  std::fprintf(out, "\n};\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("usage: make_unicode_tables UCD_FOLDER OUTPUT");
  std::string folder = argv[1];
  Database db = readUnicodeData(folder);

  std::vector<bool> start(kCodes), more(kCodes), known(kCodes);
  for (const auto& fields : readFields(folder + "/DerivedCoreProperties.txt")) {
    std::vector<bool>* property = fields[1] == "XID_Start"      ? &start
                                  : fields[1] == "XID_Continue" ? &more
                                                                : nullptr;
    if (!property) continue;
    auto [first, last] = range(fields[0]);
    for (uint32_t code = first; code <= last; ++code) (*property)[code] = true;
  }
  for (const auto& fields : readFields(folder + "/DerivedAge.txt")) {
    if (std::stod(fields[1]) > 14) continue;
    auto [first, last] = range(fields[0]);
    for (uint32_t code = first; code <= last; ++code) known[code] = true;
  }
  std::set<uint32_t> excluded;
  for (const auto& fields : readFields(folder + "/CompositionExclusions.txt"))
    excluded.insert(hex(fields[0]));

  std::FILE* out = std::fopen(argv[2], "w");
  if (!out) fail(std::string("can't write ") + argv[2]);
  writeRanges(out, "kIdentifierStart", rangesOf([&](uint32_t c) { return start[c]; }));
  writeRanges(out, "kIdentifierContinue", rangesOf([&](uint32_t c) { return more[c]; }));
  writeRanges(out, "kUnprintable", rangesOf([&](uint32_t c) {
                const std::string& category = db.category[c];
                return !known[c] || category.empty() || category[0] == 'C' ||
                       (category[0] == 'Z' && c != ' ');
              }));
  writeRanges(out, "kIdeographs", db.ideographs);
  writeNormalization(out, db, excluded);
  writeNames(out, db);
  return std::fclose(out) == 0 ? 0 : 1;
}
