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

TEST(FourierLine, EveryAlgorithmMatchesTheDefinition) {
  for (size_t length : {1, 2, 3, 8, 24, 25, 31, 64, 100}) {
    std::vector<Complex128> x = numbersOf(length);
    const std::vector<Complex128> wanted = byDefinition(x);
    FourierLine(length).transform(x.data(), false);
    for (size_t k = 0; k < length; ++k)
      EXPECT_LT(std::abs(x[k] - wanted[k]), 1e-11) << length << " at " << k;
  }
}

TEST(FourierLine, InverseOfTransformScalesByLength) {
  for (size_t length : {5, 16, 77}) {
    const std::vector<Complex128> signal = numbersOf(length);
    std::vector<Complex128> x = signal;
    const FourierLine line(length);
    line.transform(x.data(), false);
    line.transform(x.data(), true);
    for (size_t k = 0; k < length; ++k)
      EXPECT_LT(std::abs(x[k] / static_cast<double>(length) - signal[k]), 1e-12);
  }
}

TEST(FourierLine, CancellingFloatTermsGiveExactlyZero) {
  std::vector<Complex64> x = {0, 1, 2, 3, 4, 5, 6, 7};
  const FourierLine line(8);
  line.transform(x.data(), false);
  line.transform(x.data(), true);
  for (size_t k = 0; k < 8; ++k) EXPECT_EQ(x[k] / 8.0F, Complex64(static_cast<float>(k)));
}

}  // namespace
}  // namespace ts::kernels
