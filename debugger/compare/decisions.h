// Sets of decisions, by the row numbers of their events: the decisions that a value depends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ts::debugger {

// Interned sets: equal sets have equal ids, and 0 is the empty set.
class DecisionSets {
 public:
  using Id = uint32_t;
  Id add(Id set, uint32_t decision);
  Id unite(Id a, Id b);
  const std::vector<uint32_t>& of(Id set) const { return sets_[set]; }

 private:
  static constexpr size_t kMost = 64;  // a larger set keeps only its latest decisions
  Id intern(std::vector<uint32_t> set);
  std::vector<std::vector<uint32_t>> sets_ = {{}};
  std::map<std::vector<uint32_t>, Id> ids_ = {{{}, 0}};
  std::map<std::pair<Id, Id>, Id> united_;
};

}  // namespace ts::debugger
