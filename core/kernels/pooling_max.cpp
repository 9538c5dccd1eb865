// Maxima of windows: max_pool, adaptive_max_pool, fractional_max_pool; max_unpool.
#include <algorithm>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/packs.h"
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

// Windows that slide over planes.
struct Sliding {
  Three kernel, stride, padding, dilation;

  MaxWindow along(size_t dim, int64_t i, int64_t in) const {
    int64_t begin = i * stride[dim] - padding[dim];
    const int64_t step = dilation[dim], end = std::min(begin + (kernel[dim] - 1) * step + 1, in);
    if (begin < 0) begin += (-begin + step - 1) / step * step;
    return {begin, end, step};
  }
};

template <typename T>
TS_INLINED void keepLarger(T* best, const T* values, int64_t count) {
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) best[i] = larger(best[i], values[i]);
}

// Computes the maximum of each sliding window of an image with `inner` adjacent channels.
template <typename T>
class SlidingMaxima {
 public:
  SlidingMaxima(const Planes& planes, const Sliding& sliding, int64_t inner)
      : planes_(planes), sliding_(sliding), inner_(inner), row_(planes.in[2] * inner) {
    const int64_t needed =
        (planes.out[2] - 1) * sliding.stride[2] + (sliding.kernel[2] - 1) * sliding.dilation[2] + 1;
    before_ = sliding.padding[2] * inner;
    isOfRows_ =
        sliding.kernel[0] == 1 && sliding.kernel[1] == 1 && before_ == 0 && needed <= planes.in[2];
    if (!isOfRows_)
      columns_.resize(static_cast<size_t>(std::max(needed * inner, before_ + row_)), kLeast<T>);
  }

  TS_INLINED void plane(const T* from, T* to) {
    for (int64_t z = 0; z < planes_.out[0]; ++z)
      for (int64_t y = 0; y < planes_.out[1]; ++y, to += planes_.out[2] * inner_) {
        const MaxWindow deep = sliding_.along(0, z, planes_.in[0]),
                        high = sliding_.along(1, y, planes_.in[1]);
        if (isOfRows_) {
          ofRow(from + (deep.begin * planes_.in[1] + high.begin) * row_, to);
          continue;
        }
        T* const columns = columns_.data() + before_;
        bool isFirst = true;
        for (int64_t i = deep.begin; i < deep.end; i += deep.step)
          for (int64_t j = high.begin; j < high.end; j += high.step) {
            const T* const row = from + (i * planes_.in[1] + j) * row_;
            if (isFirst)
              std::copy_n(row, row_, columns);
            else
              keepLarger(columns, row, row_);
            isFirst = false;
          }
        ofRow(columns_.data(), to);
      }
  }

 private:
  // The maxima of windows in a row that has the padding.
  TS_INLINED void ofRow(const T* columns, T* to) const {
    const int64_t kernel = sliding_.kernel[2], step = sliding_.dilation[2] * inner_,
                  stride = sliding_.stride[2] * inner_, count = planes_.out[2];
    if (inner_ > 1) {
      for (int64_t x = 0; x < count; ++x, columns += stride, to += inner_) {
        std::copy_n(columns, inner_, to);
        for (int64_t k = 1; k < kernel; ++k) keepLarger(to, columns + k * step, inner_);
      }
    } else if (stride == 1) {
      std::copy_n(columns, count, to);
      for (int64_t k = 1; k < kernel; ++k) keepLarger(to, columns + k * step, count);
    } else if (stride == 2) {
      strided<2>(columns, 2, to);
    } else {
      strided<0>(columns, stride, to);
    }
  }
  // kStride: `stride`, if the compiler knows it.
  template <int64_t kStride>
  TS_INLINED void strided(const T* columns, int64_t stride, T* to) const {
    const int64_t step = sliding_.dilation[2], count = planes_.out[2];
    if constexpr (kStride > 0) stride = kStride;
#pragma GCC ivdep
    for (int64_t x = 0; x < count; ++x) to[x] = columns[x * stride];
    for (int64_t k = 1; k < sliding_.kernel[2]; ++k) {
      const T* from = columns + k * step;
#pragma GCC ivdep
      for (int64_t x = 0; x < count; ++x) to[x] = larger(to[x], from[x * stride]);
    }
  }

