// upsample_*: resizes images. Every mode is a weighted sum of a few elements, independently in each
// dimension.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"
#include "core/kernels/variants.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

enum class ResizeKind { Nearest, NearestExact, Linear, Cubic, LinearAntialias, CubicAntialias };

struct Taps {
  std::vector<int64_t> indices;
  std::vector<double> weights;
};

// Positions are computed in the element type (float for half), as in PyTorch: rounding changes
// results.
template <typename T>
T scaleFor(int64_t in, int64_t out, bool alignCorners, std::optional<double> scale) {
  if (alignCorners) return out > 1 ? static_cast<T>(in - 1) / static_cast<T>(out - 1) : T(0);
  return scale && *scale > 0 ? static_cast<T>(1 / *scale)
                             : static_cast<T>(in) / static_cast<T>(out);
}

double cubicWeight(double x, double a) {
  x = std::abs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

template <typename T>
Taps antialiasTaps(ResizeKind kind, int64_t i, int64_t in, T scale) {
  const T reach = kind == ResizeKind::CubicAntialias ? T(2) : T(1),
          support = scale >= 1 ? reach * scale : reach;
  const T center = scale * (static_cast<T>(i) + T(0.5)), inverse = scale >= 1 ? 1 / scale : T(1);
  const int64_t begin = std::max<int64_t>(static_cast<int64_t>(center - support + T(0.5)), 0);
  const int64_t end = std::min<int64_t>(static_cast<int64_t>(center + support + T(0.5)), in);
  Taps taps{};
  double total = 0;
  for (int64_t j = begin; j < end; ++j) {
    const double x = static_cast<double>((static_cast<T>(j) - center + T(0.5)) * inverse);
    const double weight =
        kind == ResizeKind::CubicAntialias ? cubicWeight(x, -0.5) : std::max(0.0, 1 - std::abs(x));
    taps.indices.push_back(j);
    taps.weights.push_back(weight);
    total += weight;
  }
  if (total != 0)
    for (double& weight : taps.weights) weight /= total;
  return taps;
}

template <typename T>
Taps tapsFor(ResizeKind kind, int64_t i, int64_t in, T scale, bool alignCorners) {
  const T place = static_cast<T>(i);
  switch (kind) {
    case ResizeKind::Nearest:
      return {{std::min(static_cast<int64_t>(std::floor(place * scale)), in - 1)}, {1.0}};
    case ResizeKind::NearestExact:
      return {{std::min(static_cast<int64_t>(std::floor((place + T(0.5)) * scale)), in - 1)},
              {1.0}};
    case ResizeKind::Linear: {
      T source = alignCorners ? scale * place : std::max(scale * (place + T(0.5)) - T(0.5), T(0));
      const int64_t left = std::min(static_cast<int64_t>(source), in - 1),
                    right = left + (left < in - 1);
      const double weight = std::clamp<double>(source - static_cast<T>(left), 0, 1);
      return {{left, right}, {1 - weight, weight}};
    }
    case ResizeKind::Cubic: {
      const T source = alignCorners ? scale * place : scale * (place + T(0.5)) - T(0.5);
      const auto base = static_cast<int64_t>(std::floor(source));
      const double t = source - static_cast<T>(base);
      Taps taps{};
      for (int64_t k = -1; k <= 2; ++k) {
        taps.indices.push_back(std::clamp<int64_t>(base + k, 0, in - 1));
        taps.weights.push_back(cubicWeight(t - static_cast<double>(k), -0.75));
      }
      return taps;
    }
    default: return antialiasTaps<T>(kind, i, in, scale);
  }
}

// The taps of all results along one dimension, with weights in the dtype that results are computed
// in.
template <typename T>
struct Resampling {
  size_t most = 0;               // taps of a result
  size_t uniform = 0;            // the taps of each result, if all have equally many
  std::vector<size_t> begin{0};  // the first tap of each result, and the end
  std::vector<int64_t> indices;
  std::vector<T> weights;

  explicit Resampling(const std::vector<Taps>& taps) {
    for (const Taps& each : taps) {
      most = std::max(most, each.indices.size());
      indices.insert(indices.end(), each.indices.begin(), each.indices.end());
      for (const double weight : each.weights) weights.push_back(static_cast<T>(weight));
      begin.push_back(indices.size());
    }
    if (most * taps.size() == indices.size()) uniform = most;
  }
  size_t count() const { return begin.size() - 1; }
};

// Resizes a row. kTaps: the taps of each result, 0 if their number varies.
template <typename T, size_t kTaps>
void resizeRow(const Resampling<T>& columns, const T* from, T* to) {
  const int64_t* index = columns.indices.data();
  const T* weight = columns.weights.data();
  const size_t* const begin = columns.begin.data();
  for (size_t i = 0; i < columns.count(); ++i) {
    const size_t taps = kTaps > 0 ? kTaps : begin[i + 1] - begin[i];
    T sum = taps > 0 ? from[index[0]] * weight[0] : T(0);
    for (size_t k = 1; k < taps; ++k) sum += from[index[k]] * weight[k];
    to[i] = sum;
    index += taps;
    weight += taps;
  }
}

template <typename T>
struct WeightedRow {
  const T* from;
  T weight;
};

// Adds rows that are multiplied by their weights.
template <typename T>
void addRows(const std::vector<WeightedRow<T>>& rows, int64_t count, T* to) {
  if (rows.empty()) return void(std::fill_n(to, count, T(0)));
  inVectors([&]<size_t>() TS_INLINED_LAMBDA {
    const WeightedRow<T>* row = rows.data();
    const WeightedRow<T>* const end = row + rows.size();
    const T *a = row[0].from, p = row[0].weight;
    if (rows.size() == 1) {
      for (int64_t i = 0; i < count; ++i) to[i] = a[i] * p;
      return;
    }
    const T *b = row[1].from, q = row[1].weight;
    for (int64_t i = 0; i < count; ++i) to[i] = a[i] * p + b[i] * q;
    for (row += 2; row != end; ++row) {
      const T *c = row->from, w = row->weight;
      for (int64_t i = 0; i < count; ++i) to[i] += c[i] * w;
    }
  });
}

// Resizes planes: first the rows, each of which several rows of the result use, then the columns.
template <typename T>
class Resizer {
 public:
  Resizer(const std::array<std::vector<Taps>, 3>& taps, const std::array<int64_t, 3>& in)
      : dims_{Resampling<T>(taps[0]), Resampling<T>(taps[1]), Resampling<T>(taps[2])},
        in_(in),
        width_(static_cast<int64_t>(taps[2].size())),
        slots_(dims_[0].most * dims_[1].most, -1),
        kept_(static_cast<size_t>(width_) * slots_.size()) {}

  void plane(const T* from, T* to) {
    std::ranges::fill(slots_, -1);
    const Resampling<T>&z = dims_[0], &y = dims_[1];
    std::vector<WeightedRow<T>> rows;
    for (size_t i = 0; i < z.count(); ++i)
      for (size_t j = 0; j < y.count(); ++j, to += width_) {
        rows.clear();
        for (size_t u = z.begin[i]; u < z.begin[i + 1]; ++u)
          for (size_t v = y.begin[j]; v < y.begin[j + 1]; ++v)
            rows.push_back(
                {resized(from, z.indices[u], y.indices[v]), z.weights[u] * y.weights[v]});
        addRows(rows, width_, to);
      }
  }

 private:
  // The rows of one result are near each other and get different slots.
  const T* resized(const T* plane, int64_t z, int64_t y) {
    const int64_t row = z * in_[1] + y, deep = static_cast<int64_t>(dims_[0].most),
                  high = static_cast<int64_t>(dims_[1].most);
    const auto slot = static_cast<size_t>(z % deep * high + y % high);
    T* const to = kept_.data() + slot * static_cast<size_t>(width_);
    if (slots_[slot] == row) return to;
    slots_[slot] = row;
    const T* const from = plane + row * in_[2];
    const Resampling<T>& x = dims_[2];
    switch (x.uniform) {
      case 1: resizeRow<T, 1>(x, from, to); break;
      case 2: resizeRow<T, 2>(x, from, to); break;
      case 4: resizeRow<T, 4>(x, from, to); break;
      default: resizeRow<T, 0>(x, from, to);
    }
    return to;
  }

  std::array<Resampling<T>, 3> dims_;
  std::array<int64_t, 3> in_;
  int64_t width_;
  std::vector<int64_t> slots_;  // the row that each slot keeps
  std::vector<T> kept_;
};

using Scale = std::optional<double>;
using Three = std::array<int64_t, 3>;
using ThreeTaps = std::array<std::vector<Taps>, 3>;

// The last numbers of three are those of `sizes`; the others are 1.
Three spatialSizes(const IntList& sizes, size_t rank) {
  Three three{1, 1, 1};
  std::copy(sizes.end() - static_cast<ptrdiff_t>(rank), sizes.end(), three.end() - rank);
  return three;
}
bool isNearest(ResizeKind kind) {
  return kind == ResizeKind::Nearest || kind == ResizeKind::NearestExact;
}

// The taps of all results of a computation in T, along each dimension.
template <typename T>
ThreeTaps tapsOf(ResizeKind kind, const Three& in, const Three& out, bool alignCorners,
                 std::span<const Scale> scales) {
  using Coordinate = std::conditional_t<std::is_same_v<T, double>, double, float>;
  ThreeTaps taps;
  const size_t first = 3 - scales.size();
  for (size_t d = 0; d < 3; ++d)
    for (int64_t i = 0; i < out[d]; ++i) {
      if (d < first)
        taps[d].push_back({{0}, {1.0}});
      else if (isNearest(kind))  // always computed in float
        taps[d].push_back(tapsFor<float>(
            kind, i, in[d], scaleFor<float>(in[d], out[d], false, scales[d - first]), false));
      else
        taps[d].push_back(tapsFor<Coordinate>(
            kind, i, in[d], scaleFor<Coordinate>(in[d], out[d], alignCorners, scales[d - first]),
            alignCorners));
    }
  return taps;
}

// The taps of the gradient: the results, with their weights, that an element of the input is part
// of.
std::vector<Taps> transposed(const std::vector<Taps>& taps, int64_t in) {
  std::vector<Taps> made(static_cast<size_t>(in));
  for (size_t i = 0; i < taps.size(); ++i)
    for (size_t k = 0; k < taps[i].indices.size(); ++k) {
      Taps& to = made[static_cast<size_t>(taps[i].indices[k])];
      if (to.indices.empty() || to.indices.back() != static_cast<int64_t>(i)) {
        to.indices.push_back(static_cast<int64_t>(i));
        to.weights.push_back(taps[i].weights[k]);
      } else {
        to.weights.back() += taps[i].weights[k];
      }
    }
  return made;
}

// `x` and `result` are contiguous; in: the spatial sizes of x.
template <typename T>
void resizePlanes(const ThreeTaps& taps, const Three& in, const Tensor& x, const Tensor& result) {
  const int64_t planes = x.size(0) * x.size(1);
  if (planes == 0) return;
  const int64_t inVolume = x.numel() / planes, outVolume = result.numel() / planes;
  parallelFor(planes, 1 + 16384 / outVolume, [&](int64_t first, int64_t last) {
    Resizer<T> resizer(taps, in);
    for (int64_t plane = first; plane < last; ++plane)
      resizer.plane(x.data<T>() + plane * inVolume, result.data<T>() + plane * outVolume);
  });
}

Tensor upsample(ResizeKind kind, size_t rank, const Tensor& input, const IntList& outputSize,
                bool alignCorners, std::span<const Scale> scales) {
  if (outputSize.size() != rank)
    fail("It is expected output_size equals to {}, but got size {}", rank, outputSize.size());
  if (input.sizes().size() != rank + 2)
    fail("It is expected input_size equals to {}, but got size {}", rank + 2, input.sizes().size());
  const Three in = spatialSizes({input.sizes().begin(), input.sizes().end()}, rank),
              out = spatialSizes(outputSize, rank);
  Dims sizes{input.size(0), input.size(1)};
  for (const int64_t size : outputSize) sizes.push_back(size);
  for (size_t d = 3 - rank; d < 3; ++d)
    if (in[d] <= 0 || out[d] <= 0)
      fail(
          "Input and output sizes should be greater than 0, but got input of shape {} and output "
          "size {}",
          shapeText(input.sizes()), shapeText(outputSize));
  if (input.size(1) == 0)
    fail("Non-empty {}D data tensor expected but got a tensor with sizes {}", rank + 2,
         shapeText(input.sizes()));
  if (!(isNearest(kind) && input.dtype() == DType::UInt8)) checkFloating("upsample", input.dtype());
  const DType compute = computeDType(input.dtype());
  const bool keepsFormat = atLeast(TorchProfile::Torch2_6) || isNearest(kind) ||
                           kind == ResizeKind::Linear || kind == ResizeKind::LinearAntialias;
  const MemoryFormat format = keepsFormat ? input.suggestedFormat() : MemoryFormat::Contiguous;
  if (input.isMeta()) return tensor::emptyMeta(sizes, input.dtype(), format);
  const Tensor x = dense(input, compute), result = tensor::empty(sizes, compute);
  visitReal(compute, [&]<typename T>() {
    resizePlanes<T>(tapsOf<T>(kind, in, out, alignCorners, scales), in, x, result);
  });
  return contiguous(toDType(result, input.dtype()), format);
}

// The gradient of the input.
Tensor upsampleBackward(ResizeKind kind, size_t rank, const Tensor& gradient,
                        const IntList& outputSize, const IntList& inputSize, bool alignCorners,
                        std::span<const Scale> scales) {
  if (outputSize.size() != rank)
    fail("It is expected output_size equals to {}, but got size {}", rank, outputSize.size());
  if (inputSize.size() != rank + 2)
    fail("It is expected input_size equals to {}, but got size {}", rank + 2, inputSize.size());
  IntList expected{inputSize[0], inputSize[1]};
  expected.insert(expected.end(), outputSize.begin(), outputSize.end());
  if (gradient.sizes() != Dims(expected))
    fail("Expected grad_output to have the same shape as output; output.size() = {} but got {}",
         shapeText(expected), shapeText(gradient.sizes()));
  const Three in = spatialSizes(inputSize, rank), out = spatialSizes(outputSize, rank);
  for (size_t d = 3 - rank; d < 3; ++d)
    if (in[d] <= 0 || out[d] <= 0)
      fail("Input and output sizes should be greater than 0, but got {} and {}",
           shapeText(inputSize), shapeText(outputSize));
  checkFloating("upsample_backward", gradient.dtype());
  const MemoryFormat format = gradient.suggestedFormat();
  if (gradient.isMeta()) return tensor::emptyMeta(inputSize, gradient.dtype(), format);
  const DType compute = computeDType(gradient.dtype());
  const Tensor g = dense(gradient, compute), result = tensor::empty(inputSize, compute);
  visitFloat(compute, [&]<typename T>() {
    ThreeTaps taps = tapsOf<T>(kind, in, out, alignCorners, scales);
    for (size_t d = 0; d < 3; ++d) taps[d] = transposed(taps[d], in[d]);
    resizePlanes<T>(taps, out, g, result);
  });
  return contiguous(toDType(result, gradient.dtype()), format);
}

template <ResizeKind K>
Tensor plain1(const Tensor& x, const IntList& size, Scale w) {
  return upsample(K, 1, x, size, false, std::array{w});
}
template <ResizeKind K>
Tensor plain2(const Tensor& x, const IntList& size, Scale h, Scale w) {
  return upsample(K, 2, x, size, false, std::array{h, w});
}
template <ResizeKind K>
Tensor plain3(const Tensor& x, const IntList& size, Scale d, Scale h, Scale w) {
  return upsample(K, 3, x, size, false, std::array{d, h, w});
}
template <ResizeKind K>
Tensor aligned1(const Tensor& x, const IntList& size, bool align, Scale w) {
  return upsample(K, 1, x, size, align, std::array{w});
}
template <ResizeKind K>
Tensor aligned2(const Tensor& x, const IntList& size, bool align, Scale h, Scale w) {
  return upsample(K, 2, x, size, align, std::array{h, w});
}
template <ResizeKind K>
Tensor aligned3(const Tensor& x, const IntList& size, bool align, Scale d, Scale h, Scale w) {
  return upsample(K, 3, x, size, align, std::array{d, h, w});
}

template <ResizeKind K>
Tensor plainBackward1(const Tensor& g, const IntList& out, const IntList& in, Scale w) {
  return upsampleBackward(K, 1, g, out, in, false, std::array{w});
}
template <ResizeKind K>
Tensor alignedBackward1(const Tensor& g, const IntList& out, const IntList& in, bool align,
                        Scale w) {
  return upsampleBackward(K, 1, g, out, in, align, std::array{w});
}
template <ResizeKind K>
Tensor plainBackward2(const Tensor& g, const IntList& out, const IntList& in, Scale h, Scale w) {
  return upsampleBackward(K, 2, g, out, in, false, std::array{h, w});
}
template <ResizeKind K>
Tensor alignedBackward2(const Tensor& g, const IntList& out, const IntList& in, bool align, Scale h,
                        Scale w) {
  return upsampleBackward(K, 2, g, out, in, align, std::array{h, w});
}
template <ResizeKind K>
Tensor plainBackward3(const Tensor& g, const IntList& out, const IntList& in, Scale d, Scale h,
                      Scale w) {
  return upsampleBackward(K, 3, g, out, in, false, std::array{d, h, w});
}
template <ResizeKind K>
Tensor alignedBackward3(const Tensor& g, const IntList& out, const IntList& in, bool align, Scale d,
                        Scale h, Scale w) {
  return upsampleBackward(K, 3, g, out, in, align, std::array{d, h, w});
}

// Exactly one of `size` and `factors` is given.
Tensor upsampleVec(ResizeKind kind, size_t rank, const Tensor& input,
                   const std::optional<IntList>& size, bool align,
                   const std::optional<std::vector<double>>& factors) {
  std::vector<Scale> scales(rank);
  IntList out;
  if (size.has_value() == factors.has_value())
    fail("Must specify exactly one of output_size and scale_factors");
  if (size) {
    out = *size;
  } else {
    if (factors->size() != rank || input.sizes().size() != rank + 2)
      fail("upsample: {} scale factors don't fit an input of shape {}", factors->size(),
           shapeText(input.sizes()));
    for (size_t i = 0; i < rank; ++i) {
      scales[i] = (*factors)[i];
      const double wanted = static_cast<double>(input.sizes()[i + 2]) * (*factors)[i];
      if (!(wanted < 0x1p62)) fail("upsample: a size of {} is too large", wanted);
      out.push_back(static_cast<int64_t>(wanted));
    }
  }
  return upsample(kind, rank, input, out, align, scales);
}
template <ResizeKind K, size_t Rank>
Tensor plainVec(const Tensor& x, const std::optional<IntList>& size,
                const std::optional<std::vector<double>>& factors) {
  return upsampleVec(K, Rank, x, size, false, factors);
}
template <ResizeKind K, size_t Rank>
Tensor alignedVec(const Tensor& x, const std::optional<IntList>& size, bool align,
                  const std::optional<std::vector<double>>& factors) {
  return upsampleVec(K, Rank, x, size, align, factors);
}

#define ENTRIES(name, kind, rank, way)                                                     \
  {"aten::" name, boxed<way##rank<ResizeKind::kind>>},                                     \
      {"aten::" name ".out", sameOutOf<way##rank<ResizeKind::kind>>},                      \
      {"aten::" name ".vec", boxed<way##Vec<ResizeKind::kind, rank>>},                     \
      {"aten::" name "_backward", boxed<way##Backward##rank<ResizeKind::kind>>}, {         \
    "aten::" name "_backward.grad_input", sameOutOf<way##Backward##rank<ResizeKind::kind>> \
  }
constexpr Kernel kUpsampleKernels[] = {
    ENTRIES("upsample_nearest1d", Nearest, 1, plain),
    ENTRIES("upsample_nearest2d", Nearest, 2, plain),
    ENTRIES("upsample_nearest3d", Nearest, 3, plain),
    ENTRIES("_upsample_nearest_exact1d", NearestExact, 1, plain),
    ENTRIES("_upsample_nearest_exact2d", NearestExact, 2, plain),
    ENTRIES("_upsample_nearest_exact3d", NearestExact, 3, plain),
    ENTRIES("upsample_linear1d", Linear, 1, aligned),
    ENTRIES("upsample_bilinear2d", Linear, 2, aligned),
    ENTRIES("upsample_trilinear3d", Linear, 3, aligned),
    ENTRIES("upsample_bicubic2d", Cubic, 2, aligned),
    ENTRIES("_upsample_bilinear2d_aa", LinearAntialias, 2, aligned),
    ENTRIES("_upsample_bicubic2d_aa", CubicAntialias, 2, aligned),
};
#undef ENTRIES

}  // namespace

std::span<const Kernel> upsampleKernels() { return kUpsampleKernels; }

}  // namespace ts::kernels
