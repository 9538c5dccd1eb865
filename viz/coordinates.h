// Positions of slots along their layers, by the method of Brandes and Köpf: four alignments, each
// of which makes as many links straight as it can, and the average of them. Links start and end at
// ports, which may lie beside the middle of a slot. core/picture/viewer/src/coordinates.ts has the
// same algorithm for pages.
#pragma once

#include <cstdint>
#include <vector>

namespace ts::viz {

struct CoordinateLink {
  uint32_t from = 0;
  uint32_t to = 0;
  double fromPort = 0;  // relative to the reference point of the slot
  double toPort = 0;
  int weight = 0;  // a heavier link is made straight first
};

struct CoordinateInput {
  std::vector<std::vector<uint32_t>> layers;  // slots in order
  std::vector<bool> isBend;                   // by slot
  // The extent of a slot on both sides of its reference point, with half of the gap to its
  // neighbour.
  std::vector<double> before, after;
  std::vector<CoordinateLink> links;
};

// Returns the reference point of each slot; the smallest extent begins at 0. Takes linear time.
std::vector<double> coordinatesOf(const CoordinateInput& input);

}  // namespace ts::viz
