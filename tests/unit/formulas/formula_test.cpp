#include "core/formulas/formula.h"

#include <gtest/gtest.h>

namespace ts::formulas {
namespace {

// As nested lists with the operator first.
std::string listOf(const Expression& at) {
  if (at.parts.empty()) return at.kind == Expression::Kind::Call ? "(" + at.text + ")" : at.text;
  std::string text = "(" + at.text;
  for (const Expression& part : at.parts) text += " " + listOf(part);
  return text + ")";
}
std::string parsed(std::string_view text) {
  const auto tree = parseFormula(text);
  return tree ? listOf(*tree) : "wrong";
}

TEST(Formula, OperatorsBindAsInCpp) {
  EXPECT_EQ(parsed("x + p * y - z"), "(- (+ x (* p y)) z)");
  EXPECT_EQ(parsed("x >= -p && x <= p ? T(0) : x"), "(? (&& (>= x (- p)) (<= x p)) (T 0) x)");
  EXPECT_EQ(parsed("isnan(x) ? x : x > T(0) ? -x * log(x) : -infinity<T>()"),
            "(? (isnan x) x (? (> x (T 0)) (* (- x) (log x)) (- (infinity))))");
  EXPECT_EQ(parsed("a | b & c == d"), "(| a (& b (== c d)))");
  EXPECT_EQ(parsed("min(max(x + T(3), T(0)), T(6)) / T(6)"),
            "(/ (min (max (+ x (T 3)) (T 0)) (T 6)) (T 6))");
}

TEST(Formula, OtherTextIsRefused) {
  for (const char* text : {"", "x +", "f(x", "x y", "x.imag() == 0", "x ? y", "(x", "x)", "x[0]"})
    EXPECT_EQ(parsed(text), "wrong") << text;
}

}  // namespace
}  // namespace ts::formulas
