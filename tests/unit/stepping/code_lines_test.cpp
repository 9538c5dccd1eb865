#include "debugger/stepping/code_lines.h"

#include <gtest/gtest.h>

#include "core/diag/diagnostic.h"
#include "core/syntax/parser.h"

namespace ts::stepping {
namespace {

std::vector<uint32_t> lines(const std::string& text) {
  diag::Sink problems;
  return linesWithCode(*syntax::parse(std::make_shared<SourceFile>("test.py", text), problems));
}

using Lines = std::vector<uint32_t>;

TEST(LinesWithCode, AreThoseOfStatements) {
  EXPECT_EQ(lines("x = 1\n\n# comment\ny = 2\n"), Lines({1, 4}));
  EXPECT_EQ(lines("if x:\n  pass\nelse:\n  y = 1\n"), Lines({1, 2, 4}));
}

TEST(LinesWithCode, IncludeLinesOfALongExpression) {
  EXPECT_EQ(lines("f(a,\n  b,\n)\n"), Lines({1, 2}));
}

TEST(LinesWithCode, LeaveOutDeclarationsAndDocstringsOfFunctions) {
  EXPECT_EQ(lines("@d\ndef f(\n    x: int\n):\n  '''doc'''\n  global y\n  y = x\n"),
            Lines({1, 2, 7}));
}

// The line for a breakpoint on `line`, when `codeLines` have code; -1 when the function has no
// place.
int next(uint32_t line, std::set<uint32_t> codeLines) {
  static constexpr const char* kText =
      "def f(x):\n"      // 1
      "  a = x\n"        // 2
      "  for i in a:\n"  // 3
      "    b = a\n"      // 4
      "    a = b + (\n"  // 5
      "        i)\n"     // 6
      "  if a:\n"        // 7
      "    b = a\n"      // 8
      "  else:\n"        // 9
      "    b = a + 1\n"  // 10
      "  return b\n"     // 11
      "def g(x):\n"      // 12
      "  return x\n"     // 13
      "f(g)\n";          // 14
  diag::Sink problems;
  const auto file = std::make_shared<SourceFile>("test.py", kText);
  const NextLine nextLine = nextInBlock(*syntax::parse(file, problems), line, codeLines);
  return nextLine.isMissing ? -1 : static_cast<int>(nextLine.line);
}

TEST(NextInBlock, IsThatOfAStatementBehindTheLine) {
  EXPECT_EQ(next(2, {3, 5, 7}), 3);
  EXPECT_EQ(next(4, {3, 6, 7}), 6);
  EXPECT_EQ(next(2, {5, 7}), -1);  // the loop may have no round
  EXPECT_EQ(next(8, {7, 10, 11}), -1);
  EXPECT_EQ(next(11, {3, 7}), -1);
}

TEST(NextInBlock, IsOfTheSameFunction) {
  EXPECT_EQ(next(13, {3, 5, 7}), 0);
  EXPECT_EQ(next(1, {3, 13}), 0);
  EXPECT_EQ(next(12, {3, 13}), 0);
  EXPECT_EQ(next(14, {3, 13}), 0);
}

}  // namespace
}  // namespace ts::stepping
