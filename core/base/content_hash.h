// Hashes that stand for a content in caches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/hash.h"

namespace ts {

inline uint64_t contentHash64(std::string_view bytes, uint64_t seed) {
  uint64_t hash = mixed(seed, bytes.size());
  for (; !bytes.empty(); bytes.remove_prefix(std::min<size_t>(bytes.size(), 8))) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), std::min<size_t>(bytes.size(), 8));
    hash = mixed(hash, word);
  }
  return hash;
}

// 128 bits: different contents have different hashes, unless they are made to collide.
struct ContentHash {
  uint64_t first = 0, second = 0;

  ContentHash() = default;
  explicit ContentHash(std::string_view bytes)
      : first(contentHash64(bytes, 1)), second(contentHash64(bytes, 2)) {}
  friend bool operator==(const ContentHash&, const ContentHash&) = default;
};

}  // namespace ts
