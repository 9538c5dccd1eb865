#include "viz/columns.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "look_table.h"
#include "viz/placement.h"

namespace ts::viz {
namespace {

constexpr double kLeastColumn = 0.2;  // of an even column
constexpr double kLengthGrowth = 1.03;

}  // namespace

std::vector<size_t> evenCuts(const GroupLayout& layout, const PlacedGroup& placed, size_t columns) {
  std::vector<std::optional<double>> starts(layout.slots.size());  // of slots with a box
  for (const PlacedBox& box : placed.boxes) starts[box.slot] = box.rect.y;
  auto isSingle = [&](size_t layer) {
    return layout.layers[layer].size() == 1 && starts[layout.layers[layer][0]].has_value();
  };
  std::vector<size_t> breaks;
  for (size_t at = 1; at < layout.layers.size(); ++at)
    if (isSingle(at) && isSingle(at - 1)) breaks.push_back(at);
  const double total = placed.height;
  auto startOf = [&](size_t index) {
    return index < breaks.size() ? *starts[layout.layers[breaks[index]][0]] : total;
  };
  for (double length = total / static_cast<double>(columns); length < total;
       length *= kLengthGrowth) {
    std::vector<size_t> cuts;
    double begin = 0;
    for (size_t index = 0; index < breaks.size(); ++index) {
      // Otherwise a column would have little more than an input.
      const bool isLong = startOf(index) - begin >= kLeastColumn * length;
      // The part up to the next possible break no longer fits into the column.
      if (startOf(index + 1) - begin <= length || !isLong) continue;
      cuts.push_back(breaks[index]);
      begin = startOf(index);
    }
    if (cuts.size() < columns) return cuts;
  }
  return {};
}

WrappedColumns wrapColumns(const std::vector<std::vector<uint32_t>>& layers,
                           const std::vector<size_t>& cuts, const ColumnPlaces& places) {
  WrappedColumns out;
  out.column.resize(places.at.size());
  double breadth = 0;
  for (size_t index = 0; index <= cuts.size(); ++index) {
    std::vector<uint32_t> slots;
    const size_t end = index < cuts.size() ? cuts[index] : layers.size();
    for (size_t layer = index == 0 ? 0 : cuts[index - 1]; layer < end; ++layer)
      slots.insert(slots.end(), layers[layer].begin(), layers[layer].end());
    double low = INFINITY, high = -INFINITY, top = INFINITY;
    for (uint32_t slot : slots) {
      low = std::min(low, places.at[slot] - places.before(slot));
      high = std::max(high, places.at[slot] + places.after(slot));
      top = std::min(top, places.starts[slot]);
    }
    for (uint32_t slot : slots) {
      out.column[slot] = static_cast<uint32_t>(index);
      places.at[slot] += breadth - low;
      places.starts[slot] += look::kLane - top;
      out.depth = std::max(out.depth, places.starts[slot] + places.depth(slot) + look::kLane);
    }
    breadth += high - low;
    if (index == cuts.size()) break;
    out.gutters.push_back(breadth + look::kGutter / 2);
    breadth += look::kGutter;
  }
  return out;
}

std::vector<Point> detour(Point from, Point to, double gutter) {
  const double below = from.y + look::kLane - 2, above = to.y - look::kLane + 6;
  return {from, {from.x, below}, {gutter, below}, {gutter, above}, {to.x, above}, to};
}

}  // namespace ts::viz
