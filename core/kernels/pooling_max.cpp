// Maxima of windows: max_pool, adaptive_max_pool, fractional_max_pool; max_unpool.
#include <algorithm>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pooling.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

using Three = Planes::Three;
using Pair = std::tuple<Tensor, Tensor>;

// The elements along one dimension that belong to one element of the result.
struct MaxWindow {
  int64_t begin, end, step;
};
using MaxWindows = std::array<std::vector<MaxWindow>, 3>;

template <typename T>
constexpr T kLeast = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::lowest();
template <typename T>
T larger(T best, T value) {
  return value > best || value != value ? value : best;
}

// Computes the maximum of each window of a plane. The maxima of the columns come first: vectors of
// the processor compute them.
template <typename T>
void maxOfPlane(const Planes& planes, const MaxWindows& windows, const T* from, T* to,
                std::vector<T>& columns) {
  const int64_t width = planes.in[2];
  columns.resize(static_cast<size_t>(width));
  for (const MaxWindow& z : windows[0])
    for (const MaxWindow& y : windows[1]) {
      std::ranges::fill(columns, kLeast<T>);
      for (int64_t i = z.begin; i < z.end; i += z.step)
        for (int64_t j = y.begin; j < y.end; j += y.step) {
          const T* row = from + (i * planes.in[1] + j) * width;
          T* best = columns.data();
          for (int64_t k = 0; k < width; ++k) best[k] = larger(best[k], row[k]);
        }
      for (const MaxWindow& x : windows[2]) {
        T best = kLeast<T>;
        for (int64_t k = x.begin; k < x.end; k += x.step)
          best = larger(best, columns[static_cast<size_t>(k)]);
        *to++ = best;
      }
    }
}

// Computes the maximum of each window and its position in the plane; NaN is the maximum. `indices`
// may be null.
template <typename T>
void maxOfWindows(const Planes& planes, const MaxWindows& windows, const T* input, T* result,
                  int64_t* indices) {
  const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2],
                outVolume = planes.out[0] * planes.out[1] * planes.out[2];
  parallelFor(planes.count, std::max<int64_t>(1, 16384 / std::max<int64_t>(1, outVolume)),
              [&](int64_t first, int64_t last) {
                std::vector<T> columns;
                for (int64_t plane = first; plane < last; ++plane) {
                  const T* from = input + plane * inVolume;
                  int64_t at = plane * outVolume;
                  if (indices == nullptr) {
                    maxOfPlane(planes, windows, from, result + at, columns);
                    continue;
                  }
                  for (const MaxWindow& z : windows[0])
                    for (const MaxWindow& y : windows[1])
                      for (const MaxWindow& x : windows[2]) {
                        T best = kLeast<T>;
                        int64_t where = (z.begin * planes.in[1] + y.begin) * planes.in[2] + x.begin;
                        for (int64_t i = z.begin; i < z.end; i += z.step)
                          for (int64_t j = y.begin; j < y.end; j += y.step) {
                            const int64_t row = (i * planes.in[1] + j) * planes.in[2];
                            for (int64_t k = x.begin; k < x.end; k += x.step) {
                              const T value = from[row + k];
                              if (value > best || value != value) {
                                best = value;
                                where = row + k;
                              }
                            }
                          }
                        result[at] = best;
                        indices[at] = where;
                        ++at;
                      }
                }
              });
}

Pair maxPool(const Planes& planes, const MaxWindows& windows, const Tensor& input,
             bool wantsIndices) {
  const DType compute = computeDType(input.dtype());
  Tensor result = tensor::emptyBeside(input, planes.sizes, compute);
  Tensor indices = wantsIndices ? tensor::emptyBeside(input, planes.sizes, DType::Int64) : Tensor();
  if (!input.isMeta() && result.numel() > 0) {
    const Tensor x = dense(input, compute);
    visitReal(compute, [&]<typename T>() {
      maxOfWindows<T>(planes, windows, x.data<T>(), result.data<T>(),
                      wantsIndices ? indices.data<int64_t>() : nullptr);
    });
  }
  result = inFormat(toDType(result, input.dtype()), planes);
  return {result, wantsIndices ? inFormat(indices, planes) : indices};
}

