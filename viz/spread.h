// Places items of a row near to wanted positions, without overlaps and in their order.
#pragma once

#include <vector>

namespace ts::viz {

struct SpreadItem {
  double wanted = 0;  // position of the centre
  double width = 0;
  double weight = 1;  // how much a distance counts
};

// Returns the centres with the least sum of weighted squared distances. Neighbours are at least
// `gap` apart. Takes linear time.
std::vector<double> spread(const std::vector<SpreadItem>& items, double gap);

}  // namespace ts::viz
