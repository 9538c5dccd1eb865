// Means of windows: avg_pool, adaptive_avg_pool, and their gradients.
#include <algorithm>
#include <array>
#include <numeric>

#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pooling.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

using Three = Planes::Three;

struct AverageWindow {
  int64_t begin, end;  // clipped to the image
  int64_t size;        // the size that counts for the divisor
};
using AverageWindows = std::array<std::vector<AverageWindow>, 3>;

// Adds up in several sums, which the processor computes at the same time.
template <typename T>
T sumOf(const T* from, int64_t count) {
  constexpr int64_t kSums = 16;
  if (count < kSums) return std::accumulate(from, from + std::max<int64_t>(0, count), T(0));
  std::array<T, kSums> sums;
  std::copy_n(from, kSums, sums.begin());
  int64_t i = kSums;
  for (; i + kSums <= count; i += kSums)
    for (int64_t k = 0; k < kSums; ++k) sums[static_cast<size_t>(k)] += from[i + k];
  for (int64_t k = 0; i < count; ++i, ++k) sums[static_cast<size_t>(k)] += from[i];
  for (size_t half = kSums / 2; half > 0; half /= 2)
    for (size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  return sums[0];
}

// The means of an image whose channels are adjacent: windows are sums of rows of channels.
template <typename T>
void meansOfChannels(const Planes& planes, const AverageWindows& windows, int64_t channels,
                     int64_t divisor, const T* from, T* to) {
  const auto& rows = windows[1];
  const auto& columns = windows[2];
  const auto count = static_cast<int64_t>(rows.size() * columns.size());
  const int64_t images = planes.count / channels, area = planes.in[1] * planes.in[2];
  parallelFor(
      images * count, std::max<int64_t>(1, 4096 / channels), [&](int64_t first, int64_t last) {
        inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
          for (int64_t i = first; i < last; ++i) {
            const AverageWindow& y = rows[static_cast<size_t>(i % count) / columns.size()];
            const AverageWindow& w = columns[static_cast<size_t>(i % count) % columns.size()];
            T* const sums = to + i * channels;
            std::fill_n(sums, channels, T(0));
            const T* const image = from + i / count * area * channels;
            for (int64_t h = y.begin; h < y.end; ++h)
              for (int64_t k = w.begin; k < w.end; ++k) {
                const T* const values = image + (h * planes.in[2] + k) * channels;
                for (int64_t c = 0; c < channels; ++c) sums[c] += values[c];
              }
            const int64_t size = divisor ? divisor : y.size * w.size;
            const T by = static_cast<T>(size);
            for (int64_t c = 0; c < channels; ++c) sums[c] = size == 0 ? T(0) : sums[c] / by;
          }
        });
      });
}

// The sum of whole rows of a plane.
template <typename T>
T sumOfRows(const Planes& planes, const AverageWindow& z, const AverageWindow& y, const T* plane) {
  T sum = 0;
  for (int64_t i = z.begin; i < z.end; ++i)
    sum += sumOf(plane + (i * planes.in[1] + y.begin) * planes.in[2],
                 (y.end - y.begin) * planes.in[2]);
  return sum;
}

// The sums of columns of a plane: vectors of the processor compute them.
template <typename T>
void sumsOfColumns(const Planes& planes, const AverageWindow& z, const AverageWindow& y,
                   const T* plane, std::vector<T>& columns) {
  T* const sums = columns.data();
  const int64_t width = planes.in[2];
  bool isFirst = true;
  for (int64_t i = z.begin; i < z.end; ++i)
    for (int64_t j = y.begin; j < y.end; ++j, isFirst = false) {
      const T* const row = plane + (i * planes.in[1] + j) * width;
      if (isFirst)
        std::copy_n(row, width, sums);
      else
        for (int64_t k = 0; k < width; ++k) sums[k] += row[k];
    }
  if (isFirst) std::fill_n(sums, width, T(0));
}

