#include "debugger/stepping/visits.h"

#include <gtest/gtest.h>

namespace ts::stepping {
namespace {

std::vector<Visit> visitsOf(const std::vector<uint32_t>& lines) {
  VisitLog log;
  for (const uint32_t line : lines) log.add("model.py", line, 1);
  return {log.kept().begin(), log.kept().end()};
}

// The partners of all visits: "3" for an exact one, "<3" for the visit behind the last partner.
std::vector<std::string> partners(const std::vector<uint32_t>& from,
                                  const std::vector<uint32_t>& to) {
  const VisitPairs pairs(visitsOf(from), visitsOf(to));
  std::vector<std::string> out;
  for (size_t i = 0; i < from.size(); ++i) {
    const VisitPairs::Partner partner = pairs.partnerOf(i);
    out.push_back((partner.isExact ? "" : "<") + std::to_string(partner.visit));
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(VisitPairs, PairsEqualWaysOneByOne) {
  EXPECT_EQ(partners({1, 2, 1, 2, 3}, {1, 2, 1, 2, 3}), Texts({"0", "1", "2", "3", "4"}));
}

TEST(VisitPairs, WaitsBehindTheLastPartnerWhereTheOtherTookAnotherWay) {
  EXPECT_EQ(partners({1, 2, 3, 9}, {1, 5, 6, 9}), Texts({"0", "<1", "<1", "3"}));
}

TEST(VisitPairs, PassesLinesThatOnlyTheOtherRuns) {
  EXPECT_EQ(partners({1, 4}, {1, 2, 3, 4}), Texts({"0", "3"}));
}

TEST(VisitPairs, WaitsAtTheStartBeforeTheFirstPartner) {
  EXPECT_EQ(partners({7, 8, 1}, {1}), Texts({"<0", "<0", "0"}));
}

TEST(VisitPairs, KnowsNothingBeyondTheForecast) {
  const VisitPairs pairs(visitsOf({1}), visitsOf({1}));
  EXPECT_EQ(pairs.partnerOf(1).visit, SIZE_MAX);
}

TEST(VisitLog, KnowsTheRunsThatContainAVisit) {
  VisitLog log;
  log.add("script.py", 1, 1);
  const size_t outer = log.beginRun(), inner = log.beginRun();
  log.add("model.py", 1, 2);
  log.endRun(inner);
  log.add("model.py", 2, 2);
  log.endRun(outer);
  log.add("script.py", 2, 1);
  EXPECT_TRUE(log.runs()[outer].contains(2));
  EXPECT_FALSE(log.runs()[outer].contains(3));
  EXPECT_FALSE(log.runs()[inner].contains(2));
  EXPECT_TRUE(contains(log.runs(), outer, inner));
  EXPECT_FALSE(contains(log.runs(), inner, outer));
}

TEST(VisitLog, DistinguishesFiles) {
  VisitLog log;
  const std::string a = "a.py", b = "b.py";
  log.add(a, 1, 1);
  log.add(b, 1, 1);
  log.add(a, 1, 1);
  EXPECT_NE(log.kept()[0].line, log.kept()[1].line);
  EXPECT_EQ(log.kept()[0].line, log.kept()[2].line);
}

TEST(VisitLog, CountsVisitsBeyondThoseThatItKeeps) {
  VisitLog log;
  const std::string path = "a.py";
  for (size_t i = 0; i < VisitLog::kMost + 10'000; ++i) {
    ASSERT_EQ(log.count(), i);
    // Graphs write where there is room.
    if (interp::LineLog& direct = log.log(); direct.next != direct.end)
      *direct.next++ = {log.numberOf(path, 2), 3};
    else
      log.add(path, 1, 1);
  }
  ASSERT_EQ(log.kept().size(), VisitLog::kMost);
  EXPECT_EQ(log.kept()[0].line, log.numberOf(path, 1));
  EXPECT_EQ(log.kept()[1].line, log.numberOf(path, 2));
  EXPECT_EQ(log.kept().back().depth, 3U);
}

TEST(VisitLog, IsFullBeforeItsGoalAndBehindIt) {
  VisitLog log;
  const std::string path = "a.py";
  log.add(path, 1, 1);
  log.setGoal(3);
  EXPECT_EQ(log.log().end - log.log().next, 2);
  for (int i = 0; i < 3; ++i) log.add(path, 1, 1);
  EXPECT_EQ(log.log().end, log.log().next);
  log.setGoal(SIZE_MAX);
  EXPECT_NE(log.log().end, log.log().next);
}

}  // namespace
}  // namespace ts::stepping
