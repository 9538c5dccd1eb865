// Long groups in columns, as text has lines.
#pragma once

#include <cstddef>
#include <vector>

namespace ts::viz {

inline constexpr double kGutter = 64;  // between columns, for the edge that leads to the next one
inline constexpr double kLane = 24;    // above and below a column, for the same edge

struct LayerSpan {
  double top = 0;
  double bottom = 0;
  bool isSingle = false;  // one box, and nothing beside it
};

// The layers that begin the second and each further column, for at most `columns` columns of about
// the same height. Only an edge between two single boxes leads from column to column; fewer cuts
// result where there are not enough of them.
std::vector<size_t> evenCuts(const std::vector<LayerSpan>& layers, size_t columns);

}  // namespace ts::viz