// `divisor` 0 means the product of the windows' sizes.
Tensor meanOfWindows(const Planes& planes, const AverageWindows& windows, const Tensor& input,
                     int64_t divisor) {
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, planes.sizes, compute);
  if (result.isMeta() || result.numel() == 0)
    return inFormat(toDType(result, input.dtype()), planes);
  if (planes.format == MemoryFormat::ChannelsLast && input.dim() == 4) {
    const Tensor last = tensor::empty(planes.sizes, compute, planes.format);
    const Tensor x = contiguous(toDType(input, compute), planes.format);
    visitReal(compute, [&]<typename T>() {
      meansOfChannels(planes, windows, input.size(1), divisor, x.data<T>(), last.data<T>());
    });
    return toDType(last, input.dtype());
  }
  const Tensor x = dense(input, compute);
  const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2],
                outVolume = planes.out[0] * planes.out[1] * planes.out[2];
  const bool isWhole =
      windows[2].size() == 1 && windows[2][0].begin == 0 && windows[2][0].end == planes.in[2];
  visitReal(compute, [&]<typename T>() {
    parallelFor(planes.count, std::max<int64_t>(1, 16384 / outVolume),
                [&](int64_t first, int64_t last) {
                  std::vector<T> columns(static_cast<size_t>(planes.in[2]));
                  for (int64_t plane = first; plane < last; ++plane) {
                    const T* from = x.data<T>() + plane * inVolume;
                    T* to = result.data<T>() + plane * outVolume;
                    for (const AverageWindow& z : windows[0])
                      for (const AverageWindow& y : windows[1]) {
                        if (isWhole)
                          columns[0] = sumOfRows(planes, z, y, from);
                        else
                          sumsOfColumns(planes, z, y, from, columns);
                        for (const AverageWindow& w : windows[2]) {
                          T sum = 0;
                          for (int64_t k = w.begin; k < (isWhole ? 1 : w.end); ++k)
                            sum += columns[static_cast<size_t>(k)];
                          const int64_t by = divisor ? divisor : z.size * y.size * w.size;
                          *to++ = by == 0 ? T(0) : sum / static_cast<T>(by);
                        }
                      }
                  }
                });
  });
  return inFormat(toDType(result, input.dtype()), planes);
}

void checkGradientOfMeans(const char* name, const Planes& planes, const Tensor& gradient,
                          const Tensor& input) {
  checkFloating(name, input.dtype());
  checkSameDType(name, gradient, input);
  if (gradient.sizes() != planes.sizes)
    fail("{}: a gradient of shape {} doesn't fit a result of shape {}", name,
         tensor::shapeText(gradient.sizes()), tensor::shapeText(planes.sizes));
}

// The gradient of the input: each element of a mean's gradient goes to all elements of its window.
Tensor gradientOfMeans(const Planes& planes, const AverageWindows& windows, const Tensor& gradient,
                       const Tensor& input, int64_t divisor) {
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, input.sizes(), compute);
  if (result.isMeta() || result.numel() == 0)
    return inFormat(toDType(result, input.dtype()), planes);
  const Tensor g = dense(gradient, compute);
  const int64_t width = planes.in[2], inVolume = planes.in[0] * planes.in[1] * width,
                outVolume = planes.out[0] * planes.out[1] * planes.out[2];
  visitFloat(compute, [&]<typename T>() {
    parallelFor(planes.count, 1 + 16384 / inVolume, [&](int64_t first, int64_t last) {
      std::fill(result.data<T>() + first * inVolume, result.data<T>() + last * inVolume, T(0));
      std::vector<T> room(static_cast<size_t>(width));
      T* const columns = room.data();
      for (int64_t plane = first; plane < last; ++plane) {
        const T* from = g.data<T>() + plane * outVolume;
        T* const to = result.data<T>() + plane * inVolume;
        for (const AverageWindow& z : windows[0])
          for (const AverageWindow& y : windows[1]) {
            std::fill_n(columns, width, T(0));
            for (const AverageWindow& w : windows[2]) {
              const int64_t by = divisor ? divisor : z.size * y.size * w.size;
              const T part = by == 0 ? T(0) : *from / static_cast<T>(by);
              ++from;
              for (int64_t k = w.begin; k < w.end; ++k) columns[k] += part;
            }
            for (int64_t i = z.begin; i < z.end; ++i)
              for (int64_t j = y.begin; j < y.end; ++j) {
                T* const row = to + (i * planes.in[1] + j) * width;
                for (int64_t k = 0; k < width; ++k) row[k] += columns[k];
              }
          }
      }
    });
  });
  return inFormat(toDType(result, input.dtype()), planes);
}