MaxWindows slidingWindows(const Planes& planes, const Three& kernel, const Three& stride,
                          const Three& padding, const Three& dilation) {
  MaxWindows windows;
  for (size_t d = 0; d < 3; ++d)
    for (int64_t i = 0; i < planes.out[d]; ++i) {
      int64_t begin = i * stride[d] - padding[d];
      const int64_t end = std::min(begin + (kernel[d] - 1) * dilation[d] + 1, planes.in[d]);
      if (begin < 0) begin += (-begin + dilation[d] - 1) / dilation[d] * dilation[d];
      windows[d].push_back({begin, end, dilation[d]});
    }
  return windows;
}

template <int Rank>
Pair maxPoolNd(const Tensor& input, const IntList& kernelSize, const IntList& strides,
               const IntList& pads, const IntList& dilations, bool ceilMode, bool wantsIndices) {
  constexpr const char* name = Rank == 1 ? "max_pool1d" : Rank == 2 ? "max_pool2d" : "max_pool3d";
  Planes planes = planesOf(name, input, Rank);
  const Three kernel = threeOf("kernel_size", name, kernelSize, Rank, 1),
              stride = strides.empty() ? kernel : threeOf("stride", name, strides, Rank, 1),
              padding = threeOf("padding", name, pads, Rank, 0),
              dilation = threeOf("dilation", name, dilations, Rank, 1);
  poolSizes(planes, name, Rank, input, kernel, stride, padding, dilation, ceilMode,
            Rank == 1 && !wantsIndices && !atLeast(TorchProfile::Torch2_6) ? 0 : 1);
  if (Rank > 1) checkFloating(name, input.dtype());
  return maxPool(planes, slidingWindows(planes, kernel, stride, padding, dilation), input,
                 wantsIndices);
}

template <int Rank>
Tensor maxPoolOperator(const Tensor& input, const IntList& kernel, const IntList& stride,
                       const IntList& padding, const IntList& dilation, bool ceilMode) {
  return std::get<0>(maxPoolNd<Rank>(input, kernel, stride, padding, dilation, ceilMode, false));
}
Tensor maxPool1d(const Tensor& input, const IntList& kernel, const IntList& stride,
                 const IntList& padding, const IntList& dilation, bool ceilMode) {
  return contiguous(maxPoolOperator<1>(input, kernel, stride, padding, dilation, ceilMode));
}
template <int Rank>
Pair maxPoolWithIndices(const Tensor& input, const IntList& kernel, const IntList& stride,
                        const IntList& padding, const IntList& dilation, bool ceilMode) {
  return maxPoolNd<Rank>(input, kernel, stride, padding, dilation, ceilMode, true);
}

template <int Rank>
Pair adaptiveMaxPool(const Tensor& input, const IntList& outputSize) {
  constexpr const char* name = Rank == 1   ? "adaptive_max_pool1d"
                               : Rank == 2 ? "adaptive_max_pool2d"
                                           : "adaptive_max_pool3d";
  Planes planes = planesOf(name, input, Rank);
  if (outputSize.size() != Rank)
    fail("{}: internal error: output_size must have {} numbers", name, Rank);
  planes.out = threeOf("output_size", name, outputSize, Rank, 1);
  for (int64_t size : outputSize) planes.sizes.push_back(size);
  checkFloating(name, input.dtype());
  MaxWindows windows;
  for (size_t d = 0; d < 3; ++d)
    for (int64_t i = 0; i < planes.out[d]; ++i)
      windows[d].push_back({adaptiveBegin(i, planes.out[d], planes.in[d]),
                            adaptiveEnd(i, planes.out[d], planes.in[d]), 1});
  return maxPool(planes, windows, input, true);
}

