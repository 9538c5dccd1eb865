#include "core/picture/labels.h"

#include <gtest/gtest.h>

#include <limits>

namespace ts::viz {
namespace {

using types::Constant;

TEST(Labels, ConstantsAreWrittenAsInPython) {
  EXPECT_EQ(constantText(Constant::none()), "None");
  EXPECT_EQ(constantText(Constant::boolean(true)), "True");
  EXPECT_EQ(constantText(Constant::integer(-3)), "-3");
  EXPECT_EQ(constantText(Constant::real(1)), "1.0");
  EXPECT_EQ(constantText(Constant::real(0.1)), "0.1");
  EXPECT_EQ(constantText(Constant::real(1e-5)), "1e-05");
  EXPECT_EQ(constantText(Constant::real(-std::numeric_limits<double>::infinity())), "-inf");
  EXPECT_EQ(constantText(Constant::complex({1, -2})), "(1.0-2.0j)");
  EXPECT_EQ(constantText(Constant::string("a\"b\n")), "\"a\\\"b\\n\"");
}

TEST(Labels, ContainersAreWrittenOutUpToALimit) {
  std::vector<Constant> few = {Constant::integer(1), Constant::integer(2)};
  EXPECT_EQ(constantText(Constant::list(types::intType(), few)), "[1, 2]");
  EXPECT_EQ(constantText(Constant::tuple({Constant::integer(1)})), "(1,)");
  EXPECT_EQ(constantText(Constant::dict(types::intType(), types::intType(), few)), "{1: 2}");
  std::vector<Constant> many(100, Constant::integer(7));
  std::string text = constantText(Constant::list(types::intType(), many));
  EXPECT_LT(text.size(), 80u);
  EXPECT_TRUE(text.ends_with("…]"));
}

}  // namespace
}  // namespace ts::viz
