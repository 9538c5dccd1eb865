#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <vector>

#include "core/images/pixels.h"

namespace ts::images {
namespace {

using tensor::DType;
using tensor::Tensor;

// Weights of bytes are integers with this many bits behind the point; sums of them have 32 bits.
constexpr int kWeightBits = 32 - 8 - 2;

double boxWeight(double x) { return x > -0.5 && x <= 0.5 ? 1.0 : 0.0; }
double bilinearWeight(double x) { return std::max(1.0 - std::abs(x), 0.0); }
double hammingWeight(double x) {
  x = std::abs(x);
  if (x == 0.0) return 1.0;
  if (x >= 1.0) return 0.0;
  x *= std::numbers::pi;
  return std::sin(x) / x * (0.54 + 0.46 * std::cos(x));
}
double bicubicWeight(double x) {
  constexpr double kA = -0.5;
  x = std::abs(x);
  if (x < 1.0) return ((kA + 2.0) * x - (kA + 3.0)) * x * x + 1;
  if (x < 2.0) return (((x - 5) * x + 8) * x - 4) * kA;
  return 0.0;
}
double sinc(double x) {
  if (x == 0.0) return 1.0;
  x *= std::numbers::pi;
  return std::sin(x) / x;
}
double lanczosWeight(double x) { return x >= -3.0 && x < 3.0 ? sinc(x) * sinc(x / 3) : 0.0; }

struct Kernel {
  double (*weight)(double);
  double support;  // the distance at which weights end
};
Kernel kernelOf(Filter filter) {
  switch (filter) {
    case Filter::Lanczos: return {lanczosWeight, 3.0};
    case Filter::Bicubic: return {bicubicWeight, 2.0};
    case Filter::Box: return {boxWeight, 0.5};
    case Filter::Hamming: return {hammingWeight, 1.0};
    default: return {bilinearWeight, 1.0};
  }
}

// The pixels of a line that each pixel of the scaled line is made of.
struct Line {
  struct Part {
    int64_t first, count;
  };
  std::vector<Part> parts;
  std::vector<double> weights;  // `stride` for each part
  int64_t stride;

