#include "debugger/stepping/breakpoints.h"

#include <gtest/gtest.h>

namespace ts::stepping {
namespace {

// The numbers of hits, of the first six, that a rule admits.
std::vector<uint64_t> admitted(const std::string& text) {
  std::vector<uint64_t> out;
  const auto rule = readHitRule(text);
  for (uint64_t hits = 1; rule && hits <= 6; ++hits)
    if (rule->admits(hits)) out.push_back(hits);
  return out;
}

TEST(HitRule, ComparesTheNumberOfHits) {
  using Hits = std::vector<uint64_t>;
  EXPECT_EQ(admitted("3"), Hits({3}));
  EXPECT_EQ(admitted("==3"), Hits({3}));
  EXPECT_EQ(admitted(" >= 5 "), Hits({5, 6}));
  EXPECT_EQ(admitted("> 5"), Hits({6}));
  EXPECT_EQ(admitted("<3"), Hits({1, 2}));
  EXPECT_EQ(admitted("<= 1"), Hits({1}));
  EXPECT_EQ(admitted("% 2"), Hits({2, 4, 6}));
  EXPECT_EQ(admitted("% 0"), Hits({}));
}

TEST(HitRule, RefusesOtherTexts) {
  for (const char* text : {"", "x", ">=", "3x", "!= 3", "-1", "99999999999999999999"})
    EXPECT_FALSE(readHitRule(text)) << text;
}

// The parts of a log message: "text", "{expression}" or "{expression:format}".
std::vector<std::string> parts(const std::string& message) {
  std::vector<std::string> out;
  for (const LogPart& part : logParts(message))
    out.push_back(!part.isExpression    ? part.text
                  : part.format.empty() ? "{" + part.text + "}"
                                        : "{" + part.text + ":" + part.format + "}");
  return out;
}

TEST(LogParts, SeparatesTextAndExpressions) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(parts("x is {x}, y is {y:.2f}"), Parts({"x is ", "{x}", ", y is ", "{y:.2f}"}));
  EXPECT_EQ(parts("{{x}} {x}"), Parts({"{x} ", "{x}"}));
  EXPECT_EQ(parts("plain"), Parts({"plain"}));
  EXPECT_EQ(parts(""), Parts());
}

TEST(LogParts, LeavesBracketsAndStringsInExpressions) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(parts("{d['}:']}"), Parts({"{d['}:']}"}));
  EXPECT_EQ(parts("{x[1:2]}"), Parts({"{x[1:2]}"}));
  EXPECT_EQ(parts("{ {1: 2}[1] }"), Parts({"{ {1: 2}[1] }"}));
  EXPECT_EQ(parts("open {x"), Parts({"open {x"}));
}

}  // namespace
}  // namespace ts::stepping
