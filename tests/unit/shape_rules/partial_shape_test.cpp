#include "core/shape_rules/partial_shape.h"

#include <gtest/gtest.h>

#include "tests/unit/shape_rules/shapes.h"

namespace ts::shape_rules {
namespace {

TEST(PartialShape, CountsDimensionsAsPythonDoes) {
  const PartialShape shape = shapeOf({2, 3, 5});
  EXPECT_EQ(shape.size(0), 2);
  EXPECT_EQ(shape.size(-1), 5);
  EXPECT_EQ(shape.size(3), U);
  EXPECT_EQ(shape.size(-4), U);
  EXPECT_EQ(shape.fromEnd(2), 3);
  EXPECT_EQ(shape.position(0), 3u);
  EXPECT_EQ(shape.position(3), std::nullopt);
}

TEST(PartialShape, OfUnknownRankCountsFromTheEndOnly) {
  const PartialShape shape = endingIn({3, 5});
  EXPECT_EQ(shape.size(-2), 3);
  EXPECT_EQ(shape.size(-3), U);
  EXPECT_EQ(shape.size(0), U);
  EXPECT_EQ(shape.position(-7), 7u);
  EXPECT_EQ(shape.position(0), std::nullopt);
  EXPECT_EQ(shape.position(INT64_MIN), std::nullopt);
}

TEST(PartialShape, GrowsToTheLeftWhenItsRankIsUnknown) {
  PartialShape open = endingIn({5}), closed = shapeOf({5});
  open.setFromEnd(3, 7);
  closed.setFromEnd(3, 7);
  EXPECT_EQ(text(open), "[..., 7, ?, 5]");
  EXPECT_EQ(text(closed), "[5]");
}

TEST(PartialShape, IsUnknownWithoutRankAndSizes) {
  EXPECT_TRUE(PartialShape().isUnknown());
  EXPECT_TRUE(endingIn({U, U}).isUnknown());
  EXPECT_FALSE(endingIn({U, 2}).isUnknown());
  EXPECT_FALSE(shapeOf({U}).isUnknown());
}

TEST(Sizes, PropagateWhatIsUnknown) {
  EXPECT_EQ(plus(2, 3), 5);
  EXPECT_EQ(plus(2, U), U);
  EXPECT_EQ(times(0, U), U);
  EXPECT_EQ(times(INT64_MAX, 2), U);
  EXPECT_EQ(elements(Dims{2, 3, 5}), 30);
  EXPECT_EQ(elements(Dims{}), 1);
  EXPECT_EQ(elements(Dims{2, U}), U);
  EXPECT_TRUE(differ(2, 3));
  EXPECT_FALSE(differ(2, U));
}

TEST(WrapDim, CountsAScalarAsOneDimension) {
  EXPECT_EQ(wrapDim(-1, 3), 2);
  EXPECT_EQ(wrapDim(2, 3), 2);
  EXPECT_EQ(wrapDim(3, 3), std::nullopt);
  EXPECT_EQ(wrapDim(-4, 3), std::nullopt);
  EXPECT_EQ(wrapDim(-1, 0), 0);
  EXPECT_EQ(wrapDim(1, 0), std::nullopt);
}

}  // namespace
}  // namespace ts::shape_rules
