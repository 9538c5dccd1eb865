// Hashes of what has several parts.
#pragma once

#include <cstddef>

namespace ts {

// The hash of the parts so far and one more; their order counts. The factor is 2^64 by the golden
// ratio, which moves small differences into the high bits; the shift brings high bits back down, as
// tables take the low ones.
inline size_t mixed(size_t hash, size_t part) {
  return (hash ^ part) * size_t{0x9E3779B97F4A7C15} + (hash >> 29);
}

}  // namespace ts
