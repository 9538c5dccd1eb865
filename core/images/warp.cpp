#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/images/pixels.h"

namespace ts::images {
namespace {

using tensor::DType;
using tensor::Tensor;

// The limit up to which Pillow computes places as integers with 16 bits behind the point.
constexpr double kMaxFixed = 32768.0;

struct Place {
  double x, y;
};

Place placeOf(std::span<const double> m, double x, double y) {
  x += 0.5;
  y += 0.5;
  const Place place{m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]};
  if (m.size() < 8) return place;
  const double depth = m[6] * x + m[7] * y + 1;
  return {place.x / depth, place.y / depth};
}

int64_t fixed(double x) { return static_cast<int64_t>(std::floor(x * 65536.0 + 0.5)); }

struct Size {
  int64_t width, height, bands;
  bool contains(double x, double y) const {
    return x >= 0 && x < static_cast<double>(width) && y >= 0 && y < static_cast<double>(height);
  }
};

struct NearestCopy {
  const std::byte* from;
  std::byte* to;
  Size size;
  size_t bytes;  // of a pixel

  void operator()(int64_t x, int64_t y, int64_t index) const {
    std::memcpy(to + static_cast<size_t>(index) * bytes,
                from + static_cast<size_t>(y * size.width + x) * bytes, bytes);
  }
};

// Scaling and shifting only: places of columns and rows are sums of steps.
void scaleNearest(const NearestCopy& copy, std::span<const double> m, const Size& out) {
  double y = m[5] + m[4] * 0.5;
  for (int64_t row = 0; row < out.height; ++row, y += m[4]) {
    double x = m[2] + m[0] * 0.5;
    for (int64_t column = 0; column < out.width; ++column, x += m[0])
      if (copy.size.contains(x, y))
        copy(static_cast<int64_t>(x), static_cast<int64_t>(y), row * out.width + column);
  }
}

void warpNearestFixed(const NearestCopy& copy, std::span<const double> m, const Size& out) {
  int64_t rowX = fixed(m[2] + m[0] * 0.5 + m[1] * 0.5);
  int64_t rowY = fixed(m[5] + m[3] * 0.5 + m[4] * 0.5);
  const int64_t stepX = fixed(m[0]), stepY = fixed(m[3]);
  const int64_t downX = fixed(m[1]), downY = fixed(m[4]);
  for (int64_t row = 0; row < out.height; ++row, rowX += downX, rowY += downY) {
    int64_t x = rowX, y = rowY;
    for (int64_t column = 0; column < out.width; ++column, x += stepX, y += stepY) {
      const int64_t inX = x >> 16, inY = y >> 16;
      if (inX >= 0 && inX < copy.size.width && inY >= 0 && inY < copy.size.height)
        copy(inX, inY, row * out.width + column);
    }
  }
}

void warpNearest(const NearestCopy& copy, std::span<const double> m, const Size& out) {
  for (int64_t y = 0; y < out.height; ++y)
    for (int64_t x = 0; x < out.width; ++x) {
      const Place place = placeOf(m, static_cast<double>(x), static_cast<double>(y));
      if (copy.size.contains(place.x, place.y))
        copy(static_cast<int64_t>(place.x), static_cast<int64_t>(place.y), y * out.width + x);
    }
}

bool fitsFixed(std::span<const double> m, const Size& out) {
  if (std::max(out.width, out.height) >= 32768) return false;
  auto at = [&](const double* row, double x, double y) {
    return std::abs(row[0] * x + row[1] * y + row[2]) < kMaxFixed;
  };
  const auto w = static_cast<double>(out.width), h = static_cast<double>(out.height);
  for (const double* row : {m.data(), m.data() + 3})
    if (!at(row, 0, 0) || !at(row, w, h) || !at(row, 0, h) || !at(row, w, 0)) return false;
  return true;
}

double linear(const double* v, double d) { return v[0] + (v[1] - v[0]) * d; }
double cubic(const double* v, double d) {
  const double p2 = -v[0] + v[2];
  const double p3 = 2 * (v[0] - v[1]) + v[2] - v[3];
  const double p4 = -v[0] + v[1] - v[2] + v[3];
  return v[1] + d * (p2 + d * (p3 + d * p4));
}

template <typename T>
T storedPixel(double value) {
  if constexpr (std::is_integral_v<T>)
    value = std::clamp<double>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  return static_cast<T>(value);
}

// Mixes the kWidth by kWidth pixels around each place. Rows below the image repeat the one before.
template <typename T, int kWidth, double (*kMix)(const double*, double)>
void warpMixed(const Tensor& from, const Tensor& to, std::span<const double> m) {
  const Size in{from.size(1), from.size(0), from.size(2)};
  const T* pixels = from.data<T>();
  T* out = to.data<T>();
  for (int64_t y = 0; y < to.size(0); ++y)
    for (int64_t x = 0; x < to.size(1); ++x, out += in.bands) {
      const Place place = placeOf(m, static_cast<double>(x), static_cast<double>(y));
      if (!in.contains(place.x, place.y)) continue;
      const double left = std::floor(place.x - 0.5), top = std::floor(place.y - 0.5);
      const double dx = place.x - 0.5 - left, dy = place.y - 0.5 - top;
      const int64_t column = static_cast<int64_t>(left) - (kWidth / 2 - 1);
      const int64_t row = static_cast<int64_t>(top) - (kWidth / 2 - 1);
      for (int64_t band = 0; band < in.bands; ++band) {
        double mixed[kWidth];
        for (int64_t i = 0; i < kWidth; ++i) {
          if (i > 0 && (row + i < 0 || row + i >= in.height)) {
            mixed[i] = mixed[i - 1];
            continue;
          }
          const int64_t inY = std::clamp<int64_t>(row + i, 0, in.height - 1);
          double values[kWidth];
          for (int64_t j = 0; j < kWidth; ++j) {
            const int64_t inX = std::clamp<int64_t>(column + j, 0, in.width - 1);
            values[j] = static_cast<double>(pixels[(inY * in.width + inX) * in.bands + band]);
          }
          mixed[i] = kMix(values, dx);
        }
        out[band] = storedPixel<T>(kMix(mixed, dy));
      }
    }
}

template <typename T>
void warpFiltered(const Tensor& from, const Tensor& to, std::span<const double> m, Filter filter) {
  if (filter == Filter::Bicubic)
    warpMixed<T, 4, cubic>(from, to, m);
  else
    warpMixed<T, 2, linear>(from, to, m);
}

}  // namespace

