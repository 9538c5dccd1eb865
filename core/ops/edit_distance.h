// How far two names are apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace ts::ops {

// The least number of insertions, deletions, replacements and swaps of neighbours that make one
// name into the other; any number above `limit` when it is more than that.
size_t editDistance(std::string_view a, std::string_view b, size_t limit);

}  // namespace ts::ops
