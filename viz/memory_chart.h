// The memory of saved tensors over time, as a part of an SVG picture.
#pragma once

#include <span>
#include <string>

#include "core/picture/picture.h"

namespace ts::viz {

inline constexpr double kChartHeight = 150;

// A bar for each node of a run forward and backward, in their order. The chart has its upper left
// corner at the place and is kChartHeight high. Empty without points.
std::string memoryChart(std::span<const MemoryPoint> points, double x, double y, double width);

}  // namespace ts::viz
