// The edit distance of two names.
#pragma once

#include <cstddef>
#include <string_view>

namespace ts::ops {

// Returns the least number of insertions, deletions, replacements and swaps of neighbouring
// characters that turn one name into the other. Returns any number above `limit` when the distance
// exceeds it.
size_t editDistance(std::string_view a, std::string_view b, size_t limit);

}  // namespace ts::ops
