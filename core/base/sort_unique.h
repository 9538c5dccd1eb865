// Sorted lists without duplicates.
#pragma once

#include <algorithm>

namespace ts {

// Sorts a list and removes equal elements.
template <typename List>
void sortUnique(List& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace ts