struct AveragePool {
  Planes planes;
  Three kernel, stride, padding;

  AverageWindows windows(bool countPadding) const {
    AverageWindows windows;
    for (size_t d = 0; d < 3; ++d)
      for (int64_t i = 0; i < planes.out[d]; ++i) {
        const int64_t begin = i * stride[d] - padding[d],
                      end = std::min(begin + kernel[d], planes.in[d] + padding[d]);
        const int64_t inside = std::max<int64_t>(begin, 0), insideEnd = std::min(end, planes.in[d]);
        windows[d].push_back({inside, insideEnd, countPadding ? end - begin : insideEnd - inside});
      }
    return windows;
  }
};

template <int Rank>
AveragePool averagePool(const Tensor& input, const IntList& kernelSize, const IntList& strides,
                        const IntList& pads, bool ceilMode, std::optional<int64_t> divisor) {
  constexpr const char* name = Rank == 1 ? "avg_pool1d" : Rank == 2 ? "avg_pool2d" : "avg_pool3d";
  Planes planes = planesOf(name, input, Rank);
  if (divisor && *divisor == 0) fail("divisor must be not zero");
  const Three kernel = threeOf("kernel_size", name, kernelSize, Rank, 1),
              stride = strides.empty() ? kernel : threeOf("stride", name, strides, Rank, 1),
              padding = threeOf("padding", name, pads, Rank, 0);
  poolSizes(planes, name, Rank, input, kernel, stride, padding, {1, 1, 1}, ceilMode);
  if (input.dtype() != DType::Int64) checkFloating(name, input.dtype());
  return {planes, kernel, stride, padding};
}

template <int Rank>
Tensor avgPool(const Tensor& input, const IntList& kernelSize, const IntList& strides,
               const IntList& pads, bool ceilMode, bool countPadding,
               std::optional<int64_t> divisor) {
  const AveragePool pool = averagePool<Rank>(input, kernelSize, strides, pads, ceilMode, divisor);
  return meanOfWindows(pool.planes, pool.windows(countPadding), input, divisor.value_or(0));
}
template <int Rank>
Tensor avgPoolBackward(const Tensor& gradient, const Tensor& input, const IntList& kernelSize,
                       const IntList& strides, const IntList& pads, bool ceilMode,
                       bool countPadding, std::optional<int64_t> divisor) {
  constexpr const char* name = Rank == 2 ? "avg_pool2d_backward" : "avg_pool3d_backward";
  const AveragePool pool = averagePool<Rank>(input, kernelSize, strides, pads, ceilMode, divisor);
  checkGradientOfMeans(name, pool.planes, gradient, input);
  return gradientOfMeans(pool.planes, pool.windows(countPadding), gradient, input,
                         divisor.value_or(0));
}

Tensor avgPool1d(const Tensor& input, const IntList& kernel, const IntList& stride,
                 const IntList& padding, bool ceilMode, bool countPadding) {
  return avgPool<1>(input, kernel, stride, padding, ceilMode, countPadding, std::nullopt);
}

AverageWindows adaptiveWindows(const Planes& planes) {
  AverageWindows windows;
  for (size_t d = 0; d < 3; ++d)
    for (int64_t i = 0; i < planes.out[d]; ++i) {
      const int64_t begin = adaptiveBegin(i, planes.out[d], planes.in[d]),
                    end = adaptiveEnd(i, planes.out[d], planes.in[d]);
      windows[d].push_back({begin, end, end - begin});
    }
  return windows;
}

