#include "viz/segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ts::viz {
namespace {

// A chain: item i uses value i and defines value i + 1.
std::vector<SegmentItem> chain(uint32_t length) {
  std::vector<SegmentItem> items;
  for (uint32_t i = 0; i < length; ++i) items.push_back({i, {i}, {i + 1}});
  return items;
}

TEST(Segments, AShortBlockStaysWhole) {
  SegmentPlan plan = planSegments(chain(100), {0}, {100});
  ASSERT_EQ(plan.segments.size(), 1u);
  EXPECT_EQ(plan.segments[0].end, 100u);
  EXPECT_TRUE(plan.resultDrawn[0]);
}

TEST(Segments, EachSegmentOfALongBlockIsSmallAndNoItemIsLost) {
  SegmentPlan plan = planSegments(chain(5000), {0}, {5000});
  size_t at = 0;
  for (const Segment& segment : plan.segments) {
    EXPECT_EQ(segment.begin, at);
    EXPECT_GT(segment.end, segment.begin);
    EXPECT_LE(segment.end - segment.begin, 151u);
    at = segment.end;
  }
  EXPECT_EQ(at, 5000u);
}

TEST(Segments, LinesOfAChainPassFromSegmentToSegment) {
  SegmentPlan plan = planSegments(chain(400), {0}, {400});
  ASSERT_GT(plan.segments.size(), 1u);
  for (size_t i = 1; i < plan.segments.size(); ++i) {
    ASSERT_EQ(plan.segments[i].inputs.size(), 1u);
    EXPECT_EQ(plan.segments[i].inputs[0].arrival, Arrival::Passed);
    EXPECT_EQ(plan.segments[i - 1].passed.size(), 1u);
  }
}

TEST(Segments, CutsAreWhereFewestValuesAreAlive) {
  // Value 1000 is live from item 0 to 89, so only a cut after item 89 does not cross it.
  std::vector<SegmentItem> items = chain(400);
  items[0].outputs.push_back(1000);
  items[89].inputs.push_back(1000);
  SegmentPlan plan = planSegments(items, {0}, {400});
  EXPECT_GE(plan.segments[0].end, 90u);
}

TEST(Segments, FarValuesAreNamed) {
  std::vector<SegmentItem> items = chain(1000);
  items[900].inputs.push_back(0);
  SegmentPlan plan = planSegments(items, {0}, {1000});
  const Segment& last = *std::find_if(plan.segments.begin(), plan.segments.end(),
                                      [](const Segment& segment) { return segment.end > 900; });
  bool named = std::any_of(last.inputs.begin(), last.inputs.end(), [](const SegmentInput& input) {
    return input.value == 0 && input.arrival == Arrival::Named;
  });
  EXPECT_TRUE(named);
}

TEST(Segments, ANodeWithThousandsOfInputsGetsABoundedNumberOfLines) {
  std::vector<SegmentItem> items;
  std::vector<ValueId> all;
  for (uint32_t i = 0; i < 2000; ++i) {
    items.push_back({i, {}, {i}});
    all.push_back(i);
  }
  items.push_back({2000, all, {5000}});
  SegmentPlan plan = planSegments(items, {}, {5000});
  EXPECT_LE(std::count(plan.drawn.back().begin(), plan.drawn.back().end(), true),
            static_cast<ptrdiff_t>(kMostLines));
  for (const Segment& segment : plan.segments) EXPECT_LE(segment.inputs.size(), 2 * kMostLines);
}

TEST(Segments, AnEmptyBlockIsOneSegmentThatPassesItsSourceOn) {
  SegmentPlan plan = planSegments({}, {3}, {3});
  ASSERT_EQ(plan.segments.size(), 1u);
  ASSERT_EQ(plan.segments[0].inputs.size(), 1u);
  EXPECT_EQ(plan.segments[0].inputs[0].arrival, Arrival::Source);
  EXPECT_TRUE(plan.resultDrawn[0]);
}

}  // namespace
}  // namespace ts::viz
