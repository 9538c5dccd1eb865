// The engine of regular expressions without the evaluator.
#include "core/eval_stdlib/regex.h"

#include <gtest/gtest.h>

namespace ts::eval::regex {
namespace {

struct Found {
  bool matches = false;
  std::vector<int32_t> slots;  // start and end of each group
  uint64_t steps = 0;
};

Found search(const std::u32string& pattern, const std::u32string& text, uint32_t flags = kUnicode) {
  const CompiledPattern program = compile(parse(pattern, flags, false));
  Found match;
  Captures captures;
  Matcher matcher(program, text, static_cast<int32_t>(text.size()),
                  [&](uint64_t steps) { match.steps += steps; });
  match.matches = matcher.search(0, false, captures);
  if (match.matches) match.slots = captures.slots;
  return match;
}

using Slots = std::vector<int32_t>;

TEST(Regex, TheFirstChoiceThatLeadsToAMatchWins) {
  EXPECT_EQ(search(U"(a|ab)(c|bcd)(d*)", U"abcd").slots, (Slots{0, 4, 0, 1, 1, 4, 4, 4}));
}

TEST(Regex, GreedyTakesMostLazyTakesLeast) {
  EXPECT_EQ(search(U"a{2,3}", U"aaaa").slots, (Slots{0, 3}));
  EXPECT_EQ(search(U"a{2,3}?", U"aaaa").slots, (Slots{0, 2}));
}

TEST(Regex, AGroupThatDidNotMatchHasNoPlace) {
  EXPECT_EQ(search(U"(x)?a", U"a").slots, (Slots{0, 1, -1, -1}));
}

TEST(Regex, LookingAroundConsumesNothing) {
  EXPECT_EQ(search(U"(?<=x)a(?=y)", U"ax xay").slots, (Slots{4, 5}));
  EXPECT_FALSE(search(U"(?<!x)a(?!y)", U"xa ay").matches);
}

TEST(Regex, ALoopOverNothingEnds) {
  EXPECT_EQ(search(U"(a*)*b", U"aab").slots[1], 3);
  EXPECT_FALSE(search(U"(|a)+c", U"aaaa").matches);
}

TEST(Regex, CategoriesFollowTheAlphabet) {
  EXPECT_TRUE(inCategory(Category::Word, U'é', false));
  EXPECT_FALSE(inCategory(Category::Word, U'é', true));
  EXPECT_TRUE(inCategory(Category::Digit, U'\u0663', false));
  EXPECT_TRUE(inCategory(Category::NotSpace, U'a', false));
}

TEST(Regex, LongSearchesTellTheirSteps) {
  EXPECT_GT(search(U"(a+)+b", std::u32string(18, U'a')).steps, 10000U);
}

TEST(Regex, ACallerCanEndASearch) {
  const CompiledPattern program = compile(parse(U"(a+)+b", kUnicode, false));
  const std::u32string text(30, U'a');
  Captures captures;
  Matcher matcher(program, text, 30, [](uint64_t) { throw std::runtime_error("enough"); });
  EXPECT_THROW(matcher.search(0, false, captures), std::runtime_error);
}

TEST(Regex, ErrorsHaveAPosition) {
  const auto errorOf = [](const std::u32string& pattern) {
    try {
      parse(pattern, kUnicode, false);
    } catch (const Error& error) {
      return error.message + " at " + std::to_string(error.position);
    }
    return std::string();
  };
  EXPECT_EQ(errorOf(U"a("), "missing ), unterminated subpattern at 1");
  EXPECT_EQ(errorOf(U"[z-a]"), "bad character range z-a at 1");
  EXPECT_EQ(errorOf(U"*a"), "nothing to repeat at 0");
}

TEST(Regex, NamesOfGroupsAreInTheirOrder) {
  const Tree tree = parse(U"(?P<year>a)(?P<day>b)", kUnicode, false);
  EXPECT_EQ(tree.names, (std::vector<std::pair<std::string, int32_t>>{{"year", 1}, {"day", 2}}));
}

}  // namespace
}  // namespace ts::eval::regex