  const Planes& planes_;
  const Sliding& sliding_;
  int64_t inner_, row_, before_ = 0;
  bool isOfRows_;           // windows are parts of rows
  std::vector<T> columns_;  // the maxima of columns, and the padding
};

// True if each plane is one row, of windows one after another: all planes are, then.
bool areWindows(const Planes& planes, const Sliding& sliding) {
  return planes.in[0] * planes.in[1] * planes.out[0] * planes.out[1] == 1 &&
         sliding.kernel[0] * sliding.kernel[1] == 1 && sliding.padding[2] == 0 &&
         (sliding.kernel[2] - 1) * sliding.dilation[2] < sliding.stride[2] &&
         planes.out[2] * sliding.stride[2] == planes.in[2];
}

template <typename T>
void maxOfImages(const Planes& planes, const Sliding& sliding, int64_t inner, const T* input,
                 T* result) {
  const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2] * inner,
                outVolume = planes.out[0] * planes.out[1] * planes.out[2] * inner;
  parallelFor(planes.count / inner, std::max<int64_t>(1, 16384 / std::max<int64_t>(1, outVolume)),
              [&](int64_t first, int64_t last) {
                Planes own = planes;
                int64_t images = last - first;
                if (areWindows(planes, sliding)) {
                  own.in[2] *= images;
                  own.out[2] *= images;
                  images = 1;
                }
                SlidingMaxima<T> maxima(own, sliding, inner);
                inVectors([&]<size_t>() TS_INLINED_LAMBDA {
                  for (int64_t image = first; image < first + images; ++image)
                    maxima.plane(input + image * inVolume, result + image * outVolume);
                });
              });
}

// Computes the maximum of each window and its position in the plane; NaN is the maximum.
template <typename T>
void maxOfWindows(const Planes& planes, const MaxWindows& windows, const T* input, T* result,
                  int64_t* indices) {
  const int64_t inVolume = planes.in[0] * planes.in[1] * planes.in[2],
                outVolume = planes.out[0] * planes.out[1] * planes.out[2];
  parallelFor(planes.count, std::max<int64_t>(1, 16384 / std::max<int64_t>(1, outVolume)),
              [&](int64_t first, int64_t last) {
                for (int64_t plane = first; plane < last; ++plane) {
                  const T* from = input + plane * inVolume;
                  int64_t at = plane * outVolume;
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

Pair maxWithIndices(const Planes& planes, const MaxWindows& windows, const Tensor& input) {
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, planes.sizes, compute),
               indices = tensor::emptyBeside(input, planes.sizes, DType::Int64);
  if (!input.isMeta() && result.numel() > 0) {
    const Tensor x = dense(input, compute);
    visitReal(compute, [&]<typename T>() {
      maxOfWindows<T>(planes, windows, x.data<T>(), result.data<T>(), indices.data<int64_t>());
    });
  }
  return {inFormat(toDType(result, input.dtype()), planes), inFormat(indices, planes)};
}

Tensor maxOf(const Planes& planes, const Sliding& sliding, const Tensor& input) {
  const DType compute = computeDType(input.dtype());
  const bool isLast = planes.format == MemoryFormat::ChannelsLast && input.dim() == 4 &&
                      input.isContiguous(planes.format) && !input.isMeta();
  const Tensor result =
      isLast ? tensor::emptyStrided(planes.sizes, tensor::stridesFor(planes.sizes, planes.format),
                                    compute, false)
             : tensor::emptyBeside(input, planes.sizes, compute);
  if (!input.isMeta() && result.numel() > 0) {
    const Tensor x =
        isLast ? contiguous(toDType(input, compute), planes.format) : dense(input, compute);
    visitReal(compute, [&]<typename T>() {
      maxOfImages<T>(planes, sliding, isLast ? input.size(1) : 1, x.data<T>(), result.data<T>());
    });
  }
  return inFormat(toDType(result, input.dtype()), planes);
}

MaxWindows slidingWindows(const Planes& planes, const Sliding& sliding) {
  MaxWindows windows;
  for (size_t d = 0; d < 3; ++d)
    for (int64_t i = 0; i < planes.out[d]; ++i)
      windows[d].push_back(sliding.along(d, i, planes.in[d]));
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
  const Sliding sliding{kernel, stride, padding, dilation};
  if (!wantsIndices) return {maxOf(planes, sliding, input), Tensor()};
  return maxWithIndices(planes, slidingWindows(planes, sliding), input);
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
  return maxWithIndices(planes, windows, input);
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