// The window positions are determined by random samples, one per plane and dimension.
template <int Rank>
Pair fractionalMaxPool(const Tensor& input, const IntList& kernelSize, const IntList& outputSize,
                       const Tensor& samples) {
  constexpr const char* name = Rank == 2 ? "fractional_max_pool2d" : "fractional_max_pool3d";
  Planes planes = planesOf(name, input, Rank);
  const Three kernel = threeOf("kernel_size", name, kernelSize, Rank, 1);
  planes.out = threeOf("output_size", name, outputSize, Rank, 1);
  for (auto d = static_cast<size_t>(3 - Rank); d < 3; ++d) {
    planes.sizes.push_back(planes.out[d]);
    if (kernel[d] <= 0 || planes.out[d] <= 0 || planes.out[d] + kernel[d] - 1 > planes.in[d])
      fail("{}: pool size {} is too large relative to an input of {}", name, kernel[d],
           planes.in[d]);
  }
  checkFloating(name, input.dtype());
  checkSameDType(name, input, samples);
  const bool hasBatch = input.dim() == Rank + 2;
  const int64_t channels = input.size(-Rank - 1), batch = hasBatch ? input.size(0) : 1;
  if (samples.dim() != 3 || samples.size(0) < batch || samples.size(1) < channels ||
      samples.size(2) != Rank)
    fail("{}: random samples of shape {} don't fit an input of shape {}", name,
         tensor::shapeText(samples.sizes()), tensor::shapeText(input.sizes()));
  const Tensor x = widened(input), random = dense(samples, DType::Float64);
  Tensor result = tensor::emptyBeside(x, planes.sizes, x.dtype()),
         indices = tensor::emptyBeside(x, planes.sizes, DType::Int64);
  if (result.isMeta() || result.numel() == 0) return {toDType(result, input.dtype()), indices};
  const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2],
                outVolume = planes.out[0] * planes.out[1] * planes.out[2];
  for (int64_t plane = 0; plane < planes.count; ++plane) {
    const double* sample =
        random.data<double>() + (plane / channels * samples.size(1) + plane % channels) * Rank;
    MaxWindows windows;
    for (size_t d = 0; d < 3; ++d) {
      const bool isReal = d >= 3 - Rank;
      // PyTorch stores the samples as (width, height) for two dimensions, but as (depth, height,
      // width) for three.
      const double u = !isReal ? 0 : sample[Rank == 2 ? 2 - d : d];
      const int64_t out = planes.out[d];
      const double alpha =
          out > 1 ? static_cast<double>(planes.in[d] - kernel[d]) / static_cast<double>(out - 1)
                  : 0;
      for (int64_t i = 0; i < out; ++i) {
        const int64_t begin = i == out - 1
                                  ? planes.in[d] - kernel[d]
                                  : static_cast<int64_t>((static_cast<double>(i) + u) * alpha) -
                                        static_cast<int64_t>(u * alpha);
        windows[d].push_back({begin, begin + kernel[d], 1});
      }
    }
    Planes single = planes;
    single.count = 1;
    visitReal(x.dtype(), [&]<typename T>() {
      maxOfWindows<T>(single, windows, x.data<T>() + plane * inVolume,
                      result.data<T>() + plane * outVolume,
                      indices.data<int64_t>() + plane * outVolume);
    });
  }
  return {toDType(result, input.dtype()), indices};
}

