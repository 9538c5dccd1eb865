#include "viz/columns.h"

namespace ts::viz {
namespace {

constexpr double kLeastColumn = 0.2;  // of an even column: less than an input and a box
constexpr double kGrowth = 1.03;      // of the height that is tried next

// Cuts before the last layer that still fits into a column of this height.
std::vector<size_t> cutsFor(const std::vector<LayerSpan>& layers, const std::vector<size_t>& breaks,
                            double height) {
  std::vector<size_t> cuts;
  double begin = layers.front().top;
  for (size_t i = 0; i < breaks.size(); ++i) {
    const double at = layers[breaks[i]].top;
    const double next = i + 1 < breaks.size() ? layers[breaks[i + 1]].top : layers.back().bottom;
    if (next - begin <= height || at - begin < kLeastColumn * height) continue;
    cuts.push_back(breaks[i]);
    begin = at;
  }
  return cuts;
}

}  // namespace

std::vector<size_t> evenCuts(const std::vector<LayerSpan>& layers, size_t columns) {
  std::vector<size_t> breaks;
  for (size_t i = 1; i < layers.size(); ++i)
    if (layers[i].isSingle && layers[i - 1].isSingle) breaks.push_back(i);
  if (breaks.empty()) return {};
  const double total = layers.back().bottom - layers.front().top;
  for (double height = total / static_cast<double>(columns); height < total; height *= kGrowth) {
    std::vector<size_t> cuts = cutsFor(layers, breaks, height);
    if (cuts.size() < columns) return cuts;
  }
  return {};
}

}  // namespace ts::viz
