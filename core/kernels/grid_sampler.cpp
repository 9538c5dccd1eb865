// Images at points of a grid: grid_sampler, affine_grid_generator.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/packs.h"
#include "core/kernels/parallel.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

using tensor::shapeText;

enum Interpolation { kBilinear = 0, kNearest = 1, kBicubic = 2 };
enum Padding { kZeros = 0, kBorder = 1, kReflection = 2 };

// Reflects a coordinate into the range from low/2 to high/2.
TS_INLINED double reflected(double x, double low, double high) {
  if (low == high) return 0;
  const double least = low / 2, span = (high - low) / 2;
  x = std::abs(x - least);
  const double extra = std::fmod(x, span);
  return static_cast<int64_t>(std::floor(x / span)) % 2 == 0 ? extra + least : span - extra + least;
}

// Elements along one dimension and their weights.
struct Taps {
  static constexpr int kMost = 4;
  int count;
  int64_t indices[kMost];
  double weights[kMost];

  TS_INLINED void add(double index, double weight) {
    indices[count] = static_cast<int64_t>(index);
    weights[count++] = weight;
  }
};

struct Sampler {
  int64_t interpolation, padding;
  bool align;

  TS_INLINED double unnormalized(double x, int64_t size) const {
    return align ? (x + 1) / 2 * static_cast<double>(size - 1)
                 : ((x + 1) * static_cast<double>(size) - 1) / 2;
  }
  TS_INLINED double folded(double x, int64_t size) const {
    if (padding == kReflection)
      x = align ? reflected(x, 0, 2.0 * static_cast<double>(size - 1))
                : reflected(x, -1, 2.0 * static_cast<double>(size) - 1);
    if (padding != kZeros) x = std::min(std::max(x, 0.0), static_cast<double>(size - 1));
    // NaN and huge coordinates become a position outside of the image.
    return std::abs(x) < 0x1p40 ? x : -100;
  }
  TS_INLINED void taps(double x, int64_t size, Taps& out) const {
    out.count = 0;
    const double place = unnormalized(x, size);
    if (interpolation == kBicubic) {
      const double base = std::abs(place) < 0x1p40 ? std::floor(place) : -100, t = place - base;
      for (int k = -1; k <= 2; ++k) {
        const double d = std::abs(t - k), a = -0.75;
        const double weight =
            d < 1 ? ((a + 2) * d - (a + 3)) * d * d + 1 : (((d - 5) * d + 8) * d - 4) * a;
        out.add(folded(base + k, size), weight);
      }
      return;
    }
    const double at = folded(place, size);
    if (interpolation == kNearest) return out.add(std::nearbyint(at), 1);
    const double base = std::floor(at);
    out.add(base, 1 - (at - base));
    out.add(base + 1, at - base);
  }
};

// Some points of a grid, each with the elements that it is a weighted sum of.
template <typename T, size_t Rank>
class Points {
 public:
  static constexpr int64_t kMost = 64;

  // `sizes` are those of a plane, `points` the coordinates, x first.
  TS_INLINED void locate(const Sampler& sampler, const int64_t* sizes, const double* points,
                         int64_t count) {
    count_ = count;
    for (int64_t i = 0; i < count; ++i, points += Rank) {
      Taps taps[Rank];
      for (size_t d = 0; d < Rank; ++d) sampler.taps(points[Rank - 1 - d], sizes[d], taps[d]);
      Element* const begin = elements_ + i * kElements;
      ends_[i] = begin;
      for (int a = 0; a < taps[0].count; ++a) add<0>(taps, sizes, a, 0, 1, ends_[i]);
    }
  }
  // The sums of elements of a plane.
  TS_INLINED void sample(const T* plane, T* to) const {
    const Element* begin = elements_;
    for (int64_t i = 0; i < count_; ++i, begin += kElements) {
      T sum = 0;
      for (const Element* at = begin; at != ends_[i]; ++at) sum += at->weight * plane[at->offset];
      to[i] = sum;
    }
  }

