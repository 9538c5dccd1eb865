// Convolutions that do not go through oneDNN, beside the sum that defines them, in double.
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/convolution.h"

namespace ts::kernels {
namespace {

using tensor::Dims;
using tensor::DType;
using tensor::Tensor;

Tensor wave(const Dims& sizes, float step) {
  const Tensor made = tensor::empty(sizes, DType::Float32);
  for (int64_t i = 0; i < made.numel(); ++i)
    made.data<float>()[i] = std::sin(static_cast<float>(i) * step);
  return made;
}

struct Case {
  int64_t channels, results, groups, height, width, kernelHeight, kernelWidth, stride, padding,
      dilation;
};

double sumOf(const Case& c, const Tensor& x, const Tensor& w, int64_t image, int64_t channel,
             int64_t y, int64_t column) {
  const int64_t per = c.channels / c.groups, first = channel / (c.results / c.groups) * per;
  double sum = 0;
  for (int64_t i = 0; i < per; ++i)
    for (int64_t ky = 0; ky < c.kernelHeight; ++ky)
      for (int64_t kx = 0; kx < c.kernelWidth; ++kx) {
        const int64_t row = y * c.stride - c.padding + ky * c.dilation,
                      at = column * c.stride - c.padding + kx * c.dilation;
        if (row < 0 || row >= c.height || at < 0 || at >= c.width) continue;
        const int64_t plane = (image * c.channels + first + i) * c.height;
        sum +=
            double{x.data<float>()[(plane + row) * c.width + at]} *
            double{
                w.data<float>()[((channel * per + i) * c.kernelHeight + ky) * c.kernelWidth + kx]};
      }
  return sum;
}

// Rows shorter than a pack, rests that fill none, two results for a channel, and products.
TEST(Convolution, OfChannelsByThemselvesAndOfKernelsOfOneElement) {
  const Case kCases[] = {
      {3, 3, 3, 5, 4, 3, 3, 1, 1, 1},   {2, 4, 2, 9, 37, 3, 5, 1, 2, 1},
      {5, 5, 5, 12, 30, 3, 3, 2, 1, 1}, {4, 4, 4, 8, 21, 2, 4, 2, 0, 2},
      {2, 2, 2, 1, 50, 1, 7, 1, 3, 1},  {3, 3, 3, 20, 19, 8, 8, 1, 4, 1},
      {32, 48, 1, 6, 7, 1, 1, 1, 0, 1}, {64, 32, 2, 5, 3, 1, 1, 1, 0, 1},
  };
  for (const Case& c : kCases) {
    const Tensor x = wave(Dims{2, c.channels, c.height, c.width}, 0.7F),
                 w = wave(Dims{c.results, c.channels / c.groups, c.kernelHeight, c.kernelWidth},
                          1.3F),
                 bias = wave(Dims{c.results}, 2.1F);
    const Tensor y =
        convolution(x, w, bias, {c.stride}, {c.padding}, {c.dilation}, false, {0}, c.groups);
    int64_t at = 0;
    for (int64_t image = 0; image < 2; ++image)
      for (int64_t channel = 0; channel < c.results; ++channel)
        for (int64_t row = 0; row < y.size(2); ++row)
          for (int64_t column = 0; column < y.size(3); ++column, ++at)
            EXPECT_NEAR(
                y.data<float>()[at],
                sumOf(c, x, w, image, channel, row, column) + double{bias.data<float>()[channel]},
                2e-5)
                << "width " << c.width << ", kernel " << c.kernelWidth << ", element " << at;
  }
}

}  // namespace
}  // namespace ts::kernels
