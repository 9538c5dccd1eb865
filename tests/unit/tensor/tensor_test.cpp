#include "core/tensor/tensor.h"

#include <gtest/gtest.h>

#include "core/tensor/error.h"
#include "core/tensor/ivalue.h"

namespace ts::tensor {
namespace {

TEST(Tensor, LaysOutChannelsLast) {
  Tensor channelsLast = empty(Dims{2, 3, 4, 5}, DType::Float32, MemoryFormat::ChannelsLast);
  EXPECT_EQ(channelsLast.strides(), (Dims{60, 1, 15, 3}));
  EXPECT_FALSE(channelsLast.isContiguous());
  EXPECT_EQ(channelsLast.suggestedFormat(), MemoryFormat::ChannelsLast);
  EXPECT_TRUE(channelsLast.isNonOverlappingAndDense());
}

TEST(Tensor, EmptyLikeKeepsTheOrderOfStrides) {
  Tensor base = empty(Dims{2, 3, 4}, DType::Float32);
  Tensor permuted = view(base, Dims{4, 2, 3}, Dims{1, 12, 4}, 0);
  EXPECT_EQ(emptyLike(permuted, DType::Int64).strides(), (Dims{1, 12, 4}));
  Tensor everySecond = view(base, Dims{2, 2, 4}, Dims{12, 8, 1}, 0);
  EXPECT_EQ(emptyLike(everySecond, DType::Int64).strides(), (Dims{8, 4, 1}));
}

TEST(Tensor, RejectsOverflowingSizes) {
  EXPECT_THROW(empty(Dims{int64_t{1} << 40, int64_t{1} << 40}, DType::Float32), Error);
  EXPECT_THROW(empty(Dims{-1}, DType::Float32), Error);
  EXPECT_THROW(empty(Dims{int64_t{1} << 50}, DType::Float32), Error);
}

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(Half(1.0F).bits, 0x3C00);
  EXPECT_EQ(Half(65504.0F).bits, 0x7BFF);
  EXPECT_EQ(Half(65520.0F).bits, 0x7C00);
  EXPECT_EQ(Half(6e-8F).bits, 1);
  EXPECT_EQ(Half(1.00048828125F).bits, 0x3C00);  // halfway: rounds to even
  for (uint32_t bits = 0; bits < 0x7C00; ++bits) {
    Half half;
    half.bits = static_cast<uint16_t>(bits);
    ASSERT_EQ(Half(static_cast<float>(half)).bits, bits);
  }
}

TEST(DictValue, KeepsInsertionOrder) {
  DictValue dict(types::intType(), types::intType());
  for (int64_t i = 0; i < 100; ++i) dict.set(i * 7, i);
  ASSERT_TRUE(dict.erase(int64_t{14}));
  EXPECT_FALSE(dict.erase(int64_t{14}));
  EXPECT_EQ(dict.size(), 99u);
  EXPECT_EQ(dict.entries()[2].key.toInt(), 21);
  for (int64_t i = 3; i < 100; ++i) ASSERT_EQ(dict.find(i * 7)->toInt(), i);
}

TEST(IValue, ErrorsNameExpectedAndActualType) {
  try {
    IValue("text").toInt();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::Type);
    EXPECT_STREQ(error.what(), "expected a value of type int, found str");
  }
}

}  // namespace
}  // namespace ts::tensor
