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

}  // namespace
}  // namespace ts::stepping
