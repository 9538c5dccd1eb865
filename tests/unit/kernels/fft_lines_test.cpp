#include "core/kernels/fft_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ts::kernels {
namespace {

std::vector<Complex128> byDefinition(const std::vector<Complex128>& x) {
  std::vector<Complex128> sums(x.size());
  for (size_t k = 0; k < x.size(); ++k)
    for (size_t j = 0; j < x.size(); ++j)
      sums[k] += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k) /
                                            static_cast<double>(x.size()));
  return sums;
}

std::vector<Complex128> numbersOf(size_t length) {
  std::vector<Complex128> x;
  for (size_t i = 0; i < length; ++i)
    x.emplace_back(std::sin(static_cast<double>(3 * i)), std::cos(static_cast<double>(i * i)));
  return x;
}

// Several lines in memory, those of a matrix side by side.
std::vector<Complex128> linesOf(size_t length, size_t count) {
  std::vector<Complex128> all;
  for (size_t i = 0; i < count; ++i)
    for (const Complex128& x : numbersOf(length)) all.push_back(x * (1.0 + static_cast<double>(i)));
  return all;
}

constexpr size_t kLengths[] = {1, 2, 3, 8, 24, 25, 29, 31, 64, 100, 105, 256, 320, 1024};

TEST(FourierLines, EveryAlgorithmMatchesTheDefinition) {
  for (const size_t length : kLengths)
    for (const size_t count : {1, 3, 8, 11}) {
      const std::vector<Complex128> x = linesOf(length, count);
      std::vector<Complex128> y(x.size()), side(x.size()), turned(x.size());
      const auto n = static_cast<int64_t>(length), lines = static_cast<int64_t>(count);
      transformLines(n, lines, x.data(), {n, 1}, y.data(), {n, 1}, false, 1);
      for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < length; ++k) side[k * count + i] = x[i * length + k];
      transformLines(n, lines, side.data(), {1, lines}, turned.data(), {1, lines}, false, 2);
      const std::vector<Complex128> wanted = byDefinition(numbersOf(length));
      for (size_t i = 0; i < count; ++i)
        for (size_t k = 0; k < length; ++k) {
          const Complex128 want = wanted[k] * (1.0 + static_cast<double>(i));
          EXPECT_LT(std::abs(y[i * length + k] - want), 1e-9) << length << " at " << k;
          EXPECT_LT(std::abs(turned[k * count + i] - 2.0 * want), 2e-9) << length << " at " << k;
        }
    }
}

TEST(FourierLines, RealLinesHaveTheFirstHalf) {
  for (const size_t length : kLengths)
    for (const size_t count : {1, 9}) {
      std::vector<double> x;
      for (const Complex128& each : linesOf(length, count)) x.push_back(each.real());
      const size_t half = length / 2 + 1;
      std::vector<Complex128> y(half * count);
      transformRealLines(static_cast<int64_t>(length), static_cast<int64_t>(count), x.data(),
                         {static_cast<int64_t>(length), 1}, y.data(),
                         {static_cast<int64_t>(half), 1}, 1);
      for (size_t i = 0; i < count; ++i) {
        const auto wanted = byDefinition(
            std::vector<Complex128>(x.begin() + static_cast<int64_t>(i * length),
                                    x.begin() + static_cast<int64_t>((i + 1) * length)));
        for (size_t k = 0; k < half; ++k)
          EXPECT_LT(std::abs(y[i * half + k] - wanted[k]), 1e-9) << length << " at " << k;
      }
    }
}

TEST(FourierLines, InverseOfTransformScalesByLength) {
  for (const int64_t length : {5, 16, 77, 58, 4096, 6400, 4097}) {
    const std::vector<Complex128> signal = numbersOf(static_cast<size_t>(length));
    std::vector<Complex128> x = signal;
    const LineSteps steps{length, 1};
    transformLines(length, 1, x.data(), steps, x.data(), steps, false, 1);
    transformLines(length, 1, x.data(), steps, x.data(), steps, true,
                   1 / static_cast<double>(length));
    for (size_t k = 0; k < x.size(); ++k) EXPECT_LT(std::abs(x[k] - signal[k]), 1e-12) << length;
  }
}

TEST(FourierLines, CancellingFloatTermsGiveExactlyZero) {
  std::vector<Complex64> x = {0, 1, 2, 3, 4, 5, 6, 7};
  transformLines(8, 1, x.data(), {8, 1}, x.data(), {8, 1}, false, 1);
  transformLines(8, 1, x.data(), {8, 1}, x.data(), {8, 1}, true, 0.125);
  for (size_t k = 0; k < 8; ++k) EXPECT_EQ(x[k], Complex64(static_cast<float>(k)));
}

}  // namespace
}  // namespace ts::kernels
