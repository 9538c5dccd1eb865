#include "viz/columns.h"

#include <gtest/gtest.h>

#include "viz/placement.h"

namespace ts::viz {
namespace {

using Cuts = std::vector<size_t>;

// Cuts of layers of height 10 with gaps of 10; `singles` has a letter for each: s for a single box.
Cuts cutsOf(std::string_view singles, size_t columns) {
  GroupLayout layout;
  PlacedGroup placed;
  for (size_t i = 0; i < singles.size(); ++i) {
    std::vector<uint32_t> layer;
    for (int box = 0; box < (singles[i] == 's' ? 1 : 2); ++box) {
      const auto slot = static_cast<uint32_t>(layout.slots.size());
      layer.push_back(slot);
      layout.slots.push_back({SlotKind::Node, slot});
      PlacedBox& placedBox = placed.boxes.emplace_back();
      placedBox.slot = slot;
      placedBox.rect = {0, 20 * static_cast<double>(i), 10, 10};
    }
    layout.layers.push_back(layer);
  }
  placed.height = 20 * static_cast<double>(singles.size());
  return evenCuts(layout, placed, columns);
}

TEST(Columns, HaveAboutTheSameHeight) {
  EXPECT_EQ(cutsOf("ssssss", 2), Cuts{3});
  EXPECT_EQ(cutsOf("ssssssssssss", 3), (Cuts{4, 8}));
}

TEST(Columns, BeginOnlyBetweenSingleBoxes) {
  EXPECT_EQ(cutsOf("ss-ss-s", 2), Cuts{4});
  EXPECT_EQ(cutsOf("s-s-s-s", 2), Cuts());
  EXPECT_EQ(cutsOf("", 2), Cuts());
}

}  // namespace
}  // namespace ts::viz