Tensor maxUnpool(const char* name, int64_t rank, const Tensor& input, const Tensor& indices,
                 const IntList& outputSize) {
  if (indices.dtype() != DType::Int64)
    fail("elements in indices should be type int64 but got: {}", tensor::nameOf(indices.dtype()));
  if (static_cast<int64_t>(outputSize.size()) != rank)
    fail("{}: there should be exactly {} elements in output_size", name, rank);
  if (input.dim() != rank + 1 && input.dim() != rank + 2)
    fail("{}: Input to {} should be a {}d or {}d Tensor, but got a tensor with {} dimensions.",
         name, name, rank + 1, rank + 2, input.dim());
  if (input.sizes() != indices.sizes())
    fail(
        "Expected shape of indices to be same as that of the input tensor ({}) but got indices "
        "tensor with shape: {}",
        tensor::shapeText(input.sizes()), tensor::shapeText(indices.sizes()));
  Dims sizes = input.sizes();
  int64_t volume = 1, inVolume = 1;
  for (int64_t i = 0; i < rank; ++i) {
    const size_t d = sizes.size() - static_cast<size_t>(rank - i);
    inVolume *= sizes[d];
    volume *= sizes[d] = outputSize[static_cast<size_t>(i)];
  }
  const Tensor result = input.isMeta() ? tensor::emptyMeta(sizes, input.dtype())
                                       : tensor::empty(sizes, input.dtype());
  fill(result, 0);
  if (result.isMeta() || input.numel() == 0) return result;
  const Tensor x = contiguous(input), at = contiguous(indices);
  tensor::visit(input.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < x.numel(); ++i) {
      const int64_t index = at.data<int64_t>()[i];
      if (index < 0 || index >= volume)
        fail("Found an invalid max index: {} (output volumes are of size {})", index,
             tensor::shapeText(outputSize));
      result.data<T>()[i / inVolume * volume + index] = x.data<T>()[i];
    }
  });
  return contiguous(
      result, rank == 2 && input.dim() == 4 ? input.suggestedFormat() : MemoryFormat::Contiguous);
}

Tensor maxUnpool2d(const Tensor& input, const Tensor& indices, const IntList& outputSize) {
  return maxUnpool("max_unpool2d", 2, input, indices, outputSize);
}
Tensor maxUnpool3d(const Tensor& input, const Tensor& indices, const IntList& outputSize,
                   const IntList& stride, const IntList& padding) {
  if (stride.size() != 3 || padding.size() != 3)
    fail("max_unpool3d: there should be exactly three elements in stride and padding");
  for (int64_t s : stride)
    if (s <= 0)
      fail("strides should be greater than zero, but got stride: {}", tensor::shapeText(stride));
  return maxUnpool("max_unpool3d", 3, input, indices, outputSize);
}

constexpr Kernel kPoolingMaxKernels[] = {
    {"aten::max_pool1d", boxed<maxPool1d>},
    {"aten::max_pool2d", boxed<maxPoolOperator<2>>},
    {"aten::max_pool3d", boxed<maxPoolOperator<3>>},
    {"aten::max_pool1d_with_indices", boxed<maxPoolWithIndices<1>>},
    {"aten::max_pool2d_with_indices", boxed<maxPoolWithIndices<2>>},
    {"aten::max_pool2d_with_indices.out", sameOutOf<maxPoolWithIndices<2>>},
    {"aten::max_pool3d_with_indices", boxed<maxPoolWithIndices<3>>},
    {"aten::max_pool3d_with_indices.out", sameOutOf<maxPoolWithIndices<3>>},
    {"aten::adaptive_max_pool1d", boxed<adaptiveMaxPool<1>>},
    {"aten::adaptive_max_pool2d", boxed<adaptiveMaxPool<2>>},
    {"aten::adaptive_max_pool2d.out", sameOutOf<adaptiveMaxPool<2>>},
    {"aten::adaptive_max_pool3d", boxed<adaptiveMaxPool<3>>},
    {"aten::adaptive_max_pool3d.out", sameOutOf<adaptiveMaxPool<3>>},
    {"aten::fractional_max_pool2d", boxed<fractionalMaxPool<2>>},
    {"aten::fractional_max_pool2d.output", sameOutOf<fractionalMaxPool<2>>},
    {"aten::fractional_max_pool3d", boxed<fractionalMaxPool<3>>},
    {"aten::fractional_max_pool3d.output", sameOutOf<fractionalMaxPool<3>>},
    {"aten::max_unpool2d", boxed<maxUnpool2d>},
    {"aten::max_unpool2d.out", sameOutOf<maxUnpool2d>},
    {"aten::max_unpool3d", boxed<maxUnpool3d>},
    {"aten::max_unpool3d.out", sameOutOf<maxUnpool3d>},
};

}  // namespace

std::span<const Kernel> poolingMaxKernels() { return kPoolingMaxKernels; }

}  // namespace ts::kernels
