#include "debugger/compare/align.h"

#include <gtest/gtest.h>

#include <random>

namespace ts::debugger {
namespace {

using Keys = std::vector<uint64_t>;

// Checks that the alignment has each index once and in order, and pairs only equal keys. Returns
// the number of pairs.
size_t checked(const Keys& a, const Keys& b) {
  int32_t nextA = 0, nextB = 0;
  size_t pairs = 0;
  for (const Step& step : align(a, b)) {
    if (step.a >= 0) {
      EXPECT_EQ(step.a, nextA++);
    }
    if (step.b >= 0) {
      EXPECT_EQ(step.b, nextB++);
    }
    if (!step.isPair()) continue;
    ++pairs;
    EXPECT_EQ(a[step.a], b[step.b]);
  }
  EXPECT_EQ(static_cast<size_t>(nextA), a.size());
  EXPECT_EQ(static_cast<size_t>(nextB), b.size());
  return pairs;
}

size_t longestCommon(const Keys& a, const Keys& b) {
  std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j)
      best[i + 1][j + 1] = a[i] == b[j] ? best[i][j] + 1 : std::max(best[i][j + 1], best[i + 1][j]);
  return best[a.size()][b.size()];
}

TEST(Align, EqualRowsArePairedThroughout) { EXPECT_EQ(checked({1, 2, 3}, {1, 2, 3}), 3u); }

TEST(Align, RowsWithoutAnythingInCommonHaveNoPairs) {
  EXPECT_EQ(checked({1, 2}, {3, 4, 5}), 0u);
  EXPECT_EQ(checked({}, {3}), 0u);
  EXPECT_EQ(checked({}, {}), 0u);
}

TEST(Align, UnpairedElementsAreSkipped) { EXPECT_EQ(checked({1, 7, 2, 3}, {1, 2, 8, 9, 3}), 3u); }

TEST(Align, PairsAreAsManyAsCanBe) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    Keys a(random() % 12), b(random() % 12);
    for (auto* keys : {&a, &b})
      for (uint64_t& key : *keys) key = random() % 3;
    EXPECT_EQ(checked(a, b), longestCommon(a, b));
  }
}

TEST(Align, LongRowsThatShareOnlyTheirEndsArePairedThere) {
  Keys a(20000, 1), b(20000, 2);
  a.front() = b.front() = a.back() = b.back() = 3;
  EXPECT_EQ(checked(a, b), 2u);
}

}  // namespace
}  // namespace ts::debugger
