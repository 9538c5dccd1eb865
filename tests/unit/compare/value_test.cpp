#include "debugger/compare/value.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ts::debugger {
namespace {

IValue floats(std::initializer_list<float> numbers) {
  tensor::Tensor values = tensor::empty(std::vector<int64_t>{static_cast<int64_t>(numbers.size())},
                                        tensor::DType::Float32);
  std::copy(numbers.begin(), numbers.end(), values.data<float>());
  return IValue(values);
}

TEST(Differ, NumbersWithinTheToleranceOfTheirDtypeAgree) {
  EXPECT_FALSE(differ(floats({1.0f, 2.0f}), floats({1.0f, 2.000001f})));
  EXPECT_FALSE(differ(floats({NAN}), floats({NAN})));
}

TEST(Differ, TheDetailNamesTheLargestDifference) {
  const auto difference = differ(floats({1, 2, 3}), floats({1, 2.5f, 4}));
  ASSERT_TRUE(difference);
  EXPECT_TRUE(difference->isNumeric);
  EXPECT_EQ(difference->most, 1);
  EXPECT_EQ(difference->detail,
            "2 of 3 elements differ, most at [2]: 3 and 4 (tolerance 1e-05 + 1.3e-06 relative)");
}

TEST(Differ, AnIntDiffersFromAFloatAndABool) {
  EXPECT_TRUE(differ(IValue(8), IValue(8.0)));
  EXPECT_TRUE(differ(IValue(1), IValue(true)));
  EXPECT_FALSE(differ(IValue(8), IValue(8)));
}

TEST(Differ, ThePathLeadsIntoContainers) {
  auto dict = [](IValue value) {
    auto dict = tensor::makeCounted<tensor::DictValue>(nullptr, nullptr);
    dict->set(IValue("a"), tensor::makeTuple({IValue(1), std::move(value)}));
    return IValue(dict);
  };
  const auto difference = differ(dict(IValue("x")), dict(IValue("y")));
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->path, "['a'][1]");
  EXPECT_EQ(difference->detail, "'x' and 'y'");
}

TEST(Frozen, LaterWritesDontReachIt) {
  const IValue value = floats({1, 2});
  const IValue before = frozen(value);
  value.toTensor().data<float>()[0] = 5;
  EXPECT_TRUE(differ(value, before));
}

TEST(WorstNonFinite, TheWorstNumberCounts) {
  EXPECT_EQ(worstNonFinite(floats({1, 2})), NonFinite::None);
  EXPECT_EQ(worstNonFinite(floats({1, INFINITY})), NonFinite::Infinity);
  EXPECT_EQ(worstNonFinite(tensor::makeTuple({IValue(INFINITY), floats({NAN})})), NonFinite::NaN);
}

}  // namespace
}  // namespace ts::debugger
