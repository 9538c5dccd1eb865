#include "core/kernels/copy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/kernels/convert_runs.h"

namespace ts::kernels {
namespace {

TEST(Copy, BroadcastsAndConverts) {
  Tensor to = tensor::empty(Dims{2, 3}, DType::Float64);
  Tensor from = tensor::empty(Dims{3}, DType::Int32);
  for (int i = 0; i < 3; ++i) from.data<int32_t>()[i] = i + 1;
  copyInto(to, from);
  EXPECT_EQ(to.data<double>()[5], 3.0);
  EXPECT_EQ(to.data<double>()[3], 1.0);
}

TEST(Copy, ReadsOverlappingMemoryBeforeWriting) {
  Tensor base = tensor::empty(Dims{4}, DType::Int64);
  for (int i = 0; i < 4; ++i) base.data<int64_t>()[i] = i;
  copyInto(tensor::view(base, Dims{3}, Dims{1}, 1), tensor::view(base, Dims{3}, Dims{1}, 0));
  EXPECT_EQ(base.data<int64_t>()[3], 2);
  EXPECT_EQ(base.data<int64_t>()[1], 0);
}

// Fills a tensor with different bytes.
Tensor numbered(const Dims& sizes, DType dtype) {
  const Tensor made = tensor::empty(sizes, dtype);
  const auto bytes = static_cast<size_t>(made.numel()) * made.itemSize();
  for (size_t i = 0; i < bytes; ++i) made.bytes()[i] = static_cast<std::byte>(i * 7 + i / 251);
  return made;
}

// So large that they are stored past the caches, where their rows allow it.
TEST(Copy, TransposesLargeMatrices) {
  for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>{2100, 2000}, {2052, 2049}}) {
    const Tensor from = numbered(Dims{rows, columns}, DType::Int32),
                 to = clone(tensor::view(from, Dims{columns, rows}, Dims{1, columns}, 0),
                            MemoryFormat::Contiguous);
    const int32_t *got = to.data<int32_t>(), *wanted = from.data<int32_t>();
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        ASSERT_EQ(got[j * rows + i], wanted[i * columns + j]) << i << " " << j;
  }
}

// Parts that fill tiles, parts that do not, and elements of each size.
TEST(Copy, TransposesMatricesOfAllSizes) {
  for (const DType dtype :
       {DType::UInt8, DType::Int16, DType::Int32, DType::Float64, DType::Complex128})
    for (const auto& [rows, columns] :
         {std::pair<int64_t, int64_t>{1, 7}, {3, 100}, {16, 65}, {37, 50}, {70, 33}}) {
      const Tensor from = numbered(Dims{2, rows, columns}, dtype),
                   turned = tensor::view(from, Dims{2, columns, rows},
                                         Dims{rows * columns, 1, columns}, 0),
                   to = clone(turned, MemoryFormat::Contiguous);
      const size_t size = from.itemSize();
      for (int64_t k = 0; k < 2; ++k)
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < columns; ++j) {
            const int64_t at = (k * columns + j) * rows + i, source = (k * rows + i) * columns + j;
            ASSERT_EQ(std::memcmp(to.bytes() + static_cast<size_t>(at) * size,
                                  from.bytes() + static_cast<size_t>(source) * size, size),
                      0)
                << rows << " " << columns << " " << i << " " << j;
          }
    }
}

TEST(Copy, ExpandsRowsAndColumns) {
  const Tensor row = numbered(Dims{5}, DType::Int32);
  const Tensor rows = clone(tensor::view(row, Dims{3, 5}, Dims{0, 1}, 0), MemoryFormat::Contiguous),
               columns =
                   clone(tensor::view(row, Dims{5, 3}, Dims{1, 0}, 0), MemoryFormat::Contiguous);
  for (int64_t i = 0; i < 15; ++i) {
    EXPECT_EQ(rows.data<int32_t>()[i], row.data<int32_t>()[i % 5]);
    EXPECT_EQ(columns.data<int32_t>()[i], row.data<int32_t>()[i / 3]);
  }
}

// Numbers of which some are out of range, infinite or NaN.
template <typename To, typename From>
void expectConverted(const std::vector<From>& from) {
  const Tensor source =
      tensor::empty(Dims{static_cast<int64_t>(from.size())}, tensor::DTypeOf<From>::value);
  std::copy(from.begin(), from.end(), source.data<From>());
  const Tensor result = toDType(source, tensor::DTypeOf<To>::value);
  for (size_t i = 0; i < from.size(); ++i) {
    const To wanted = convert<To>(from[i]), got = result.data<To>()[i];
    // Halves and integers fit into doubles, which tell the signs of zeros.
    const auto want = static_cast<double>(wanted), have = static_cast<double>(got);
    const bool areNan = std::isnan(want) && std::isnan(have);
    EXPECT_TRUE(areNan || (want == have && std::signbit(want) == std::signbit(have)))
        << i << ": " << static_cast<double>(from[i]) << " became " << static_cast<double>(got);
  }
}
TEST(Copy, ConvertsRowsAsEachElement) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> numbers(1000);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(std::sin(static_cast<double>(i)) *
                                    std::pow(10.0, static_cast<double>(i % 12) - 6));
  std::vector<float> strange = numbers;
  strange[3] = kInfinity, strange[300] = -kInfinity, strange[301] = NAN, strange[600] = 3e9F,
  strange[999] = -1e20F;
  for (const std::vector<float>& from : {numbers, strange}) {
    expectConverted<int64_t>(from);
    expectConverted<int32_t>(from);
    expectConverted<int16_t>(from);
    expectConverted<int8_t>(from);
    expectConverted<uint8_t>(from);
    expectConverted<bool>(from);
    expectConverted<double>(from);
    expectConverted<tensor::Half>(from);
    expectConverted<tensor::BFloat16>(from);
  }
  std::vector<int64_t> integers(1000);
  for (size_t i = 0; i < integers.size(); ++i) integers[i] = static_cast<int64_t>(i) * 12345 - 600;
  expectConverted<float>(integers);
  integers[700] = INT64_MAX - 5, integers[2] = -(int64_t{1} << 40);
  expectConverted<float>(integers);
  expectConverted<double>(integers);
}

TEST(Copy, ComputesNothingForMetaTensors) {
  Tensor meta = tensor::emptyMeta(Dims{1000000, 1000000}, DType::Float32);
  EXPECT_TRUE(clone(meta).isMeta());
  EXPECT_EQ(toDType(meta, DType::Int8).dtype(), DType::Int8);
}

TEST(Registry, FindsAndRunsAKernelBySchemaName) {
  Stack stack;
  stack.emplace_back(tensor::empty(Dims{2}, DType::Float32));
  stack.emplace_back(2.5);
  find("aten::fill_.Scalar")(stack);
  ASSERT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack[0].toTensor().data<float>()[1], 2.5F);
  EXPECT_EQ(find("aten::no_such_operator"), nullptr);
}

}  // namespace
}  // namespace ts::kernels
