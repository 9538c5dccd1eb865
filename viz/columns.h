// Long groups in columns, as text has lines: a sequence of layers goes on at the top of the next
// column. core/picture/viewer/src/wrap.ts has the same for pages.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/picture/group_layout.h"
#include "viz/scene.h"

namespace ts::viz {

struct PlacedGroup;

// The cuts that give the shortest columns, at most `columns` of them. Only an edge between two
// layers of one box each may lead from column to column; none when there are too few such edges.
std::vector<size_t> evenCuts(const GroupLayout& layout, const PlacedGroup& placed, size_t columns);

// Places along the layers and across them, by slot.
struct ColumnPlaces {
  std::vector<double>& at;
  std::vector<double>& starts;
  std::function<double(uint32_t)> before, after, depth;
};

struct WrappedColumns {
  double depth = 0;
  std::vector<uint32_t> column;  // of each slot
  std::vector<double> gutters;   // the middle of the space after each column
};

// Moves the layers from each cut on to the next column.
WrappedColumns wrapColumns(const std::vector<std::vector<uint32_t>>& layers,
                           const std::vector<size_t>& cuts, const ColumnPlaces& places);

// The corners of an edge to the next column.
std::vector<Point> detour(Point from, Point to, double gutter);

}  // namespace ts::viz
