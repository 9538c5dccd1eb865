// The texts that tscheck prints: differences and pages of rules.
#include <gtest/gtest.h>

#include <string>

#include "core/check/explain.h"
#include "core/check/unified_diff.h"

namespace ts::check {
namespace {

TEST(UnifiedDiff, EqualTextsHaveNoDifference) { EXPECT_EQ(unifiedDiff("a.py", "x\n", "x\n"), ""); }

TEST(UnifiedDiff, AHunkHasThreeLinesOfContext) {
  EXPECT_EQ(unifiedDiff("a.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- a.py\n+++ a.py\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, ChangesFarFromEachOtherHaveHunksOfTheirOwn) {
  std::string before, after;
  for (int line = 1; line <= 30; ++line) {
    before += std::to_string(line) + "\n";
    after += (line == 5 || line == 25 ? "x" : std::to_string(line)) + "\n";
  }
  const std::string diff = unifiedDiff("a.py", before, after);
  EXPECT_NE(diff.find("@@ -2,7 +2,7 @@\n"), diff.npos) << diff;
  EXPECT_NE(diff.find("@@ -22,7 +22,7 @@\n"), diff.npos) << diff;
}

TEST(UnifiedDiff, ALastLineWithoutANewlineIsMarked) {
  const std::string diff = unifiedDiff("a.py", "a\nb", "a\nb\n");
  EXPECT_NE(diff.find("-b\n\\ No newline at end of file\n+b\n"), diff.npos) << diff;
}

TEST(UnifiedDiff, AnEmptyFileGetsAllLines) {
  const std::string diff = unifiedDiff("a.py", "", "a\nb\n");
  EXPECT_NE(diff.find("+1,2 @@\n+a\n+b\n"), diff.npos) << diff;
}

TEST(UnifiedDiff, TextsThatDifferInThousandsOfLinesAreReplaced) {
  std::string before, after;
  for (int line = 0; line < 5000; ++line) {
    before += "a" + std::to_string(line) + "\n";
    after += "b" + std::to_string(line) + "\n";
  }
  const std::string diff = unifiedDiff("a.py", before, after);
  EXPECT_NE(diff.find("@@ -1,5000 +1,5000 @@\n"), diff.npos);
}

TEST(Explain, APageHasNoMarkup) {
  EXPECT_EQ(plainPage("# TS1: title\n\ntext\n\n```python bad\nx = 1\n\ny = 2\n```\n"
                      "```python good\nx\n```\n"),
            "TS1: title\n\ntext\n\nbad:\n    x = 1\n\n    y = 2\ngood:\n    x\n");
}

}  // namespace
}  // namespace ts::check
