// Names that a misspelt name may mean.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ts::ops {

// Returns the names that differ from `wanted` in as few characters as any, and in at most a third
// of its characters. Private names only when there are no others or `wanted` is private. At most
// `most`, sorted.
std::vector<std::string_view> nearestNames(std::string_view wanted,
                                           std::span<const std::string_view> names,
                                           size_t most = 3);

}  // namespace ts::ops
