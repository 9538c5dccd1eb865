#include "core/diag/rules.h"

#include <gtest/gtest.h>

#include "core/diag/pages.h"

namespace ts::diag {
namespace {

TEST(Rules, AreSortedAndNumberedByFamily) {
  uint16_t before = 0;
  for (const RuleInfo& rule : allRules()) {
    const auto number = static_cast<uint16_t>(rule.rule);
    EXPECT_LT(before, number) << rule.name;
    // Skipped parts have numbers from 1300 on, in the thousand of syntax.
    const Family family = rule.family == Family::Skipped ? Family::Syntax : rule.family;
    EXPECT_EQ(number / 1000, 1 + static_cast<int>(family)) << rule.name;
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