  Line(int64_t in, double begin, double end, int64_t out, const Kernel& kernel) {
    const double scale = (end - begin) / static_cast<double>(out);
    const double filterScale = std::max(scale, 1.0);
    const double support = kernel.support * filterScale;
    stride = static_cast<int64_t>(std::ceil(support)) * 2 + 1;
    weights.resize(static_cast<size_t>(out * stride));
    for (int64_t i = 0; i < out; ++i) {
      const double center = begin + (static_cast<double>(i) + 0.5) * scale;
      const int64_t first = std::max<int64_t>(static_cast<int64_t>(center - support + 0.5), 0);
      const int64_t last = std::min<int64_t>(static_cast<int64_t>(center + support + 0.5), in);
      double* weight = weights.data() + i * stride;
      double sum = 0;
      for (int64_t x = 0; x < last - first; ++x) {
        weight[x] =
            kernel.weight((static_cast<double>(x + first) - center + 0.5) * (1.0 / filterScale));
        sum += weight[x];
      }
      for (int64_t x = 0; x < last - first; ++x)
        if (sum != 0.0) weight[x] /= sum;
      parts.push_back({first, std::max<int64_t>(last - first, 0)});
    }
  }
};

int32_t roundedHalf(double x) {
  const double rounded = std::copysign(std::floor(std::fabs(x) + 0.5), x);
  return static_cast<int32_t>(std::clamp<double>(rounded, std::numeric_limits<int32_t>::min(),
                                                 std::numeric_limits<int32_t>::max()));
}

// How pixels of a type are weighed and rounded.
struct ByteSum {
  using Pixel = uint8_t;
  using Weight = int32_t;
  static Weight weight(double x) {
    return static_cast<int32_t>((x < 0 ? -0.5 : 0.5) + x * (1 << kWeightBits));
  }
  static constexpr int32_t kStart = 1 << (kWeightBits - 1);
  static uint8_t done(int32_t sum) {
    return static_cast<uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
  }
};
struct IntegerSum {
  using Pixel = int32_t;
  using Weight = double;
  static double weight(double x) { return x; }
  static constexpr double kStart = 0;
  static int32_t done(double sum) { return roundedHalf(sum); }
};
struct FloatSum {
  using Pixel = float;
  using Weight = double;
  static double weight(double x) { return x; }
  static constexpr double kStart = 0;
  static float done(double sum) { return static_cast<float>(sum); }
};

// Scales the rows [top, top + rows) of an image along x.
template <typename Sum>
void scaleRows(const Tensor& from, const Tensor& to, const Line& line, int64_t top) {
  using Pixel = typename Sum::Pixel;
  const int64_t bands = from.size(2);
  std::vector<typename Sum::Weight> weights(line.weights.size());
  std::ranges::transform(line.weights, weights.begin(), Sum::weight);
  for (int64_t y = 0; y < to.size(0); ++y) {
    const Pixel* row = from.data<Pixel>() + (y + top) * from.size(1) * bands;
    Pixel* out = to.data<Pixel>() + y * to.size(1) * bands;
    for (int64_t i = 0; i < to.size(1); ++i) {
      const Line::Part part = line.parts[static_cast<size_t>(i)];
      const auto* weight = weights.data() + i * line.stride;
      for (int64_t band = 0; band < bands; ++band) {
        const Pixel* pixel = row + part.first * bands + band;
        auto sum = Sum::kStart;
        for (int64_t x = 0; x < part.count; ++x) sum += pixel[x * bands] * weight[x];
        *out++ = Sum::done(sum);
      }
    }
  }
}

template <typename Sum>
void scaleColumns(const Tensor& from, const Tensor& to, const Line& line, int64_t top) {
  using Pixel = typename Sum::Pixel;
  using Total = std::remove_const_t<decltype(Sum::kStart)>;
  const int64_t width = from.size(1) * from.size(2);
  std::vector<Total> sums(static_cast<size_t>(width));
  for (int64_t i = 0; i < to.size(0); ++i) {
    const Line::Part part = line.parts[static_cast<size_t>(i)];
    std::ranges::fill(sums, Sum::kStart);
    for (int64_t y = 0; y < part.count; ++y) {
      const auto weight = Sum::weight(line.weights[static_cast<size_t>(i * line.stride + y)]);
      const Pixel* row = from.data<Pixel>() + (part.first - top + y) * width;
      for (int64_t x = 0; x < width; ++x) sums[static_cast<size_t>(x)] += row[x] * weight;
    }
    Pixel* out = to.data<Pixel>() + i * width;
    for (int64_t x = 0; x < width; ++x) out[x] = Sum::done(sums[static_cast<size_t>(x)]);
  }
}

template <typename Sum>
Tensor filtered(const Tensor& pixels, int64_t width, int64_t height, const Kernel& kernel,
                const std::array<double, 4>& box) {
  const auto [left, top, right, bottom] = box;
  const int64_t rows = pixels.size(0), columns = pixels.size(1), bands = pixels.size(2);
  const bool scalesX = width != columns || left != 0 || right != static_cast<double>(columns);
  const bool scalesY = height != rows || top != 0 || bottom != static_cast<double>(rows);
  Tensor result = pixels;
  int64_t first = 0;  // of the rows in `result`
  const Line vertical(rows, top, bottom, height, kernel);
  if (scalesX) {
    // Only the rows that the vertical pass reads.
    int64_t end = height == 0 ? 0 : vertical.parts.back().first + vertical.parts.back().count;
    first = height == 0 ? 0 : vertical.parts.front().first;
    if (!scalesY) first = 0, end = rows;
    result = tensor::empty({{end - first, width, bands}}, pixels.dtype());
    scaleRows<Sum>(pixels, result, Line(columns, left, right, width, kernel), first);
  }
  if (scalesY) {
    const Tensor scaled = tensor::empty({{height, width, bands}}, pixels.dtype());
    scaleColumns<Sum>(result, scaled, vertical, first);
    result = scaled;
  }
  return result;
}

// Pillow adds the step for each pixel, so that rounding errors add up.
std::vector<int64_t> nearestPlaces(int64_t in, double begin, double end, int64_t out) {
  const double step = (end - begin) / static_cast<double>(out);
  double at = begin + step * 0.5;
  std::vector<int64_t> places;
  for (int64_t i = 0; i < out; ++i, at += step)
    places.push_back(std::clamp<int64_t>(static_cast<int64_t>(at), 0, in - 1));
  return places;
}

Tensor nearest(const Tensor& pixels, int64_t width, int64_t height,
               const std::array<double, 4>& box) {
  const std::vector<int64_t> xs = nearestPlaces(pixels.size(1), box[0], box[2], width);
  const std::vector<int64_t> ys = nearestPlaces(pixels.size(0), box[1], box[3], height);
  const size_t bytes = static_cast<size_t>(pixels.size(2)) * pixels.itemSize();
  const size_t rowBytes = static_cast<size_t>(pixels.size(1)) * bytes;
  const Tensor result = tensor::empty({{height, width, pixels.size(2)}}, pixels.dtype());
  std::byte* out = result.bytes();
  for (int64_t y : ys)
    for (int64_t x : xs) {
      std::memcpy(
          out, pixels.bytes() + static_cast<size_t>(y) * rowBytes + static_cast<size_t>(x) * bytes,
          bytes);
      out += bytes;
    }
  return result;
}

}  // namespace

Tensor resample(const Tensor& pixels, int64_t width, int64_t height, Filter filter,
                const std::array<double, 4>& box) {
  if (filter == Filter::Nearest) return nearest(pixels, width, height, box);
  const Kernel kernel = kernelOf(filter);
  switch (pixels.dtype()) {
    case DType::Int32: return filtered<IntegerSum>(pixels, width, height, kernel, box);
    case DType::Float32: return filtered<FloatSum>(pixels, width, height, kernel, box);
    default: return filtered<ByteSum>(pixels, width, height, kernel, box);
  }
}

}  // namespace ts::images
