// Data files compiled into read-only tables: lines sorted by the key at the start of each line.
// Each profile of PyTorch has its own selection of the lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/torch_profile.h"

namespace ts::ops {

struct LineTable {
  struct Line {
    uint32_t begin;
    uint32_t end;
  };

  const char* text;
  const Line* lines;
  size_t size;

  std::string_view operator[](size_t i) const {
    return {text + lines[i].begin, lines[i].end - lines[i].begin};
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

// The selections of one data file; they share its text.
struct LineTables {
  LineTable ofProfile[kTorchProfileCount];

  const LineTable& current() const { return ofProfile[indexOf(torchProfile())]; }
};

// The text before the first tab.
inline std::string_view firstField(std::string_view line) {
  return line.substr(0, line.find('\t'));
}

extern const LineTables kSchemaLines;    // data/schemas.txt
extern const LineTables kNameLines;      // data/names.tsv
extern const LineTables kFunctionLines;  // data/functions.txt

}  // namespace ts::ops
