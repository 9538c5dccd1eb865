#include "viz/skyline.h"

#include <gtest/gtest.h>

#include "viz/coordinates.h"

namespace ts::viz {
namespace {

TEST(Skyline, ARangeHasTheDepthOfTheDeepestPartInIt) {
  Skyline skyline;
  skyline.set(0, 10, 5);
  skyline.set(5, 20, 8);
  EXPECT_EQ(skyline.most(0, 5), 5);
  EXPECT_EQ(skyline.most(0, 6), 8);
  EXPECT_EQ(skyline.most(20, 30), 0);
  skyline.set(6, 8, 1);
  EXPECT_EQ(skyline.most(6, 8), 1);
  EXPECT_EQ(skyline.most(6, 9), 8);
}

TEST(Skyline, RangesThatOverlapAreJoined) {
  const std::vector<LayerRange> joined = joinedRanges({{5, 9, {1}}, {0, 4, {0}}, {8, 12, {2}}});
  ASSERT_EQ(joined.size(), 2u);
  EXPECT_EQ(joined[0].slots, std::vector<uint32_t>{0});
  EXPECT_EQ(joined[1].slots, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(joined[1].end, 12);
}

TEST(Coordinates, AChainIsStraightAndNeighboursKeepTheirDistance) {
  CoordinateInput input;
  input.layers = {{0}, {1, 2}, {3}};
  input.isBend.assign(4, false);
  input.before.assign(4, 10);
  input.after.assign(4, 10);
  input.links = {{0, 1, 0, 0, 3}, {1, 3, 0, 0, 3}, {0, 2, 0, 0, 1}};
  const std::vector<double> at = coordinatesOf(input);
  EXPECT_EQ(at[0], at[1]);
  EXPECT_EQ(at[1], at[3]);
  EXPECT_GE(at[2] - at[1], 20);
}

}  // namespace
}  // namespace ts::viz
