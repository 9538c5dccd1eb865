// upsample_*: resizes images. Every mode is a weighted sum of a few elements, independently in each
// dimension.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
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
      for (int64_t plane = first; plane < last; ++plane) {
        const T* from = x.data<T>() + plane * inVolume;
        T* to = result.data<T>() + plane * outVolume;
        for (const Taps& z : taps[0])
          for (const Taps& y : taps[1])
            for (const Taps& column : taps[2]) {
              T sum = 0;
              for (size_t a = 0; a < z.indices.size(); ++a)
                for (size_t b = 0; b < y.indices.size(); ++b) {
                  const T* row = from + (z.indices[a] * in[1] + y.indices[b]) * in[2];
                  if (nearest) {
                    sum = row[column.indices[0]];
                    continue;
                  }
                  T part = 0;
                  for (size_t c = 0; c < column.indices.size(); ++c)
                    part += row[column.indices[c]] * static_cast<T>(column.weights[c]);
                  sum += part * static_cast<T>(z.weights[a] * y.weights[b]);
                }
              *to++ = sum;
            }
      }
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
