// The depth to which boxes reach, as a function of the place along their layers. It lets a box move
// up beside deeper ones. core/picture/viewer/src/skyline.ts has the same for pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ts::viz {

class Skyline {
 public:
  // Returns the greatest depth between two places.
  double most(double start, double end) const;
  // Sets the depth between two places.
  void set(double start, double end, double depth);

 private:
  struct Step {
    double start;  // until the start of the next step
    double depth;
  };
  size_t indexOf(double place) const;

  std::vector<Step> steps_ = {{-1e300, 0}};
};

// A range along a layer with the slots that need it.
struct LayerRange {
  double start = 0;
  double end = 0;
  std::vector<uint32_t> slots;
};

// Joins ranges that overlap.
std::vector<LayerRange> joinedRanges(std::vector<LayerRange> ranges);

}  // namespace ts::viz
