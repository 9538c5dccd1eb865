#include "viz/columns.h"

#include <gtest/gtest.h>

namespace ts::viz {
namespace {

using Cuts = std::vector<size_t>;

// Layers of height 10 with gaps of 10; `singles` has a letter for each: s for a single box.
std::vector<LayerSpan> layersOf(std::string_view singles) {
  std::vector<LayerSpan> layers;
  for (size_t i = 0; i < singles.size(); ++i) {
    const double top = 20 * static_cast<double>(i);
    layers.push_back({top, top + 10, singles[i] == 's'});
  }
  return layers;
}

TEST(Columns, HaveAboutTheSameHeight) {
  EXPECT_EQ(evenCuts(layersOf("ssssss"), 2), Cuts{3});
  EXPECT_EQ(evenCuts(layersOf("ssssssssssss"), 3), (Cuts{4, 8}));
}

TEST(Columns, BeginOnlyBetweenSingleBoxes) {
  EXPECT_EQ(evenCuts(layersOf("ss-ss-s"), 2), Cuts{4});
  EXPECT_EQ(evenCuts(layersOf("s-s-s-s"), 2), Cuts());
  EXPECT_EQ(evenCuts({}, 2), Cuts());
}

}  // namespace
}  // namespace ts::viz