 private:
  static constexpr int64_t kElements = Rank == 2 ? 16 : 8;
  struct Element {
    int64_t offset;
    T weight;
  };

  // Elements outside of the plane count as 0.
  template <size_t dim>
  TS_INLINED static void add(const Taps* taps, const int64_t* sizes, int tap, int64_t offset,
                             double weight, Element*& end) {
    const int64_t index = taps[dim].indices[tap];
    if (index < 0 || index >= sizes[dim]) return;
    offset = offset * sizes[dim] + index;
    weight *= taps[dim].weights[tap];
    if constexpr (dim + 1 == Rank) {
      *end++ = {offset, static_cast<T>(weight)};
    } else {
      for (int k = 0; k < taps[dim + 1].count; ++k)
        add<dim + 1>(taps, sizes, k, offset, weight, end);
    }
  }

  int64_t count_ = 0;
  Element* ends_[kMost];
  Element elements_[kMost * kElements];
};

template <size_t Rank>
Tensor gridSamplerNd(const Tensor& input, const Tensor& grid, int64_t interpolation,
                     int64_t padding, bool align) {
  if (input.dim() != Rank + 2 || grid.dim() != Rank + 2)
    fail("grid_sampler(): expected input and grid of {} dimensions, but got shapes {} and {}",
         Rank + 2, shapeText(input.sizes()), shapeText(grid.sizes()));
  if (input.size(0) != grid.size(0))
    fail(
        "grid_sampler(): expected grid and input to have same batch size, but got input with sizes "
        "{} and grid with sizes {}",
        shapeText(input.sizes()), shapeText(grid.sizes()));
  if (grid.size(-1) != static_cast<int64_t>(Rank))
    fail(
        "grid_sampler(): expected grid to have size {} in last dimension, but got grid with sizes "
        "{}",
        Rank, shapeText(grid.sizes()));
  checkSameDType("grid_sampler", input, grid);
  checkFloating("grid_sampler", input.dtype());
  if (Rank == 3 && interpolation == kBicubic)
    fail("grid_sampler(): bicubic interpolation only supports 4D input");
  if (interpolation < 0 || interpolation > 2 || padding < 0 || padding > 2)
    fail("grid_sampler(): interpolation {} or padding {} is unknown", interpolation, padding);
  for (size_t i = 2; i < Rank + 2; ++i)
    if (input.sizes()[i] <= 0)
      fail(
          "grid_sampler(): expected input to have non-empty spatial dimensions, but input has "
          "sizes {}",
          shapeText(input.sizes()));
  Dims sizes{input.size(0), input.size(1)};
  int64_t places = 1, volume = 1;
  for (size_t i = 0; i < Rank; ++i) {
    sizes.push_back(grid.sizes()[i + 1]);
    places *= grid.sizes()[i + 1];
    volume *= input.sizes()[i + 2];
  }
  const DType compute = computeDType(input.dtype());
  const Tensor result = tensor::emptyBeside(input, sizes, compute);
  if (result.isMeta()) return toDType(result, input.dtype());
  const Tensor x = dense(input, compute), where = dense(grid, DType::Float64);
  const Sampler sampler{interpolation, padding, align};
  const int64_t channels = input.size(1), most = Points<float, Rank>::kMost,
                blocks = (places + most - 1) / most;
  visitFloat(compute, [&]<typename T>() {
    parallelFor(input.size(0) * blocks, 16, [&](int64_t first, int64_t last) {
      inVectors([&]<size_t>() TS_INLINED_LAMBDA {
        Points<T, Rank> points;
        for (int64_t block = first; block < last; ++block) {
          const int64_t n = block / blocks, place = block % blocks * most;
          points.locate(sampler, input.sizes().begin() + 2,
                        where.data<double>() + (n * places + place) * static_cast<int64_t>(Rank),
                        std::min(most, places - place));
          for (int64_t c = n * channels; c < (n + 1) * channels; ++c)
            points.sample(x.data<T>() + c * volume, result.data<T>() + c * places + place);
        }
      });
    });
  });
  return contiguous(toDType(result, input.dtype()), input.suggestedFormat());
}

