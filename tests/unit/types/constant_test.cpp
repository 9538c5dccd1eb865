#include "core/types/constant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ts::types {
namespace {

TEST(Constant, KnowsItsExactType) {
  EXPECT_EQ(Constant().type(), noneType());
  EXPECT_TRUE(Constant::none().isNone());
  EXPECT_EQ(Constant::list(intType(), {}).type(), listOf(intType()));
  EXPECT_EQ(Constant::tuple({Constant::integer(1), Constant::none()}).type(),
            tupleOf({intType(), noneType()}));
  EXPECT_EQ(Constant::dict(stringType(), intType(), {}).type(), dictOf(stringType(), intType()));
}

TEST(Constant, AreIdenticalInTypeAndValue) {
  EXPECT_TRUE(identical(Constant::integer(1), Constant::integer(1)));
  EXPECT_FALSE(identical(Constant::integer(1), Constant::real(1)));
  EXPECT_FALSE(identical(Constant::integer(1), Constant::boolean(true)));
  EXPECT_FALSE(identical(Constant::list(intType(), {}), Constant::list(floatType(), {})));
  EXPECT_TRUE(identical(Constant::tuple({Constant::string("a")}),
                        Constant::tuple({Constant::string("a")})));
  EXPECT_FALSE(identical(Constant::tuple({Constant::string("a")}),
                         Constant::tuple({Constant::string("b")})));
}

TEST(Constant, DistinguishesZerosAndTreatsNansAsEqual) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(identical(Constant::real(nan), Constant::real(-nan)));
  EXPECT_EQ(Constant::real(nan).hash(), Constant::real(-nan).hash());
  EXPECT_FALSE(identical(Constant::real(0.0), Constant::real(-0.0)));
  EXPECT_FALSE(identical(Constant::complex({0.0, 1}), Constant::complex({-0.0, 1})));
  EXPECT_TRUE(identical(Constant::complex({nan, 1}), Constant::complex({nan, 1})));
}

TEST(Constant, IdenticalConstantsHaveEqualHashes) {
  auto make = [] {
    return Constant::list(stringType(), {Constant::string("a"), Constant::string("b")});
  };
  EXPECT_EQ(make().hash(), make().hash());
  EXPECT_NE(make().hash(), Constant::list(stringType(), {Constant::string("a")}).hash());
}

// The expected texts are PyTorch's output for defaults of named tuple fields.
TEST(Constant, PrintsAsPyTorchPrintsDefaults) {
  EXPECT_EQ(Constant::real(1e-5).str(), "1.0000000000000001e-05");
  EXPECT_EQ(Constant::real(-0.0).str(), "0.");
  EXPECT_EQ(Constant::real(1e20).str(), "1e+20");
  EXPECT_EQ(Constant::real(12345678912345.0).str(), "12345678912345.");
  EXPECT_EQ(Constant::real(std::numeric_limits<double>::infinity()).str(), "inf");
  EXPECT_EQ(Constant::real(-std::nan("")).str(), "nan");
  EXPECT_EQ(Constant::real(0.1).str(), "0.10000000000000001");
  EXPECT_EQ(Constant::complex({1, -2.5}).str(), "1.-2.5j");
  EXPECT_EQ(Constant::list(intType(), {Constant::integer(1), Constant::integer(2)}).str(),
            "[1, 2]");
  EXPECT_EQ(Constant::tuple({Constant::integer(1)}).str(), "(1,)");
  EXPECT_EQ(Constant::tuple({Constant::integer(1), Constant::string("a")}).str(), "(1, a)");
  EXPECT_EQ(
      Constant::dict(stringType(), intType(), {Constant::string("a"), Constant::integer(1)}).str(),
      "{a: 1}");
  EXPECT_EQ(Constant::device("cuda:0").str(), "cuda:0");
  EXPECT_EQ(Constant::boolean(true).str(), "True");
  EXPECT_EQ(Constant::none().str(), "None");
}

}  // namespace
}  // namespace ts::types
