#include "viz/spread.h"

#include <cstddef>

namespace ts::viz {

// Isotonic regression: after the widths before each item are taken from its wanted position, the
// positions only have to ascend. Neighbours in the wrong order are pooled at their mean.
std::vector<double> spread(const std::vector<SpreadItem>& items, double gap) {
  struct Pool {
    double sum, weight;
    size_t count;
    double mean() const { return sum / weight; }
  };
  std::vector<Pool> pools;
  std::vector<double> offsets;
  double offset = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) offset += (items[i - 1].width + items[i].width) / 2 + gap;
    offsets.push_back(offset);
    pools.push_back({(items[i].wanted - offset) * items[i].weight, items[i].weight, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().weight += last.weight;
      pools.back().count += last.count;
    }
  }
  std::vector<double> places;
  size_t at = 0;
  for (const Pool& pool : pools)
    for (size_t i = 0; i < pool.count; ++i) places.push_back(pool.mean() + offsets[at++]);
  return places;
}

}  // namespace ts::viz
