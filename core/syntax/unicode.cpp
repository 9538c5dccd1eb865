#include "core/syntax/unicode.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace ts::syntax::unicode {

namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};
struct ClassRange {
  uint32_t first;
  uint32_t last;
  uint8_t combiningClass;
};
struct Decomposition {
  uint32_t code;
  uint16_t offset;
  uint16_t size;
};
struct Composition {
  uint32_t first;
  uint32_t second;
  uint32_t composed;
};

// kIdentifierStart, kIdentifierContinue, kUnprintable, kIdeographs: sorted ranges.
// kCombiningClasses, kDecompositions with kDecompositionData, kCompositions: sorted.
// kNames: sorted hash << kCodeBits | code.
#include "core/syntax/unicode_tables.inc"

template <typename Table>
const auto* findRange(const Table& table, char32_t code) {
  auto after =
      std::upper_bound(std::begin(table), std::end(table), code,
                       [](char32_t value, const auto& range) { return value < range.first; });
  if (after == std::begin(table)) return static_cast<decltype(&*after)>(nullptr);
  const auto* range = &*std::prev(after);
  return code <= range->last ? range : nullptr;
}

// Hangul syllables compose by arithmetic (The Unicode Standard, 3.12).
constexpr char32_t kSBase = 0xAC00, kLBase = 0x1100, kVBase = 0x1161, kTBase = 0x11A7;
constexpr char32_t kLCount = 19, kVCount = 21, kTCount = 28, kSCount = kLCount * kVCount * kTCount;

uint8_t combiningClass(char32_t code) {
  const auto* range = findRange(kCombiningClasses, code);
  return range ? range->combiningClass : 0;
}

void decompose(char32_t code, std::vector<char32_t>& to) {
  if (code >= kSBase && code < kSBase + kSCount) {
    char32_t index = code - kSBase;
    to.push_back(kLBase + index / (kVCount * kTCount));
    to.push_back(kVBase + index % (kVCount * kTCount) / kTCount);
    if (index % kTCount) to.push_back(kTBase + index % kTCount);
    return;
  }
  auto entry =
      std::lower_bound(std::begin(kDecompositions), std::end(kDecompositions), code,
                       [](const Decomposition& d, char32_t value) { return d.code < value; });
  if (entry == std::end(kDecompositions) || entry->code != code) return to.push_back(code);
  to.insert(to.end(), kDecompositionData + entry->offset,
            kDecompositionData + entry->offset + entry->size);
}

char32_t compose(char32_t first, char32_t second) {
  if (first >= kLBase && first < kLBase + kLCount && second >= kVBase &&
      second < kVBase + kVCount) {
    return kSBase + ((first - kLBase) * kVCount + (second - kVBase)) * kTCount;
  }
  if (first >= kSBase && first < kSBase + kSCount && (first - kSBase) % kTCount == 0 &&
      second > kTBase && second < kTBase + kTCount) {
    return first + (second - kTBase);
  }
  auto entry =
      std::lower_bound(std::begin(kCompositions), std::end(kCompositions), std::pair(first, second),
                       [](const Composition& c, std::pair<char32_t, char32_t> value) {
                         return std::pair<char32_t, char32_t>(c.first, c.second) < value;
                       });
  if (entry == std::end(kCompositions) || entry->first != first || entry->second != second)
    return kNoCharacter;
  return entry->composed;
}

}  // namespace

Character decode(const char* p, const char* end) {
  auto byte = [p](int i) { return static_cast<unsigned char>(p[i]); };
  auto follows = [&](int i) { return p + i < end && (byte(i) & 0xC0) == 0x80; };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead < 0xE0 && follows(1))
    return {(lead & 0x1Fu) << 6 | (byte(1) & 0x3Fu), 2};
  if (lead >= 0xE0 && lead < 0xF0 && follows(1) && follows(2)) {
    char32_t code = (lead & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    if (code >= 0x800) return {code, 3};
  }
  if (lead >= 0xF0 && lead < 0xF5 && follows(1) && follows(2) && follows(3)) {
    char32_t code =
        (lead & 0x07u) << 18 | (byte(1) & 0x3Fu) << 12 | (byte(2) & 0x3Fu) << 6 | (byte(3) & 0x3Fu);
    if (code >= 0x10000 && code <= 0x10FFFF) return {code, 4};
  }
  return {0xFFFD, 1};
}

void append(std::string& to, char32_t code) {
  auto put = [&](char32_t byte) { to.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

bool isIdentifierStart(char32_t code) { return code == '_' || findRange(kIdentifierStart, code); }
bool isIdentifierContinue(char32_t code) { return findRange(kIdentifierContinue, code) != nullptr; }
bool isPrintable(char32_t code) {
  if (code < 0x7F) return code >= 0x20;
  return !findRange(kUnprintable, code);
}

std::string normalize(std::string_view utf8) {
  std::vector<char32_t> codes;
  const char* end = utf8.data() + utf8.size();
  for (const char* p = utf8.data(); p < end;) {
    Character c = decode(p, end);
    decompose(c.code, codes);
    p += c.size;
  }
  // Canonical order: runs of combining marks sorted by class.
  for (size_t i = 0; i < codes.size();) {
    if (combiningClass(codes[i]) == 0) {
      ++i;
      continue;
    }
    size_t run = i;
    while (i < codes.size() && combiningClass(codes[i]) != 0) ++i;
    std::stable_sort(codes.begin() + static_cast<long>(run), codes.begin() + static_cast<long>(i),
                     [](char32_t a, char32_t b) { return combiningClass(a) < combiningClass(b); });
  }
  std::vector<char32_t> composed;
  size_t starter = SIZE_MAX;
  int lastClass = -1;
  for (char32_t code : codes) {
    int klass = combiningClass(code);
    if (starter != SIZE_MAX && lastClass < klass) {
      if (char32_t composite = compose(composed[starter], code); composite != kNoCharacter) {
        composed[starter] = composite;
        continue;
      }
    }
    composed.push_back(code);
    if (klass == 0) {
      starter = composed.size() - 1;
      lastClass = -1;
    } else {
      lastClass = klass;
    }
  }
  std::string out;
  for (char32_t code : composed) append(out, code);
  return out;
}

char32_t characterNamed(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  constexpr std::string_view kIdeograph = "CJK UNIFIED IDEOGRAPH-";
  if (upper.starts_with(kIdeograph)) {
    std::string_view digits = std::string_view(upper).substr(kIdeograph.size());
    if (digits.size() < 4 || digits.size() > 5) return kNoCharacter;
    char32_t code = 0;
    for (char c : digits) {
      int value = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
      if (value < 0) return kNoCharacter;
      code = code * 16 + static_cast<char32_t>(value);
    }
    return findRange(kIdeographs, code) ? code : kNoCharacter;
  }
  constexpr uint64_t kCodeMask = (uint64_t{1} << kCodeBits) - 1;
  uint64_t key = hashName(upper) << kCodeBits;
  auto entry = std::lower_bound(std::begin(kNames), std::end(kNames), key);
  if (entry == std::end(kNames) || (*entry & ~kCodeMask) != key) return kNoCharacter;
  return static_cast<char32_t>(*entry & kCodeMask);
}

}  // namespace ts::syntax::unicode
