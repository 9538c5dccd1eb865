// Data files as they are compiled in: read-only lines, sorted by a key that each starts with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <string_view>
#include <utility>

namespace ts::ops {

struct LineTable {
  const char* text;
  const uint32_t* starts;  // of each line, and the end of the last
  size_t size;

  std::string_view operator[](size_t i) const { return {text + starts[i], starts[i + 1] - starts[i]}; }

  // The lines [first, second) whose key is the given one. `keyOf` takes a line.
  template <typename KeyOf>
  std::pair<size_t, size_t> equalRange(std::string_view key, KeyOf&& keyOf) const {
    auto found = std::ranges::equal_range(std::views::iota(size_t{0}, size), key, std::less<>(),
                                          [&](size_t i) { return keyOf((*this)[i]); });
    return {found.begin() - std::views::iota(size_t{0}, size).begin(),
            found.end() - std::views::iota(size_t{0}, size).begin()};
  }
};

extern const LineTable kSchemaLines;    // data/schemas.txt
extern const LineTable kNameLines;      // data/names.tsv
extern const LineTable kFunctionLines;  // data/functions.txt

}  // namespace ts::ops
