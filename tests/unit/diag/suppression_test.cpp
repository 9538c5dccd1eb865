#include "core/diag/suppression.h"

#include <gtest/gtest.h>

namespace ts::diag {
namespace {

// Returns the comments of a text that contains no string literals: from each "#" to the end of
// line.
std::vector<Span> commentsOf(const SourceFile& file) {
  std::vector<Span> comments;
  for (uint32_t line = 1; line <= file.lineCount(); ++line) {
    const size_t hash = file.lineText(line).find('#');
    if (hash == std::string_view::npos) continue;
    const uint32_t start = file.lineStart(line);
    comments.push_back({start + static_cast<uint32_t>(hash),
                        start + static_cast<uint32_t>(file.lineText(line).size())});
  }
  return comments;
}

// Reports InvalidSyntax (TS1001) at each "@" and MissingColon (TS1007) at each "$" of the text.
// Returns the unsuppressed diagnostics as "line:code".
std::string check(const std::string& text, SuppressionOptions options = {}) {
  SourceFile file("t.py", text);
  Sink sink;
  for (uint32_t at = 0; at < text.size(); ++at) {
    if (text[at] == '@') sink.report(Rule::InvalidSyntax, {&file, {at, at + 1}}, "at");
    if (text[at] == '$') sink.report(Rule::MissingColon, {&file, {at, at + 1}}, "dollar");
  }
  std::string left;
  for (const Diagnostic& d : applySuppressions(file, commentsOf(file), sink.take(), options)) {
    left += std::to_string(file.lineOf(d.range.span.begin)) + ":" + code(d.rule) + " ";
  }
  return left;
}

TEST(Suppression, AppliesOnlyToItsOwnLine) {
  EXPECT_EQ(check("@ # tscheck: ignore[TS1001]\n@\n"), "2:TS1001 ");
  EXPECT_EQ(check("@ $ # tscheck: ignore[TS1001]\n"), "1:TS1007 ");
  EXPECT_EQ(check("@ $ # tscheck: ignore[ts1001 , TS1007]  because\n"), "");
}

TEST(Suppression, OnItsOwnLineAppliesToTheNextCodeLine) {
  EXPECT_EQ(check("# tscheck: ignore[TS1001]\n\n# why\n  @\n@\n"), "5:TS1001 ");
  EXPECT_EQ(check("# tscheck: ignore[TS1001]\n# tscheck: ignore[TS1007]\n@ $\n"), "");
}

TEST(Suppression, WholeFileCommentMustPrecedeCode) {
  EXPECT_EQ(check("# head\n\n# tscheck: ignore-file[TS1001]\n@\n@ $\n"), "5:TS1007 ");
  EXPECT_EQ(check("@\n# tscheck: ignore-file[TS1001]\n"), "1:TS1001 2:TS1101 ");
}

TEST(Suppression, FollowsOtherCommentsOnTheLine) {
  EXPECT_EQ(check("@ # noqa # tscheck:ignore[TS1001]\n"), "");
  EXPECT_EQ(check("@ # see tscheck: ignore[TS1001]\n"), "1:TS1001 ");
}

TEST(Suppression, ReportsUnknownRules) {
  EXPECT_EQ(check("x # tscheck: ignore[TS9999]\n"), "1:TS1101 ");
  EXPECT_EQ(check("x # tscheck: ignore[]\n"), "1:TS1101 ");
  EXPECT_EQ(check("@ # tscheck: ignore\n"), "1:TS1001 1:TS1101 ");
}

TEST(Suppression, OffersToNameTheRulesOfTheLine) {
  SourceFile file("t.py", "@ # tscheck: ignore\n");
  Sink sink;
  sink.report(Rule::InvalidSyntax, {&file, {0, 1}}, "at");
  auto left = applySuppressions(file, commentsOf(file), sink.take());
  ASSERT_EQ(left.size(), 2u);
  ASSERT_EQ(left[1].fixes.size(), 1u);
  EXPECT_EQ(left[1].fixes[0].edits[0].text, "[TS1001]");
  EXPECT_EQ(left[1].fixes[0].edits[0].range.span, (Span{19, 19}));
}

TEST(Suppression, ReportsUnusedOnlyWhereTheRuleWasChecked) {
  EXPECT_EQ(check("x # tscheck: ignore[TS1001]\n"), "1:TS1102 ");
  EXPECT_EQ(check("@ # tscheck: ignore[TS1001, TS1007]\n"), "1:TS1102 ");
  EXPECT_EQ(check("# tscheck: ignore-file[TS1001]\nx\n"), "1:TS1102 ");
  auto never = [](Span, Rule) { return false; };
  EXPECT_EQ(check("x # tscheck: ignore[TS1001]\n", {.wasChecked = never}), "");
  auto inside = [](Span comment, Rule rule) {
    return comment.begin > 20 && rule == Rule::InvalidSyntax;
  };
  const std::string twice = "x # tscheck: ignore[TS1001]\ny # tscheck: ignore[TS1001,TS1007]\n";
  EXPECT_EQ(check(twice, {.wasChecked = inside}), "2:TS1102 ");
}

TEST(Suppression, CanSuppressItsOwnWarnings) {
  EXPECT_EQ(check("x # tscheck: ignore[TS1001, TS1102]\n"), "");
}

TEST(Suppression, EditExtendsAListOrCreatesOne) {
  auto editOf = [](const std::string& text) {
    SourceFile file("t.py", text);
    Diagnostic d{Rule::MissingColon, Severity::Error, {&file, {0, 1}}, "m", {}, {}, {}};
    auto edits = suppressionEdit(file, commentsOf(file), d);
    return edits.empty() ? "none" : std::to_string(edits[0].range.span.begin) + edits[0].text;
  };
  EXPECT_EQ(editOf("x\n"), "1  # tscheck: ignore[TS1007]");
  EXPECT_EQ(editOf("x # tscheck: ignore[TS1001]\n"), "26, TS1007");
  EXPECT_EQ(editOf("x \\\n y\n"), "none");
}

}  // namespace
}  // namespace ts::diag