template <int Rank>
Tensor adaptiveAvgPool(const Tensor& input, const IntList& outputSize) {
  constexpr const char* name = Rank == 1   ? "adaptive_avg_pool1d"
                               : Rank == 2 ? "adaptive_avg_pool2d"
                                           : "adaptive_avg_pool3d";
  if (outputSize.size() != Rank) fail("{}: output_size must be {}", name, Rank);
  for (int64_t size : outputSize)
    if (size < 0) fail("{}: elements of output_size must be greater than or equal to 0", name);
  Planes planes = planesOf(name, input, Rank);
  planes.out = threeOf("output_size", name, outputSize, Rank, 1);
  for (int64_t size : outputSize) planes.sizes.push_back(size);
  checkFloating(name, input.dtype());
  // Throws when the result doesn't fit into memory, before there is a window for each element.
  tensor::emptyBeside(input, planes.sizes, input.dtype());
  return meanOfWindows(planes, adaptiveWindows(planes), input, 0);
}
template <int Rank>
Tensor adaptiveAvgPoolBackward(const Tensor& gradient, const Tensor& input) {
  constexpr const char* name =
      Rank == 2 ? "adaptive_avg_pool2d_backward" : "adaptive_avg_pool3d_backward";
  Planes planes = planesOf(name, input, Rank);
  for (int64_t d = std::max<int64_t>(0, gradient.dim() - Rank); d < gradient.dim(); ++d) {
    planes.out[static_cast<size_t>(3 + d - gradient.dim())] = gradient.size(d);
    planes.sizes.push_back(gradient.size(d));
  }
  checkGradientOfMeans(name, planes, gradient, input);
  return gradientOfMeans(planes, adaptiveWindows(planes), gradient, input, 0);
}

// PyTorch gives `out` the input's memory format even if its shape already matches.
void adaptiveAvgPool2dOut(Stack& stack) {
  tensor::resizeTo(stack.back().toTensor(), Dims{0});
  sameOutOf<adaptiveAvgPool<2>>(stack);
}

constexpr Kernel kPoolingAverageKernels[] = {
    {"aten::avg_pool1d", boxed<avgPool1d>},
    {"aten::avg_pool2d", boxed<avgPool<2>>},
    {"aten::avg_pool2d.out", sameOutOf<avgPool<2>>},
    {"aten::avg_pool3d", boxed<avgPool<3>>},
    {"aten::avg_pool3d.out", sameOutOf<avgPool<3>>},
    {"aten::adaptive_avg_pool1d", boxed<adaptiveAvgPool<1>>},
    {"aten::adaptive_avg_pool2d", boxed<adaptiveAvgPool<2>>},
    {"aten::adaptive_avg_pool2d.out", adaptiveAvgPool2dOut},
    {"aten::_adaptive_avg_pool2d", boxed<adaptiveAvgPool<2>>},
    {"aten::_adaptive_avg_pool2d.out", generatedOutOf<adaptiveAvgPool<2>>},
    {"aten::adaptive_avg_pool3d", boxed<adaptiveAvgPool<3>>},
    {"aten::adaptive_avg_pool3d.out", sameOutOf<adaptiveAvgPool<3>>},
    {"aten::_adaptive_avg_pool3d", boxed<adaptiveAvgPool<3>>},
    {"aten::_adaptive_avg_pool3d.out", generatedOutOf<adaptiveAvgPool<3>>},
    {"aten::avg_pool2d_backward", boxed<avgPoolBackward<2>>},
    {"aten::avg_pool2d_backward.grad_input", sameOutOf<avgPoolBackward<2>>},
    {"aten::avg_pool3d_backward", boxed<avgPoolBackward<3>>},
    {"aten::avg_pool3d_backward.grad_input", sameOutOf<avgPoolBackward<3>>},
    {"aten::_adaptive_avg_pool2d_backward", boxed<adaptiveAvgPoolBackward<2>>},
    {"aten::_adaptive_avg_pool3d_backward", boxed<adaptiveAvgPoolBackward<3>>},
};

}  // namespace

std::span<const Kernel> poolingAverageKernels() { return kPoolingAverageKernels; }

}  // namespace ts::kernels
