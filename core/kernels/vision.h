// Functions shared by torchvision's operators on regions of images.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/kernels/widen.h"

namespace ts::kernels {

// Checks the arguments common to all operators on regions. A region is (image, x1, y1, x2, y2).
inline void checkRegions(const char* name, const Tensor& input, const Tensor& rois, int64_t height,
                         int64_t width) {
  if (input.dim() != 4)
    fail("{}: input should have four dimensions, but has shape {}", name,
         tensor::shapeText(input.sizes()));
  if (rois.dim() != 2 || rois.size(1) != 5)
    fail("{}: rois must have shape as Tensor[K, 5], not {}", name, tensor::shapeText(rois.sizes()));
  if (height <= 0 || width <= 0)
    fail("{}: the pooled size has to be positive, not {} x {}", name, height, width);
  checkSameDType(name, input, rois);
  checkFloating(name, input.dtype());
}

template <typename T>
int64_t imageOf(const char* name, const T* roi, const Tensor& input) {
  const double image = static_cast<double>(roi[0]);
  if (!(image >= 0 && image < static_cast<double>(input.size(0))))
    fail("{}: a region refers to image {}, but there are {} images", name, image, input.size(0));
  return static_cast<int64_t>(image);
}

// Interpolates between pixels; 0 for a position more than one pixel outside.
template <typename T>
T bilinear(const T* plane, int64_t height, int64_t width, T y, T x) {
  if (!(y >= -1 && y <= static_cast<T>(height) && x >= -1 && x <= static_cast<T>(width))) return 0;
  y = std::max(y, T(0));
  x = std::max(x, T(0));
  auto top = static_cast<int64_t>(y), left = static_cast<int64_t>(x);
  int64_t bottom = top + 1, right = left + 1;
  if (top >= height - 1) y = static_cast<T>(top = bottom = height - 1);
  if (left >= width - 1) x = static_cast<T>(left = right = width - 1);
  const T dy = y - static_cast<T>(top), dx = x - static_cast<T>(left);
  return (1 - dy) * ((1 - dx) * plane[top * width + left] + dx * plane[top * width + right]) +
         dy * ((1 - dx) * plane[bottom * width + left] + dx * plane[bottom * width + right]);
}

// Returns the mean of the samples in a bin.
template <typename T>
T binMean(const T* plane, int64_t height, int64_t width, T yBegin, T xBegin, T binHeight,
          T binWidth, int64_t rows, int64_t columns) {
  T sum = 0;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      sum +=
          bilinear<T>(plane, height, width,
                      yBegin + (static_cast<T>(i) + T(0.5)) * binHeight / static_cast<T>(rows),
                      xBegin + (static_cast<T>(j) + T(0.5)) * binWidth / static_cast<T>(columns));
  return sum / static_cast<T>(std::max<int64_t>(rows * columns, 1));
}

// Limit of samples per bin; more samples mean that the coordinates are not a region of an image.
inline constexpr double kMaxSamples = 1 << 16;

template <typename T>
int64_t samplesFor(int64_t ratio, T size, int64_t pooled) {
  if (ratio > 0) return ratio;
  const double wanted = std::ceil(static_cast<double>(size / static_cast<T>(pooled)));
  if (!(wanted <= kMaxSamples))
    fail("a region of size {} is too large to be sampled", static_cast<double>(size));
  return std::max<int64_t>(0, static_cast<int64_t>(wanted));
}

}  // namespace ts::kernels
