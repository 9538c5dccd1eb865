// Distances and similarities of rows, and losses of them: cosine_similarity, pairwise_distance,
// cdist, pdist.
#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/gemm.h"
#include "core/kernels/losses.h"
#include "core/kernels/parallel.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"

namespace ts::kernels {
namespace {

// Returns f.operator()<kBytes>(row of a, row of b, count), doubles, for pairs of rows along `dim`.
// The rows have elements of float or double.
template <typename F>
Tensor rowwise(const Tensor& a, const Tensor& b, int64_t dim, const F& f) {
  const Dims sizes = tensor::broadcastShapes(a.sizes(), b.sizes());
  const int64_t at = tensor::wrapDim(dim, static_cast<int64_t>(sizes.size()));
  Dims kept = sizes;
  const int64_t length = kept.empty() ? 1 : sizes[static_cast<size_t>(at)];
  if (!kept.empty()) kept.erase(static_cast<size_t>(at));
  const Tensor result = tensor::emptyBeside(a, kept, DType::Float64);
  if (result.isMeta()) return result;
  const DType wide = lossComputeDType(tensor::promote(a.dtype(), b.dtype()));
  auto rows = [&](const Tensor& t) {
    return dense(sizes.empty() ? t : moveDim(expand(t, sizes), at, -1), wide);
  };
  const Tensor x = rows(a), y = rows(b);
  const int64_t count = result.numel();
  double* to = result.data<double>();
  visitFloat(wide, [&]<typename T>() {
    const T *from = x.data<T>(), *other = y.data<T>();
    inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
      for (int64_t i = 0; i < count; ++i)
        to[i] = f.template operator()<kBytes>(from + i * length, other + i * length, length);
    });
  });
  return result;
}

// The least number of differences for a thread.
constexpr int64_t kLeastWork = 65536;

template <size_t kBytes, typename T>
TS_INLINED double distance(const T* a, const T* b, int64_t count, double p, double eps) {
  const T small = static_cast<T>(eps);
  if (p == 2)
    return std::sqrt(sumOfPairs<kBytes>(
        [small](auto& to, const auto& x, const auto& y) TS_INLINED_LAMBDA {
          const auto difference = x - y + small;
          to = difference * difference;
        },
        a, b, count));
  if (p == 1)
    return sumOfPairs<kBytes>(
        [small](auto& to, const auto& x, const auto& y) TS_INLINED_LAMBDA {
          const auto difference = x - y + small;
          to = difference < 0 ? -difference : difference;
        },
        a, b, count);
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double d = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]) + eps);
    sum = p == 0 ? sum + (d != 0) : std::isinf(p) ? std::max(sum, d) : sum + std::pow(d, p);
  }
  return p == 0 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

struct Products {
  double xx, yy, xy;
};
template <size_t kBytes, typename T>
TS_INLINED Products productsOf(const T* x, const T* y, int64_t count) {
  const auto multiply = [](auto& to, const auto& a, const auto& b)
                            TS_INLINED_LAMBDA { to = a * b; };
  return {sumOfPairs<kBytes>(multiply, x, x, count), sumOfPairs<kBytes>(multiply, y, y, count),
          sumOfPairs<kBytes>(multiply, x, y, count)};
}

Tensor cosineSimilarity(const Tensor& a, const Tensor& b, int64_t dim, double eps) {
  const DType dtype = tensor::promote(a.dtype(), b.dtype());
  if (!tensor::isFloating(dtype))
    fail("expected common dtype to be floating point, yet common dtype is {}",
         scalarTypeName(dtype));
  const Tensor result =
      rowwise(a, b, dim,
              [eps]<size_t kBytes>(const auto* x, const auto* y, int64_t count) TS_INLINED_LAMBDA {
                const auto [xx, yy, xy] = productsOf<kBytes>(x, y, count);
                return xy / (std::max(std::sqrt(xx), eps) * std::max(std::sqrt(yy), eps));
              });
  return toDType(result, dtype);
}

// Returns doubles.
Tensor distances(const Tensor& a, const Tensor& b, double p, double eps) {
  return rowwise(a, b, -1,
                 [=]<size_t kBytes>(const auto* x, const auto* y, int64_t count)
                     TS_INLINED_LAMBDA { return distance<kBytes>(x, y, count, p, eps); });
}
Tensor pairwiseDistance(const Tensor& a, const Tensor& b, double p, double eps, bool keepdim) {
  const Tensor result = toDType(distances(a, b, p, eps), tensor::promote(a.dtype(), b.dtype()));
  return keepdim ? unsqueeze(result, -1) : result;
}

