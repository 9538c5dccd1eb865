#include "core/kernels/reduce_runs.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace ts::kernels {
namespace {

template <typename T>
std::vector<T> numbers(size_t count) {
  std::vector<T> made(count);
  for (size_t i = 0; i < count; ++i)
    made[i] = static_cast<T>(std::sin(static_cast<double>(i) * 1.7) * 1e3 / (1.0 + (i % 7)));
  return made;
}

// Runs on all processors, with packs of 16 bytes.
template <typename Op, typename In>
typename Op::Acc sumWithoutAvx(const Op& op, const In* from, int64_t count) {
  typename Op::Acc total = op.start();
  addRun<16>(op, total, from, count);
  return total;
}
template <typename Op, typename In>
typename Op::Acc sumOf(const Op& op, const In* from, int64_t count) {
  typename Op::Acc total = op.start();
  inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA { addRun<kBytes>(op, total, from, count); });
  return total;
}

template <typename T>
void expectSameBits() {
  const std::vector<T> from = numbers<T>(5000);
  for (const int64_t count : {0, 1, 7, 31, 32, 33, 63, 64, 100, 255, 1000, 4097}) {
    const double wanted = static_cast<double>(sumWithoutAvx(SumOp<T>{}, from.data(), count));
    EXPECT_EQ(static_cast<double>(sumOf(SumOp<T>{}, from.data(), count)), wanted) << count;
    double plain = 0;
    for (int64_t i = 0; i < count; ++i) plain += static_cast<double>(from[static_cast<size_t>(i)]);
    // The sums of a few floats are floats.
    EXPECT_NEAR(wanted, plain, (sizeof(T) == 4 ? 1e-7 : 1e-9) * static_cast<double>(count) * 1e3)
        << count;
  }
}

TEST(ReduceRuns, SumsDoNotDependOnTheSizeOfVectors) {
  expectSameBits<float>();
  expectSameBits<double>();
}

TEST(ReduceRuns, SumsDoNotDependOnAlignment) {
  const std::vector<float> from = numbers<float>(1000);
  std::vector<float> moved(1100);
  for (size_t shift = 0; shift < 16; ++shift) {
    std::copy(from.begin(), from.end(), moved.begin() + static_cast<std::ptrdiff_t>(shift));
    EXPECT_EQ(sumOf(SumOp<float>{}, moved.data() + shift, 1000),
              sumOf(SumOp<float>{}, from.data(), 1000));
  }
}

TEST(ReduceRuns, ColumnsDoNotDependOnTheSizeOfVectors) {
  constexpr int64_t kWidth = 37, kRows = 29;
  const std::vector<float> from = numbers<float>(kWidth * kRows);
  std::vector<double> plain(kWidth), packed(kWidth), wanted(kWidth);
  const auto* bytes = reinterpret_cast<const std::byte*>(from.data());
  addColumns<16, float>(SumOp<float>{}, plain.data(), kWidth, bytes, kWidth * 4, kRows);
  inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
    addColumns<kBytes, float>(SumOp<float>{}, packed.data(), kWidth, bytes, kWidth * 4, kRows);
  });
  for (size_t i = 0; i < from.size(); ++i) wanted[i % kWidth] += static_cast<double>(from[i]);
  EXPECT_EQ(plain, packed);
  // The sums of a few floats are floats.
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(plain[i], wanted[i], 1e-2);
}

TEST(ReduceRuns, MomentsOfARestAreThoseOfItsElements) {
  const std::vector<float> from = numbers<float>(100);
  for (const int64_t count : {1, 5, 32, 99}) {
    Moments moments;
    inVectors([&]<size_t kBytes>()
                  TS_INLINED_LAMBDA { moments = momentsOfRun<kBytes>(from.data(), count); });
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < count; ++i) sum += static_cast<double>(from[static_cast<size_t>(i)]);
    for (int64_t i = 0; i < count; ++i)
      squares += std::pow(from[static_cast<size_t>(i)] - sum / static_cast<double>(count), 2);
    EXPECT_NEAR(moments.mean, sum / static_cast<double>(count), 1e-5);
    EXPECT_NEAR(moments.squares, squares, 1e-6 * (1 + squares));
  }
}

// All halves, of which some are subnormal, infinite or NaN.
template <size_t kBytes>
TS_INLINED void loadHalves(const std::vector<tensor::Half>& from, std::vector<float>& to) {
  constexpr size_t kWidth = kBytes / sizeof(float);
  for (size_t i = 0; i < from.size(); i += kWidth) {
    Pack<float, kBytes> values;
    loadPack<float, kBytes>(values, from.data() + i);
    std::memcpy(to.data() + i, &values, kBytes);
  }
}
TEST(ReduceRuns, PacksConvertEachHalf) {
  std::vector<tensor::Half> halves(1 << 16);
  for (size_t i = 0; i < halves.size(); ++i) halves[i].bits = static_cast<uint16_t>(i);
  std::vector<float> plain(halves.size()), packed(halves.size());
  loadHalves<16>(halves, plain);
  inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA { loadHalves<kBytes>(halves, packed); });
  for (size_t i = 0; i < halves.size(); ++i) {
    const auto wanted = static_cast<float>(halves[i]);
    for (const float got : {plain[i], packed[i]})
      EXPECT_TRUE(wanted != wanted
                      ? got != got
                      : std::bit_cast<uint32_t>(got) == std::bit_cast<uint32_t>(wanted))
          << i;
  }
}

}  // namespace
}  // namespace ts::kernels
