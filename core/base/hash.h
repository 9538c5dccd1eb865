// Combines hashes of several parts into one hash.
#pragma once

#include <cstddef>

namespace ts {

// Returns the hash of the earlier parts combined with the hash of another part; order matters. The
// factor is 2^64 divided by the golden ratio: it spreads small differences into the high bits. The
// shift moves high bits back down, because hash tables use the low bits.
inline size_t mixed(size_t hash, size_t part) {
  return (hash ^ part) * size_t{0x9E3779B97F4A7C15} + (hash >> 29);
}

}  // namespace ts
