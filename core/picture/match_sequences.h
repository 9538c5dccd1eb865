// Matches the elements of two sequences in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ts::viz {

inline constexpr size_t kUnmatched = SIZE_MAX;

// Returns by element of the first sequence its partner in the second, ascending. A longest common
// subsequence of the strict keys matches first; between its pairs, one of the loose keys. Ranges of
// more than 25 million pairs are matched greedily.
std::vector<size_t> matchSequences(const std::vector<std::string>& strictA,
                                   const std::vector<std::string>& strictB,
                                   const std::vector<std::string>& looseA,
                                   const std::vector<std::string>& looseB);

}  // namespace ts::viz
