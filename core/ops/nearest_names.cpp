#include "core/ops/nearest_names.h"

#include <algorithm>
#include <utility>

#include "core/base/sort_unique.h"
#include "core/ops/edit_distance.h"

namespace ts::ops {

std::vector<std::string_view> nearestNames(std::string_view wanted,
                                           std::span<const std::string_view> names, size_t most) {
  // Private, then the distance.
  std::pair<bool, size_t> best{true, std::max<size_t>(1, wanted.size() / 3)};
  std::vector<std::string_view> nearest;
  for (const std::string_view name : names) {
    const size_t limit = std::max<size_t>(1, wanted.size() / 3);
    const size_t distance = editDistance(wanted, name, limit);
    if (distance > limit || distance == 0) continue;
    const std::pair key{name.starts_with('_') && !wanted.starts_with('_'), distance};
    if (key > best) continue;
    if (key < best) nearest.clear();
    best = key;
    nearest.push_back(name);
  }
  sortUnique(nearest);
  nearest.resize(std::min(nearest.size(), most));
  return nearest;
}

}  // namespace ts::ops
