#include "viz/skyline.h"

#include <algorithm>

namespace ts::viz {

double Skyline::most(double start, double end) const {
  double depth = 0;
  for (size_t at = indexOf(start); at < steps_.size() && steps_[at].start < end; ++at)
    depth = std::max(depth, steps_[at].depth);
  return depth;
}

void Skyline::set(double start, double end, double depth) {
  const size_t first = indexOf(start);
  size_t last = first;
  while (last + 1 < steps_.size() && steps_[last + 1].start < end) ++last;
  std::vector<Step> replacement;
  if (steps_[first].start < start) replacement.push_back(steps_[first]);
  replacement.push_back({start, depth});
  const bool hasNext = last + 1 < steps_.size() && steps_[last + 1].start == end;
  if (!hasNext) replacement.push_back({end, steps_[last].depth});
  const auto at = steps_.erase(steps_.begin() + static_cast<ptrdiff_t>(first),
                               steps_.begin() + static_cast<ptrdiff_t>(last + 1));
  steps_.insert(at, replacement.begin(), replacement.end());
}

// The step in which a place lies.
size_t Skyline::indexOf(double place) const {
  const auto after = std::ranges::upper_bound(steps_, place, {}, &Step::start);
  return after == steps_.begin() ? 0 : static_cast<size_t>(after - steps_.begin() - 1);
}

std::vector<LayerRange> joinedRanges(std::vector<LayerRange> ranges) {
  std::ranges::stable_sort(ranges, {}, &LayerRange::start);
  std::vector<LayerRange> joined;
  for (LayerRange& range : ranges) {
    if (!joined.empty() && range.start < joined.back().end) {
      LayerRange& last = joined.back();
      last.end = std::max(last.end, range.end);
      last.slots.insert(last.slots.end(), range.slots.begin(), range.slots.end());
    } else {
      joined.push_back(std::move(range));
    }
  }
  return joined;
}

}  // namespace ts::viz