Tensor gridSampler(const Tensor& input, const Tensor& grid, int64_t interpolation, int64_t padding,
                   bool align) {
  return input.dim() == 5 ? gridSamplerNd<3>(input, grid, interpolation, padding, align)
                          : gridSamplerNd<2>(input, grid, interpolation, padding, align);
}

// Applies an affine map (batch, rank, rank + 1) to the points of an image of shape `size`.
Tensor affineGrid(const Tensor& theta, const IntList& size, bool align) {
  if (size.size() != 4 && size.size() != 5)
    fail("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.");
  const auto rank = static_cast<int64_t>(size.size()) - 2;
  if (theta.dim() != 3 || theta.size(0) != size[0] || theta.size(1) != rank ||
      theta.size(2) != rank + 1)
    fail("Expected a batch of {}D affine matrices of shape Nx{}x{} for size {}. Got {}.", rank,
         rank, rank + 1, shapeText(size), shapeText(theta.sizes()));
  checkFloating("affine_grid_generator", theta.dtype());
  Dims sizes{size[0]};
  int64_t rows = 1;
  for (size_t i = 2; i < size.size(); ++i) {
    if (size[i] <= 0) fail("Expected non-zero, positive output size. Got {}", shapeText(size));
    sizes.push_back(size[i]);
    if (i + 1 < size.size()) rows *= size[i];
  }
  const int64_t width = size.back();
  sizes.push_back(rank);
  const DType compute = computeDType(theta.dtype());
  const Tensor grid = tensor::emptyBeside(theta, sizes, compute);
  if (grid.isMeta()) return toDType(grid, theta.dtype());
  const Tensor maps = contiguous(toDType(theta, compute));
  visitFloat(compute, [&]<typename T>() {
    // The coordinates along each dimension; x belongs to the last one, but is the first in a map.
    std::vector<std::vector<T>> along;
    for (size_t d = size.size(); d-- > 2;) {
      std::vector<T>& values = along.emplace_back();
      const auto count = static_cast<T>(size[d]);
      for (int64_t i = 0; i < size[d]; ++i) {
        T value = size[d] == 1 ? T(0) : T(-1) + T(2) * static_cast<T>(i) / (count - 1);
        if (!align) value = value * (count - 1) / count;
        values.push_back(value);
      }
    }
    T* const to = grid.data<T>();
    for (int64_t n = 0; n < size[0]; ++n)
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t k = 0; k < rank; ++k) {
          // The rest of a row is the same for all x.
          const T* map = maps.data<T>() + (n * rank + k) * (rank + 1);
          T same = map[rank];
          for (int64_t d = 1, rest = row; d < rank; ++d) {
            const std::vector<T>& values = along[static_cast<size_t>(d)];
            const auto count = static_cast<int64_t>(values.size());
            same += map[d] * values[static_cast<size_t>(rest % count)];
            rest /= count;
          }
          for (int64_t x = 0; x < width; ++x)
            to[((n * rows + row) * width + x) * rank + k] =
                map[0] * along[0][static_cast<size_t>(x)] + same;
        }
  });
  return toDType(grid, theta.dtype());
}

constexpr Kernel kGridSamplerKernels[] = {
    {"aten::grid_sampler", boxed<gridSampler>},
    {"aten::grid_sampler_2d", boxed<gridSamplerNd<2>>},
    {"aten::grid_sampler_2d.out", generatedOutOf<gridSamplerNd<2>>},
    {"aten::grid_sampler_3d", boxed<gridSamplerNd<3>>},
    {"aten::grid_sampler_3d.out", generatedOutOf<gridSamplerNd<3>>},
    {"aten::affine_grid_generator", boxed<affineGrid>},
    {"aten::affine_grid_generator.out", generatedOutOf<affineGrid>},
};

}  // namespace

std::span<const Kernel> gridSamplerKernels() { return kGridSamplerKernels; }

}  // namespace ts::kernels
