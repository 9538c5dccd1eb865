// Operators that read elements in another order than one after the other, beside plain loops: cat,
// pad, flip, scans, extrema, products with a vector, positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/factory.h"
#include "core/kernels/reduce.h"
#include "core/kernels/registry.h"

namespace ts::kernels {
namespace {

using tensor::IValue;

IValue ints(std::vector<int64_t> values) {
  std::vector<IValue> items(values.begin(), values.end());
  return tensor::makeList(types::intType(), std::move(items));
}

Tensor call(const char* name, Stack stack) {
  find(name)(stack);
  return stack.front().toTensor();
}

Tensor wave(const Dims& sizes, DType dtype = DType::Float32) {
  const Tensor made = tensor::empty(sizes, DType::Float32);
  for (int64_t i = 0; i < made.numel(); ++i)
    made.data<float>()[i] = std::sin(static_cast<float>(i) * 1.7F);
  return toDType(made, dtype);
}

float itemAt(const Tensor& x, std::initializer_list<int64_t> at) {
  int64_t offset = 0;
  size_t dim = 0;
  for (const int64_t i : at) offset += i * x.strides()[dim++];
  return x.data<float>()[offset];
}

TEST(Cat, JoinsTensorsInTheOrderOfTheirMemory) {
  const Tensor plain = wave(Dims{2, 5, 3, 4}), other = wave(Dims{2, 5, 3, 4});
  for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
    const Tensor a = contiguous(plain, format), b = contiguous(other, format);
    for (int64_t dim = 0; dim < 4; ++dim) {
      const std::vector<IValue> parts = {a, b};
      const Tensor joined = call("aten::cat", {tensor::makeList(types::tensorType(), parts), dim});
      EXPECT_TRUE(joined.isContiguous(format));
      const int64_t size = plain.sizes()[static_cast<size_t>(dim)];
      for (int64_t n = 0; n < joined.size(0); ++n)
        for (int64_t c = 0; c < joined.size(1); ++c)
          for (int64_t y = 0; y < joined.size(2); ++y)
            for (int64_t x = 0; x < joined.size(3); ++x) {
              int64_t at[] = {n, c, y, x};
              const bool isFirst = at[dim] < size;
              if (!isFirst) at[dim] -= size;
              ASSERT_EQ(itemAt(joined, {n, c, y, x}),
                        itemAt(isFirst ? plain : other, {at[0], at[1], at[2], at[3]}));
            }
    }
  }
}

TEST(Pad, TakesElementsOfTheInput) {
  const Tensor x = wave(Dims{2, 4, 9});
  for (const auto& [before, after] : {std::pair<int64_t, int64_t>{3, 2}, {0, 5}, {-2, 1}, {8, 8}}) {
    const Tensor reflected = call("aten::reflection_pad1d", {x, ints({before, after})}),
                 replicated = call("aten::replication_pad1d", {x, ints({before, after})});
    for (int64_t row = 0; row < 8; ++row)
      for (int64_t i = 0; i < 9 + before + after; ++i) {
        const int64_t at = i - before, turned = at < 0 ? -at : at > 8 ? 16 - at : at;
        const float* from = x.data<float>() + row * 9;
        const int64_t to = row * (9 + before + after) + i;
        ASSERT_EQ(reflected.data<float>()[to], from[turned]) << before << " " << after << " " << i;
        ASSERT_EQ(replicated.data<float>()[to], from[std::clamp<int64_t>(at, 0, 8)]);
      }
  }
}

TEST(Flip, ReversesRowsOfEachSize) {
  for (const DType dtype : {DType::UInt8, DType::Int16, DType::Float32, DType::Float64})
    for (const int64_t count : {1, 7, 40}) {
      const Tensor x = wave(Dims{3, count}, dtype);
      const Tensor turned = toDType(call("aten::flip", {x, ints({1})}), DType::Float32),
                   plain = toDType(x, DType::Float32);
      for (int64_t row = 0; row < 3; ++row)
        for (int64_t i = 0; i < count; ++i)
          ASSERT_EQ(itemAt(turned, {row, i}), itemAt(plain, {row, count - 1 - i}));
    }
}

TEST(Scan, AlongEachDimensionIsThatOfItsLines) {
  const Tensor x = wave(Dims{3, 5, 300});
  for (const char* name : {"aten::cumsum", "aten::cumprod"})
    for (size_t dim = 0; dim < 3; ++dim) {
      const Tensor y = call(name, {x, static_cast<int64_t>(dim), IValue()});
      const bool isSum = std::string_view(name) == "aten::cumsum";
      const int64_t step = x.strides()[dim], count = x.sizes()[dim];
      for (int64_t first = 0; first < x.numel(); ++first) {
        if (first / step % count != 0) continue;
        double state = isSum ? 0 : 1;
        for (int64_t i = 0; i < count; ++i) {
          const double value = x.data<float>()[first + i * step];
          state = isSum ? state + value : state * value;
          ASSERT_EQ(y.data<float>()[first + i * step], static_cast<float>(state)) << name << dim;
        }
      }
    }
}

TEST(Extrema, OfRowsOfEachLengthFindANaNInEachPlace) {
  for (const int64_t count : {1, 15, 16, 31, 32, 33, 64, 100}) {
    const Tensor x = wave(Dims{count});
    float most = -2, least = 2;
    for (int64_t i = 0; i < count; ++i) {
      most = std::max(most, x.data<float>()[i]);
      least = std::min(least, x.data<float>()[i]);
    }
    EXPECT_EQ(*amax(x).data<float>(), most);
    EXPECT_EQ(*amin(x).data<float>(), least);
    for (int64_t i = 0; i < count; ++i) {
      const float before = x.data<float>()[i];
      x.data<float>()[i] = NAN;
      EXPECT_TRUE(std::isnan(*amax(x).data<float>())) << i << " of " << count;
      EXPECT_TRUE(std::isnan(*amin(x).data<float>())) << i << " of " << count;
      x.data<float>()[i] = before;
    }
  }
}

TEST(Median, OfAllElementsIgnoresNaNOnlyIfAsked) {
  const Tensor x = tensor::empty(Dims{6}, DType::Float32);
  const float values[] = {3, -1, 7, NAN, 5, 5};
  std::copy_n(values, 6, x.data<float>());
  EXPECT_TRUE(std::isnan(*call("aten::median", {x}).data<float>()));
  EXPECT_EQ(*call("aten::nanmedian", {x}).data<float>(), 5);
  EXPECT_EQ(*call("aten::median", {tensor::view(x, Dims{3}, Dims{1}, 0)}).data<float>(), 3);
}

TEST(Products, WithAVectorReadMatricesInEachOrder) {
  const Tensor matrix = wave(Dims{40, 60}), vector = wave(Dims{120}), added = wave(Dims{60});
  const Tensor turned = tensor::view(matrix, Dims{60, 40}, Dims{1, 60}, 0);
  for (const Tensor& m : {matrix, turned}) {
    const Tensor x = tensor::view(vector, Dims{m.size(1)}, Dims{2}, 1);
    const Tensor y = tensor::view(added, Dims{m.size(0)}, Dims{1}, 0);
    const Tensor unread = tensor::empty(y.sizes(), DType::Float32);
    fill(unread, NAN);
    const Tensor product = call("aten::mv", {m, x}), sum = call("aten::addmv", {y, m, x, 0.5, 2.0}),
                 alone = call("aten::addmv", {unread, m, x, int64_t{0}, int64_t{1}});
    for (int64_t i = 0; i < m.size(0); ++i) {
      double want = 0;
      for (int64_t k = 0; k < m.size(1); ++k)
        want += static_cast<double>(itemAt(m, {i, k})) * itemAt(x, {k});
      EXPECT_NEAR(product.data<float>()[i], want, 1e-5);
      EXPECT_NEAR(sum.data<float>()[i], 0.5 * itemAt(y, {i}) + 2 * want, 1e-5);
      EXPECT_NEAR(alone.data<float>()[i], want, 1e-5);
    }
  }
}

TEST(Positions, OfLongRangesAreExact) {
  const Tensor whole = arange(int64_t{-3}, int64_t{30000}, int64_t{3}, DType::Int64),
               real = arange(0.25, 5000.0, 0.5, DType::Float32);
  for (int64_t i = 0; i < whole.numel(); ++i) ASSERT_EQ(whole.data<int64_t>()[i], 3 * i - 3);
  for (int64_t i = 0; i < real.numel(); ++i)
    ASSERT_EQ(real.data<float>()[i], 0.25F + 0.5F * static_cast<float>(i));
  const Tensor spaced =
      call("aten::linspace", {1.0, 2.0, int64_t{9001}, IValue(), IValue(), IValue(), IValue()});
  EXPECT_EQ(spaced.data<float>()[0], 1);
  EXPECT_EQ(spaced.data<float>()[9000], 2);
  for (int64_t i = 0; i < 9001; ++i)
    ASSERT_NEAR(spaced.data<float>()[i], 1 + static_cast<double>(i) / 9000, 2e-7);
}

}  // namespace
}  // namespace ts::kernels
