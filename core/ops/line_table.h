// Data files compiled into read-only tables: lines sorted by the key at the start of each line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace ts::ops {

struct LineTable {
  const char* text;
  const uint32_t* starts;  // the start of each line, and the end of the last line
  size_t size;

  std::string_view operator[](size_t i) const {
    return {text + starts[i], starts[i + 1] - starts[i]};
  }

  // Returns the range [first, second) of lines with this key. `keyOf` returns the key of a line.
  // The character after a key must sort before every character inside keys, so that whole lines can
  // be compared.
  template <typename KeyOf>
  std::pair<size_t, size_t> equalRange(std::string_view key, KeyOf&& keyOf) const {
    size_t first =
        partition([&](std::string_view line) { return line.substr(0, key.size()) < key; });
    size_t last = first;
    while (last < size && keyOf((*this)[last]) == key) ++last;
    return {first, last};
  }

  // Returns the range [first, second) of lines that begin with `prefix`.
  std::pair<size_t, size_t> prefixRange(std::string_view prefix) const {
    return equalRange(prefix, [&](std::string_view line) { return line.substr(0, prefix.size()); });
  }

 private:
  // Returns the first line for which the predicate is false; it must be true for all lines before.
  template <typename Predicate>
  size_t partition(Predicate&& holds) const {
    size_t low = 0;
    size_t high = size;
    while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (holds((*this)[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// The text before the first tab.
inline std::string_view firstField(std::string_view line) {
  return line.substr(0, line.find('\t'));
}

extern const LineTable kSchemaLines;    // data/schemas.txt
extern const LineTable kNameLines;      // data/names.tsv
extern const LineTable kFunctionLines;  // data/functions.txt

}  // namespace ts::ops
