// Two rows of things held against each other: which of one stand for which of the other.
#pragma once

#include <cstdint>
#include <vector>

namespace ts::debugger {

// One step through both: a place in each, or in one alone (-1 in the other).
struct Step {
  int32_t a = -1, b = -1;
  bool isPair() const { return a >= 0 && b >= 0; }
};

// The shortest way from one row to the other by leaving out and putting in (Myers, An O(ND)
// Difference Algorithm); equal numbers are equal things. Rows that have little in common are paired
// from both ends alone.
std::vector<Step> align(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b);

}  // namespace ts::debugger
