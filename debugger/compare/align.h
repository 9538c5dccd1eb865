// Aligns two sequences, as a diff does.
#pragma once

#include <cstdint>
#include <vector>

namespace ts::debugger {

// One row of the alignment: an index into each sequence; -1 where an element has no partner.
struct Step {
  int32_t a = -1, b = -1;
  bool isPair() const { return a >= 0 && b >= 0; }
};

// The shortest edit script from `a` to `b` (Myers, An O(ND) Difference Algorithm). Equal keys are
// paired. Sequences that need too many edits are paired only along their common prefix and suffix.
std::vector<Step> align(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b);

}  // namespace ts::debugger
