#include "lsp/protocol/json_parser.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace ts::lsp {
namespace {

using nlohmann::json;

constexpr int kNesting = 20;

std::optional<json> parsed(std::string_view text) {
  json value;
  std::string problem;
  if (parseJson(text, kNesting, value, problem)) return value;
  EXPECT_FALSE(problem.empty());
  return std::nullopt;
}

TEST(Json, RandomTextsAreReadAsAnotherParserReadsThem) {
  const std::string texts[] = {
      R"({"a":[1,2.5,-3,true,false,null,"x\n\u00e9\ud83d\ude00é😀"],"b":{"c":1e10,"d":-0,"e":18446744073709551616,"\/":"\"\\\b\f\r\t"}})",
      R"([[],{}, [ ] , { } ,"",0,-1,1e400,-9223372036854775809,1e-400,00,1.,.5,-,+1,1e+,{"a":1,"a":{"b":2}}])", "\xEF\xBB\xBF[1]", " \"text\" "};
  constexpr std::string_view kTyped = "{}[]\",:\\u0189abcdE.+-ntr \n\t\x01\xc3\xa9\xf0\x9f\x98\x80\xed\xa0";
  std::mt19937 random(3);
  size_t valid = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = texts[random() % std::size(texts)];
    for (int edits = random() % 5; edits > 0; --edits)
      text.replace(random() % (text.size() + 1), random() % 3, 1, kTyped[random() % kTyped.size()]);
    const json expected = json::parse(text, nullptr, false);
    const auto found = parsed(text);
    const bool mayHaveSurrogates = text.find("\\ud") != text.npos;
    if (expected.is_discarded() && mayHaveSurrogates) continue;  // next test
    ASSERT_EQ(found.has_value(), !expected.is_discarded()) << text;
    if (!found) continue;
    ASSERT_EQ(found->dump(), expected.dump()) << text;
    ++valid;
  }
  EXPECT_GT(valid, 2'000u);
}

TEST(Json, LoneSurrogatesAreReplaced) {
  EXPECT_EQ(parsed(R"("\ud83d\ude00")"), "\U0001F600");
  EXPECT_EQ(parsed(R"("a\ud83db")"), "a\uFFFDb");
  EXPECT_EQ(parsed(R"("\ude00")"), "\uFFFD");
  EXPECT_EQ(parsed(R"("\ud83d\ud83d\ude00")"), "\uFFFD\U0001F600");
  EXPECT_EQ(parsed(R"("\ud83d\n")"), "\uFFFD\n");
  EXPECT_EQ(parsed(R"("\ud83d\u12")"), std::nullopt);
}

TEST(Json, NestingHasALimit) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parsed(nested(kNesting)));
  EXPECT_TRUE(parsed("[" + nested(kNesting - 1) + "," + nested(kNesting - 1) + "]"));
  EXPECT_FALSE(parsed(nested(kNesting + 1)));
}

}  // namespace
}  // namespace ts::lsp
