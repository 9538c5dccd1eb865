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
  int64_t most = 0;                      // taps of a result
  int64_t uniform = 0;                   // the taps of each result, if all have equally many
  std::vector<int64_t> counts, indices;  // [result], [result][most]
  std::vector<T> weights;

  explicit Resampling(const std::vector<Taps>& taps) {
    for (const Taps& each : taps) {
      counts.push_back(static_cast<int64_t>(each.indices.size()));
      most = std::max(most, counts.back());
    }
    if (std::ranges::min(counts) == most) uniform = most;
    for (const Taps& each : taps)
      for (size_t k = 0; k < static_cast<size_t>(most); ++k) {
        const bool has = k < each.indices.size();
        indices.push_back(has ? each.indices[k] : 0);
        weights.push_back(has ? static_cast<T>(each.weights[k]) : T(0));
      }
  }
};

// Resizes a row. kTaps: the taps of each result, 0 if their number varies.
template <typename T, int64_t kTaps>
void resizeRow(const Resampling<T>& columns, const T* from, T* to) {
  const int64_t most = kTaps > 0 ? kTaps : columns.most,
                count = static_cast<int64_t>(columns.counts.size());
  const int64_t* index = columns.indices.data();
  const T* weight = columns.weights.data();
  for (int64_t i = 0; i < count; ++i, index += most, weight += most) {
    const int64_t taps = kTaps > 0 ? kTaps : columns.counts[static_cast<size_t>(i)];
    T sum = taps > 0 ? from[index[0]] * weight[0] : T(0);
    for (int64_t k = 1; k < taps; ++k) sum += from[index[k]] * weight[k];
    to[i] = sum;
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
        slots_(static_cast<size_t>(dims_[0].most * dims_[1].most), -1),
        kept_(static_cast<size_t>(width_) * slots_.size()) {}

  void plane(const T* from, T* to) {
    std::ranges::fill(slots_, -1);
    const Resampling<T>&z = dims_[0], &y = dims_[1];
    std::vector<WeightedRow<T>> rows;
    for (size_t i = 0; i < z.counts.size(); ++i)
      for (size_t j = 0; j < y.counts.size(); ++j, to += width_) {
        rows.clear();
        for (size_t a = 0; a < static_cast<size_t>(z.counts[i]); ++a)
          for (size_t b = 0; b < static_cast<size_t>(y.counts[j]); ++b) {
            const size_t u = i * static_cast<size_t>(z.most) + a,
                         v = j * static_cast<size_t>(y.most) + b;
            rows.push_back(
                {resized(from, z.indices[u], y.indices[v]), z.weights[u] * y.weights[v]});
          }
        addRows(rows, width_, to);
      }
  }

 private:
  // The rows of one result are near each other and get different slots.
  const T* resized(const T* plane, int64_t z, int64_t y) {
    const int64_t row = z * in_[1] + y, deep = dims_[0].most, high = dims_[1].most;
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

Tensor upsample(ResizeKind kind, size_t rank, const Tensor& input, const IntList& outputSize,
                bool alignCorners, std::span<const std::optional<double>> scales) {
  if (outputSize.size() != rank)
    fail("It is expected output_size equals to {}, but got size {}", rank, outputSize.size());
  if (input.sizes().size() != rank + 2)
    fail("It is expected input_size equals to {}, but got size {}", rank + 2, input.sizes().size());
  const bool nearest = kind == ResizeKind::Nearest || kind == ResizeKind::NearestExact;
  Dims sizes{input.size(0), input.size(1)};
  std::array<int64_t, 3> in{1, 1, 1}, out{1, 1, 1};
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = 3 - rank + i;
    in[d] = input.sizes()[i + 2];
    out[d] = outputSize[i];
    sizes.push_back(outputSize[i]);
    if (in[d] <= 0 || out[d] <= 0)
      fail(
          "Input and output sizes should be greater than 0, but got input of shape {} and output "
          "size {}",
          shapeText(input.sizes()), shapeText(outputSize));
  }
  if (input.size(1) == 0)
    fail("Non-empty {}D data tensor expected but got a tensor with sizes {}", rank + 2,
         shapeText(input.sizes()));
  if (!(nearest && input.dtype() == DType::UInt8)) checkFloating("upsample", input.dtype());
  const DType compute = computeDType(input.dtype());
  const bool keepsFormat = atLeast(TorchProfile::Torch2_6) || nearest ||
                           kind == ResizeKind::Linear || kind == ResizeKind::LinearAntialias;
  const MemoryFormat format = keepsFormat ? input.suggestedFormat() : MemoryFormat::Contiguous;
  if (input.isMeta()) return tensor::emptyMeta(sizes, input.dtype(), format);
  const Tensor x = dense(input, compute), result = tensor::empty(sizes, compute);
  visitReal(compute, [&]<typename T>() {
    using Coordinate = std::conditional_t<std::is_same_v<T, double>, double, float>;
    std::array<std::vector<Taps>, 3> taps;
    for (size_t d = 0; d < 3; ++d) {
      const bool real = d >= 3 - rank;
      // The nearest modes always compute in float.
      for (int64_t i = 0; i < out[d]; ++i) {
        const auto scale = real ? scales[d - (3 - rank)] : std::nullopt;
        if (!real)
          taps[d].push_back({{0}, {1.0}});
        else if (nearest)
          taps[d].push_back(
              tapsFor<float>(kind, i, in[d], scaleFor<float>(in[d], out[d], false, scale), false));
        else
          taps[d].push_back(tapsFor<Coordinate>(
              kind, i, in[d], scaleFor<Coordinate>(in[d], out[d], alignCorners, scale),
              alignCorners));
      }
    }
    const int64_t inVolume = in[0] * in[1] * in[2], outVolume = out[0] * out[1] * out[2],
                  planes = input.size(0) * input.size(1);
    parallelFor(planes, 1 + 16384 / outVolume, [&](int64_t first, int64_t last) {
      Resizer<T> resizer(taps, in);
      for (int64_t plane = first; plane < last; ++plane)
        resizer.plane(x.data<T>() + plane * inVolume, result.data<T>() + plane * outVolume);
    });
  });
  return contiguous(toDType(result, input.dtype()), format);
}

using Scale = std::optional<double>;

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

#define ENTRIES(name, function, vec)                                               \
  {"aten::" name, boxed<function>}, {"aten::" name ".out", sameOutOf<function>}, { \
    "aten::" name ".vec", boxed<vec>                                               \
  }
constexpr Kernel kUpsampleKernels[] = {
    ENTRIES("upsample_nearest1d", plain1<ResizeKind::Nearest>, (plainVec<ResizeKind::Nearest, 1>)),
    ENTRIES("upsample_nearest2d", plain2<ResizeKind::Nearest>, (plainVec<ResizeKind::Nearest, 2>)),
    ENTRIES("upsample_nearest3d", plain3<ResizeKind::Nearest>, (plainVec<ResizeKind::Nearest, 3>)),
    ENTRIES("_upsample_nearest_exact1d", plain1<ResizeKind::NearestExact>,
            (plainVec<ResizeKind::NearestExact, 1>)),
    ENTRIES("_upsample_nearest_exact2d", plain2<ResizeKind::NearestExact>,
            (plainVec<ResizeKind::NearestExact, 2>)),
    ENTRIES("_upsample_nearest_exact3d", plain3<ResizeKind::NearestExact>,
            (plainVec<ResizeKind::NearestExact, 3>)),
    ENTRIES("upsample_linear1d", aligned1<ResizeKind::Linear>, (alignedVec<ResizeKind::Linear, 1>)),
    ENTRIES("upsample_bilinear2d", aligned2<ResizeKind::Linear>,
            (alignedVec<ResizeKind::Linear, 2>)),
    ENTRIES("upsample_trilinear3d", aligned3<ResizeKind::Linear>,
            (alignedVec<ResizeKind::Linear, 3>)),
    ENTRIES("upsample_bicubic2d", aligned2<ResizeKind::Cubic>, (alignedVec<ResizeKind::Cubic, 2>)),
    ENTRIES("_upsample_bilinear2d_aa", aligned2<ResizeKind::LinearAntialias>,
            (alignedVec<ResizeKind::LinearAntialias, 2>)),
    ENTRIES("_upsample_bicubic2d_aa", aligned2<ResizeKind::CubicAntialias>,
            (alignedVec<ResizeKind::CubicAntialias, 2>)),
};
#undef ENTRIES

}  // namespace

std::span<const Kernel> upsampleKernels() { return kUpsampleKernels; }

}  // namespace ts::kernels
