// Data files as they are compiled in: read-only lines, sorted by a key that each starts with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace ts::ops {

struct LineTable {
  const char* text;
  const uint32_t* starts;  // of each line, and the end of the last
  size_t size;

  std::string_view operator[](size_t i) const {
    return {text + starts[i], starts[i + 1] - starts[i]};
  }

  // The lines [first, second) whose key is the given one. `keyOf` takes a line. What ends a key is
  // less than whatever may be in one, so that lines can be compared as they are.
  template <typename KeyOf>
  std::pair<size_t, size_t> equalRange(std::string_view key, KeyOf&& keyOf) const {
    size_t first =
        partition([&](std::string_view line) { return line.substr(0, key.size()) < key; });
    size_t last = first;
    while (last < size && keyOf((*this)[last]) == key) ++last;
    return {first, last};
  }

  // The lines [first, second) that begin with the text.
  std::pair<size_t, size_t> prefixRange(std::string_view prefix) const {
    return equalRange(prefix, [&](std::string_view line) { return line.substr(0, prefix.size()); });
  }

 private:
  // The first line for which the predicate doesn't hold; it holds for all before it.
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

extern const LineTable kSchemaLines;    // data/schemas.txt
extern const LineTable kNameLines;      // data/names.tsv
extern const LineTable kFunctionLines;  // data/functions.txt

}  // namespace ts::ops