Tensor cosineEmbedding(const Tensor& a, const Tensor& b, const Tensor& target, double margin,
                       int64_t reduction) {
  if (a.dim() > 2 || a.dim() < 1 || target.dim() != a.dim() - 1 || a.sizes() != b.sizes())
    fail("cosine_embedding_loss: inputs of shapes {} and {} don't fit a target of shape {}",
         tensor::shapeText(a.sizes()), tensor::shapeText(b.sizes()),
         tensor::shapeText(target.sizes()));
  // PyTorch adds an epsilon to the squares instead of bounding the norms.
  const Tensor cosine = rowwise(
      a, b, -1, []<size_t kBytes>(const auto* x, const auto* y, int64_t count) TS_INLINED_LAMBDA {
        const auto [xx, yy, xy] = productsOf<kBytes>(x, y, count);
        return xy / std::sqrt((xx + 1e-12) * (yy + 1e-12));
      });
  const Tensor losses =
      pointwiseLoss<2>({cosine, target}, kNone, [margin](double c, double t) TS_INLINED_LAMBDA {
        return t == 1 ? 1 - c : t == -1 ? aboveZero(c - margin) : 0;
      });
  return reduced(losses, reduction, a.dtype());
}

Tensor tripletMargin(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                     double margin, double p, double eps, bool swap, int64_t reduction) {
  if (anchor.dim() != positive.dim() || anchor.dim() != negative.dim())
    fail("All inputs should have same dimension but got {}D, {}D and {}D inputs.", anchor.dim(),
         positive.dim(), negative.dim());
  const Tensor far = distances(anchor, negative, p, eps),
               other = swap ? distances(positive, negative, p, eps) : far;
  const Tensor losses = pointwiseLoss<3>(
      {distances(anchor, positive, p, eps), far, other}, kNone,
      [margin](double near, double x, double y)
          TS_INLINED_LAMBDA { return aboveZero(margin + near - (y < x ? y : x)); });
  return reduced(losses, reduction, anchor.dtype());
}

// Euclidean distances of the rows of two batches of matrices by a product of the matrices, as in
// PyTorch: rows that are nearly equal lose digits.
template <typename T>
void euclideanByProduct(const Tensor& result, const Tensor& x, const Tensor& y) {
  auto squaresOf = [](const Tensor& rows) {
    return sum(apply(formulas::mul, {rows, rows}), IntList{-1});
  };
  const Tensor product = batchedProduct(x, transpose(y, -2, -1)), squares = squaresOf(x),
               others = squaresOf(y);
  const int64_t rows = x.size(-2), columns = y.size(-2), count = squares.numel();
  const T *from = product.data<T>(), *own = squares.data<T>(), *other = others.data<T>();
  T* to = result.data<T>();
  inVectors([=]<size_t>() TS_INLINED_LAMBDA {
    for (int64_t i = 0; i < count; ++i)
      for (int64_t k = 0; k < columns; ++k) {
        const T square = own[i] + other[i / rows * columns + k] - 2 * from[i * columns + k];
        to[i * columns + k] = std::sqrt(square < 0 ? 0 : square);
      }
  });
}

