#include "debugger/compare/decisions.h"

#include <algorithm>
#include <iterator>

namespace ts::debugger {

DecisionSets::Id DecisionSets::intern(std::vector<uint32_t> set) {
  if (set.size() > kMost) set.erase(set.begin(), set.end() - kMost);
  auto [at, isNew] = ids_.try_emplace(set, static_cast<Id>(sets_.size()));
  if (isNew) sets_.push_back(std::move(set));
  return at->second;
}

DecisionSets::Id DecisionSets::add(Id set, uint32_t decision) {
  std::vector<uint32_t> more = sets_[set];
  more.push_back(decision);  // decisions are numbered upwards, so the set stays sorted
  return intern(std::move(more));
}

DecisionSets::Id DecisionSets::unite(Id a, Id b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  auto [at, isNew] = united_.try_emplace({a, b}, 0);
  if (isNew) {
    std::vector<uint32_t> all;
    std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(all));
    at->second = intern(std::move(all));
  }
  return at->second;
}

}  // namespace ts::debugger
