#include "debugger/bench/statistics.h"

#include <gtest/gtest.h>

namespace ts::debugger {
namespace {

TEST(Statistics, TheDeviationIsThatOfASample) {
  const Summary summary = summaryOf({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_NEAR(summary.deviation, 2.13809, 1e-5);
  EXPECT_EQ(summary.least, 2);
  EXPECT_EQ(summary.greatest, 9);
  EXPECT_EQ(summaryOf({3}).deviation, 0);
}

TEST(Statistics, TheMedianIsBetweenTheHalves) {
  EXPECT_EQ(summaryOf({9, 1, 2}).median, 2);
  EXPECT_EQ(summaryOf({9, 1, 2, 4}).median, 3);
}

TEST(Statistics, ARatioHasTheRelativeErrorsOfBothTimes) {
  const Ratio ratio = ratioOf({.mean = 8, .deviation = 0.8}, {.mean = 2, .deviation = 0.1});
  EXPECT_DOUBLE_EQ(ratio.value, 4);
  EXPECT_NEAR(ratio.deviation, 4 * 0.111803, 1e-5);
}

TEST(Statistics, TimesHaveTheUnitThatFits) {
  EXPECT_EQ(timeText(2.5), "2.500 s");
  EXPECT_EQ(timeText(0.0123), "12.300 ms");
  EXPECT_EQ(timeText(4.5e-5), "45.000 µs");
  EXPECT_EQ(timeText(3e-9), "3.000 ns");
  EXPECT_EQ(timeText(0), "0.000 ns");
}

}  // namespace
}  // namespace ts::debugger
