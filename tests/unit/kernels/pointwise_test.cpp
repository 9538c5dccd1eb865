#include "core/kernels/pointwise.h"

#include <gtest/gtest.h>

#include "core/kernels/copy.h"
#include "core/kernels/promote.h"
#include "core/tensor/error.h"

namespace ts::kernels {
namespace {

Tensor ints(std::initializer_list<int64_t> values) {
  Tensor integers = tensor::empty(Dims{static_cast<int64_t>(values.size())}, DType::Int64);
  std::copy(values.begin(), values.end(), integers.data<int64_t>());
  return integers;
}

TEST(Pointwise, NumbersOfAHigherCategoryChangeTheDType) {
  EXPECT_EQ(apply(formulas::mul, {ints({1}), Scalar(2)}).dtype(), DType::Int64);
  EXPECT_EQ(apply(formulas::mul, {ints({1}), Scalar(2.5)}).dtype(), DType::Float32);
}

TEST(Pointwise, ZeroDimTensorsHaveLowerRankInPromotion) {
  const Tensor wide = tensorOf(Scalar(1.5), DType::Float64);
  const Tensor narrow = tensor::empty(Dims{2}, DType::Float32);
  EXPECT_EQ(resultType(wide, narrow), DType::Float32);
  EXPECT_EQ(resultType(wide, tensor::empty(Dims{2}, DType::Int32)), DType::Float64);
}

TEST(Pointwise, BroadcastsAndKeepsTheLayoutOfTheOperands) {
  const Tensor x = tensor::empty(Dims{2, 3, 4, 5}, DType::Float32, MemoryFormat::ChannelsLast);
  const Tensor y = tensor::empty(Dims{3, 1, 1}, DType::Float32);
  EXPECT_TRUE(apply(formulas::add, {x, y}, {1}).isContiguous(MemoryFormat::ChannelsLast));
}

TEST(Pointwise, ComputesNothingForMetaTensors) {
  const Tensor huge = tensor::emptyMeta(Dims{1 << 20, 1 << 20}, DType::Float32);
  EXPECT_TRUE(apply(formulas::exp, {huge}).isMeta());
}

TEST(Pointwise, IntegersDontTrap) {
  const Tensor least = ints({INT64_MIN}), minusOne = ints({-1}), zero = ints({0});
  EXPECT_EQ(*apply(formulas::div_floor, {least, minusOne}).data<int64_t>(), INT64_MIN);
  EXPECT_EQ(*apply(formulas::remainder, {least, minusOne}).data<int64_t>(), 0);
  EXPECT_THROW(apply(formulas::remainder, {least, zero}), tensor::Error);
}

TEST(Pointwise, InPlaceRejectsMismatchedResults) {
  const Tensor x = ints({1, 2});
  EXPECT_THROW(applyInPlace(formulas::add, x, {x, Scalar(0.5)}, {1}), tensor::Error);
  EXPECT_THROW(applyInPlace(formulas::add, x, {x, ints({1, 2, 3})}, {1}), tensor::Error);
  const Tensor base = ints({1, 2, 3});
  const Tensor front = tensor::view(base, Dims{2}, Dims{1}, 0),
               back = tensor::view(base, Dims{2}, Dims{1}, 1);
  EXPECT_THROW(applyInPlace(formulas::add, front, {front, back}, {1}), tensor::Error);
}

TEST(Pointwise, FormulasAreAvailableAsText) { EXPECT_EQ(formulas::add.formula, "x + p * y"); }

}  // namespace
}  // namespace ts::kernels
