#include "core/ops/edit_distance.h"

#include <algorithm>
#include <vector>

namespace ts::ops {

size_t editDistance(std::string_view a, std::string_view b, size_t limit) {
  size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > limit) return limit + 1;
  // The last three rows of the table: a swap looks two rows back.
  std::vector<size_t> older(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    size_t best = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = previous[j - 1] + (a[i - 1] != b[j - 1]);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], older[j - 2] + 1);
      best = std::min(best, current[j]);
    }
    if (best > limit) return limit + 1;
    older.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace ts::ops
