// Names that a misspelt name may mean.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ts::ops {

// Returns the names that differ from `wanted` in as few characters as any, and in at most a third
// of its characters: at most `most` names, sorted. A private name is returned only when `wanted` is
// private or every such name is.
std::vector<std::string_view> nearestNames(std::string_view wanted,
                                           std::span<const std::string_view> names,
                                           size_t most = 3);

}  // namespace ts::ops
