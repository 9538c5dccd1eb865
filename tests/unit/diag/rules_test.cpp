#include "core/diag/rules.h"

#include <gtest/gtest.h>

#include "core/diag/pages.h"

namespace ts::diag {
namespace {

// The thousand that the numbers of a family are in. Some families share one: skipped parts have
// numbers from 1300 on, gradients from 8100 on.
int thousandOf(Family family) {
  switch (family) {
    case Family::Syntax:
    case Family::Skipped: return 1;
    case Family::Unsupported: return 2;
    case Family::Types: return 3;
    case Family::Refinement: return 4;
    case Family::Modules: return 5;
    case Family::Calls: return 6;
    case Family::Tracing: return 7;
    case Family::Differences:
    case Family::Gradients: return 8;
    case Family::Shapes: return 9;
  }
  return 0;
}

TEST(Rules, AreSortedAndNumberedByFamily) {
  uint16_t before = 0;
  for (const RuleInfo& rule : allRules()) {
    const auto number = static_cast<uint16_t>(rule.rule);
    EXPECT_LT(before, number) << rule.name;
    EXPECT_EQ(number / 1000, thousandOf(rule.family)) << rule.name;
    before = number;
  }
}

TEST(Rules, SummariesAreOneLineWithoutAFullStop) {
  for (const RuleInfo& rule : allRules()) {
    EXPECT_FALSE(rule.summary.empty()) << rule.name;
    EXPECT_NE(rule.summary.back(), '.') << rule.name;
    EXPECT_LE(rule.summary.size(), 100u) << rule.name;
  }
}

TEST(Rules, AreFoundByTheirCode) {
  EXPECT_EQ(findRule("TS1001")->rule, Rule::InvalidSyntax);
  EXPECT_EQ(findRule("ts1001")->rule, Rule::InvalidSyntax);
  for (const char* wrong : {"TS9999", "TS100", "TS10011", "XX1001", "TS1O01", ""}) {
    EXPECT_EQ(findRule(wrong), nullptr) << wrong;
  }
  EXPECT_EQ(code(Rule::InvalidSyntax), "TS1001");
}

TEST(Rules, HaveTheirPagesEmbedded) {
  for (const RuleInfo& rule : allRules()) {
    EXPECT_TRUE(page(rule.rule).starts_with("# " + code(rule.rule) + ": ")) << rule.name;
  }
}

}  // namespace
}  // namespace ts::diag