// Returns the distances of all pairs of rows of two batches of matrices. By `mode`, euclidean
// distances are computed by a product: 0: of matrices with more than 25 rows, 1: always.
Tensor cdistOf(const Tensor& a, const Tensor& b, double p, int64_t mode) {
  if (a.dim() < 2 || b.dim() < 2)
    fail("cdist only supports at least 2D tensors, X1 got: {}D and X2 got: {}D", a.dim(), b.dim());
  if (a.size(-1) != b.size(-1))
    fail("X1 and X2 must have the same number of columns. X1: {} X2: {}", a.size(-1), b.size(-1));
  if (p < 0) fail("cdist only supports non-negative p values");
  checkFloating("cdist", a.dtype());
  checkFloating("cdist", b.dtype());
  const DType dtype = tensor::promote(a.dtype(), b.dtype()), wide = lossComputeDType(dtype);
  const int64_t rows = a.size(-2), columns = b.size(-2), length = a.size(-1);
  const std::span<const int64_t> own = a.sizes(), other = b.sizes();
  const Dims batch =
      tensor::broadcastShapes(own.first(own.size() - 2), other.first(other.size() - 2));
  auto with = [&](int64_t first, int64_t second) {
    Dims sizes = batch;
    sizes.push_back(first);
    sizes.push_back(second);
    return sizes;
  };
  const Tensor result = tensor::emptyBeside(a, with(rows, columns), wide);
  if (result.isMeta() || result.numel() == 0) return toDType(result, dtype);
  const Tensor x = dense(expand(a, with(rows, length)), wide),
               y = dense(expand(b, with(columns, length)), wide);
  const bool byProduct =
      p == 2 && length > 0 && (mode == 1 || (mode == 0 && (rows > 25 || columns > 25)));
  visitFloat(wide, [&]<typename T>() {
    if (byProduct) return euclideanByProduct<T>(result, x, y);
    const int64_t count = tensor::product(batch) * rows;
    const T *from = x.data<T>(), *others = y.data<T>();
    T* to = result.data<T>();
    const int64_t least = 1 + kLeastWork / std::max<int64_t>(1, columns * length);
    parallelFor(count, least, [=](int64_t first, int64_t last) {
      inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
        for (int64_t i = first; i < last; ++i)
          for (int64_t k = 0; k < columns; ++k)
            to[i * columns + k] = static_cast<T>(distance<kBytes>(
                from + i * length, others + (i / rows * columns + k) * length, length, p, 0));
      });
    });
  });
  return toDType(result, dtype);
}
Tensor cdist(const Tensor& a, const Tensor& b, double p, std::optional<int64_t> mode) {
  return cdistOf(a, b, p, mode.value_or(0));
}
Tensor euclidean(const Tensor& a, const Tensor& b) { return cdistOf(a, b, 2, 0); }

Tensor pdist(const Tensor& self, double p) {
  if (self.dim() != 2) fail("pdist only supports 2D tensors, got: {}D", self.dim());
  checkFloating("pdist", self.dtype());
  if (p < 0) fail("pdist only supports non-negative p values");
  const int64_t rows = self.size(0), columns = self.size(1);
  const DType wide = lossComputeDType(self.dtype());
  const Tensor result = tensor::emptyBeside(self, Dims{rows * (rows - 1) / 2}, wide);
  if (result.isMeta()) return toDType(result, self.dtype());
  const Tensor x = dense(self, wide);
  visitFloat(wide, [&]<typename T>() {
    const T* from = x.data<T>();
    T* to = result.data<T>();
    const int64_t least = 1 + kLeastWork / std::max<int64_t>(1, rows * columns);
    parallelFor(rows, least, [=](int64_t first, int64_t last) {
      inVectors([=]<size_t kBytes>() TS_INLINED_LAMBDA {
        for (int64_t i = first; i < last; ++i) {
          T* const row = to + i * (2 * rows - i - 1) / 2;
          for (int64_t j = i + 1; j < rows; ++j)
            row[j - i - 1] = static_cast<T>(
                distance<kBytes>(from + i * columns, from + j * columns, columns, p, 0));
        }
      });
    });
  });
  return toDType(result, self.dtype());
}

constexpr Kernel kDistanceKernels[] = {
    {"aten::cosine_similarity", boxed<cosineSimilarity>},
    {"aten::pairwise_distance", boxed<pairwiseDistance>},
    {"aten::cosine_embedding_loss", boxed<cosineEmbedding>},
    {"aten::triplet_margin_loss", boxed<tripletMargin>},
    {"aten::cdist", boxed<cdist>},
    {"aten::_cdist_forward", boxed<cdist>},
    {"aten::_cdist_forward.out", generatedOutOf<cdist>},
    {"aten::_euclidean_dist", boxed<euclidean>},
    {"aten::_euclidean_dist.out", generatedOutOf<euclidean>},
    {"aten::pdist", boxed<pdist>},
    {"aten::_pdist_forward", boxed<pdist>},
    {"aten::_pdist_forward.out", generatedOutOf<pdist>},
};

}  // namespace

std::span<const Kernel> distanceKernels() { return kDistanceKernels; }

}  // namespace ts::kernels