Tensor warp(const Tensor& pixels, const Tensor& background, std::span<const double> matrix,
            Filter filter) {
  const Tensor result = tensor::emptyLike(background, background.dtype());
  std::copy_n(background.bytes(), static_cast<size_t>(background.numel()) * background.itemSize(),
              result.bytes());
  if (pixels.numel() == 0 || result.numel() == 0) return result;
  if (filter != Filter::Nearest) {
    switch (pixels.dtype()) {
      case DType::Int32: warpFiltered<int32_t>(pixels, result, matrix, filter); break;
      case DType::Float32: warpFiltered<float>(pixels, result, matrix, filter); break;
      default: warpFiltered<uint8_t>(pixels, result, matrix, filter);
    }
    return result;
  }
  const Size out{result.size(1), result.size(0), result.size(2)};
  const NearestCopy copy{pixels.bytes(),
                         result.bytes(),
                         {pixels.size(1), pixels.size(0), pixels.size(2)},
                         static_cast<size_t>(pixels.size(2)) * pixels.itemSize()};
  if (matrix.size() < 8 && matrix[1] == 0 && matrix[3] == 0)
    scaleNearest(copy, matrix, out);
  else if (matrix.size() < 8 && fitsFixed(matrix, out))
    warpNearestFixed(copy, matrix, out);
  else
    warpNearest(copy, matrix, out);
  return result;
}

Tensor convolved3(const Tensor& pixels, std::span<const float, 9> kernel, float offset) {
  const Tensor result = tensor::emptyLike(pixels, pixels.dtype());
  const int64_t height = pixels.size(0), bands = pixels.size(2), line = pixels.size(1) * bands;
  const auto* from = pixels.data<uint8_t>();
  auto* to = result.data<uint8_t>();
  std::copy_n(from, pixels.numel(), to);
  // Pillow's kernels begin at the lower left.
  auto row = [&](const uint8_t* pixel, const float* weight) {
    return static_cast<float>(pixel[-bands]) * weight[0] +
           static_cast<float>(pixel[0]) * weight[1] + static_cast<float>(pixel[bands]) * weight[2];
  };
  for (int64_t y = 1; y + 1 < height; ++y)
    for (int64_t x = bands; x < line - bands; ++x) {
      const uint8_t* pixel = from + y * line + x;
      float sum = offset + 0.5F;
      sum += row(pixel + line, kernel.data());
      sum += row(pixel, kernel.data() + 3);
      sum += row(pixel - line, kernel.data() + 6);
      to[y * line + x] = static_cast<uint8_t>(std::clamp(sum, 0.0F, 255.0F));
    }
  return result;
}

}  // namespace ts::images
