// Element-wise losses: mse, l1, huber, binary cross entropy, kl_div and similar; distances.
#include "core/kernels/losses.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {

Tensor doubles(const Tensor& tensor, std::span<const int64_t> sizes) {
  return dense(expand(tensor, sizes), DType::Float64);
}

Tensor reduced(const Tensor& losses, int64_t reduction, DType dtype) {
  if (reduction == kNone) return toDType(losses, dtype);
  if (reduction != kMean && reduction != kSum) fail("{} is not a valid reduction", reduction);
  const Tensor result = tensor::emptyBeside(losses, Dims{}, DType::Float64);
  if (!result.isMeta()) {
    double sum = 0;
    for (int64_t i = 0; i < losses.numel(); ++i) sum += losses.data<double>()[i];
    *result.data<double>() = reduction == kSum ? sum : sum / static_cast<double>(losses.numel());
  }
  return toDType(result, dtype);
}

namespace {

Tensor orOnes(const Tensor& tensor, const Tensor& like) {
  if (tensor.defined()) return tensor;
  const Tensor ones = tensor::emptyBeside(like, Dims{}, like.dtype());
  fill(ones, 1);
  return ones;
}

Tensor mse(const Tensor& x, const Tensor& y, int64_t reduction) {
  return pointwiseLoss<2>({x, y}, reduction, [](double a, double b) { return (a - b) * (a - b); });
}
Tensor l1(const Tensor& x, const Tensor& y, int64_t reduction) {
  return pointwiseLoss<2>({x, y}, reduction, [](double a, double b) { return std::abs(a - b); });
}
Tensor smoothL1(const Tensor& x, const Tensor& y, int64_t reduction, double beta) {
  if (beta < 0) fail("smooth_l1_loss does not support negative values for beta.");
  return pointwiseLoss<2>({x, y}, reduction, [beta](double a, double b) {
    const double d = std::abs(a - b);
    return d < beta ? 0.5 * d * d / beta : d - 0.5 * beta;
  });
}
Tensor huber(const Tensor& x, const Tensor& y, int64_t reduction, double delta) {
  if (delta <= 0) fail("huber_loss does not support non-positive values for delta.");
  return pointwiseLoss<2>({x, y}, reduction, [delta](double a, double b) {
    const double d = std::abs(a - b);
    return d < delta ? 0.5 * d * d : delta * (d - 0.5 * delta);
  });
}
Tensor binaryCrossEntropy(const Tensor& x, const Tensor& target, const Tensor& weight,
                          int64_t reduction) {
  return pointwiseLoss<3>(
      {x, target, orOnes(weight, x)}, reduction, [](double p, double t, double w) {
        if (!(p >= 0 && p <= 1)) fail("all elements of input should be between 0 and 1");
        return -w *
               (t * std::max(std::log(p), -100.0) + (1 - t) * std::max(std::log1p(-p), -100.0));
      });
}
Tensor binaryCrossEntropyLogits(const Tensor& x, const Tensor& target, const Tensor& weight,
                                const Tensor& positive, int64_t reduction) {
  return pointwiseLoss<4>(
      {x, target, orOnes(weight, x), orOnes(positive, x)}, reduction,
      [](double a, double t, double w, double p) {
        return w * ((1 - t) * a +
                    ((p - 1) * t + 1) * (std::log1p(std::exp(-std::abs(a))) + std::max(-a, 0.0)));
      });
}
Tensor klDiv(const Tensor& x, const Tensor& target, int64_t reduction, bool logTarget) {
  return pointwiseLoss<2>({x, target}, reduction, [logTarget](double a, double t) {
    if (logTarget) return std::exp(t) * (t - a);
    return (t == 0 ? 0 : t * std::log(t)) - t * a;
  });
}
Tensor marginRanking(const Tensor& x, const Tensor& y, const Tensor& target, double margin,
                     int64_t reduction) {
  return pointwiseLoss<3>({x, y, target}, reduction, [margin](double a, double b, double t) {
    return std::max(0.0, -t * (a - b) + margin);
  });
}
Tensor hingeEmbedding(const Tensor& x, const Tensor& target, double margin, int64_t reduction) {
  return pointwiseLoss<2>({x, target}, reduction, [margin](double a, double t) {
    return (t != 1 ? std::max(0.0, margin - a) : 0) + (t != -1 ? a : 0);
  });
}
Tensor softMargin(const Tensor& x, const Tensor& target, int64_t reduction) {
  return pointwiseLoss<2>({x, target}, reduction,
                          [](double a, double t) { return std::log1p(std::exp(-t * a)); });
}
Tensor poissonNll(const Tensor& x, const Tensor& target, bool logInput, bool full, double eps,
                  int64_t reduction) {
  return pointwiseLoss<2>({x, target}, reduction, [=](double a, double t) {
    const double loss = logInput ? std::exp(a) - t * a : a - t * std::log(a + eps);
    return loss + (full && t > 1 ? t * std::log(t) - t + 0.5 * std::log(2 * M_PI * t) : 0);
  });
}

// Calls f(row of a, row of b, count) for pairs of rows along `dim`; f returns an element of the
// result.
template <typename F>
Tensor rowwise(const Tensor& a, const Tensor& b, int64_t dim, DType dtype, F&& f) {
  const Dims sizes = tensor::broadcastShapes(a.sizes(), b.sizes());
  const int64_t at = tensor::wrapDim(dim, static_cast<int64_t>(sizes.size()));
  Dims kept = sizes;
  const int64_t length = kept.empty() ? 1 : sizes[static_cast<size_t>(at)];
  if (!kept.empty()) kept.erase(static_cast<size_t>(at));
  const Tensor result = tensor::emptyBeside(a, kept, DType::Float64);
  if (result.isMeta()) return toDType(result, dtype);
  auto rows = [&](const Tensor& t) {
    return dense(sizes.empty() ? t : moveDim(expand(t, sizes), at, -1), DType::Float64);
  };
  const Tensor x = rows(a), y = rows(b);
  for (int64_t i = 0; i < result.numel(); ++i)
    result.data<double>()[i] =
        f(x.data<double>() + i * length, y.data<double>() + i * length, length);
  return toDType(result, dtype);
}

double distance(const double* a, const double* b, int64_t count, double p, double eps) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double d = std::abs(a[i] - b[i] + eps);
    sum = p == 0 ? sum + (d != 0) : std::isinf(p) ? std::max(sum, d) : sum + std::pow(d, p);
  }
  return p == 0 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

Tensor cosineSimilarity(const Tensor& a, const Tensor& b, int64_t dim, double eps) {
  const DType dtype = tensor::promote(a.dtype(), b.dtype());
  if (!tensor::isFloating(dtype))
    fail("expected common dtype to be floating point, yet common dtype is {}",
         scalarTypeName(dtype));
  return rowwise(a, b, dim, dtype, [eps](const double* x, const double* y, int64_t count) {
    double xx = 0, yy = 0, xy = 0;
    for (int64_t i = 0; i < count; ++i) xx += x[i] * x[i], yy += y[i] * y[i], xy += x[i] * y[i];
    return xy / (std::max(std::sqrt(xx), eps) * std::max(std::sqrt(yy), eps));
  });
}

Tensor pairwiseDistance(const Tensor& a, const Tensor& b, double p, double eps, bool keepdim) {
  const Tensor result = rowwise(a, b, -1, tensor::promote(a.dtype(), b.dtype()),
                                [=](const double* x, const double* y, int64_t count) {
                                  return distance(x, y, count, p, eps);
                                });
  return keepdim ? unsqueeze(result, -1) : result;
}

Tensor cosineEmbedding(const Tensor& a, const Tensor& b, const Tensor& target, double margin,
                       int64_t reduction) {
  if (a.dim() > 2 || a.dim() < 1 || target.dim() != a.dim() - 1 || a.sizes() != b.sizes())
    fail("cosine_embedding_loss: inputs of shapes {} and {} don't fit a target of shape {}",
         tensor::shapeText(a.sizes()), tensor::shapeText(b.sizes()),
         tensor::shapeText(target.sizes()));
  // PyTorch adds an epsilon to the squares instead of bounding the norms.
  const Tensor cosine =
      rowwise(a, b, -1, a.dtype(), [](const double* x, const double* y, int64_t count) {
        double xx = 1e-12, yy = 1e-12, xy = 0;
        for (int64_t i = 0; i < count; ++i) xx += x[i] * x[i], yy += y[i] * y[i], xy += x[i] * y[i];
        return xy / std::sqrt(xx * yy);
      });
  const Tensor losses = pointwiseLoss<2>(
      {toDType(cosine, DType::Float64), target}, kNone, [margin](double c, double t) {
        return t == 1 ? 1 - c : t == -1 ? std::max(0.0, c - margin) : 0;
      });
  return reduced(toDType(losses, DType::Float64), reduction, a.dtype());
}

Tensor tripletMargin(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                     double margin, double p, double eps, bool swap, int64_t reduction) {
  if (anchor.dim() != positive.dim() || anchor.dim() != negative.dim())
    fail("All inputs should have same dimension but got {}D, {}D and {}D inputs.", anchor.dim(),
         positive.dim(), negative.dim());
  auto between = [&](const Tensor& a, const Tensor& b) {
    return toDType(
        pairwiseDistance(toDType(a, DType::Float64), toDType(b, DType::Float64), p, eps, false),
        DType::Float64);
  };
  const Tensor far = between(anchor, negative), other = swap ? between(positive, negative) : far;
  const Tensor losses = pointwiseLoss<3>({between(anchor, positive), far, other}, kNone,
                                         [margin](double near, double x, double y) {
                                           return std::max(0.0, margin + near - std::min(x, y));
                                         });
  return reduced(losses, reduction, anchor.dtype());
}

// Returns the distances of all pairs of rows of two batches of matrices.
Tensor cdistOf(const Tensor& a, const Tensor& b, double p) {
  if (a.dim() < 2 || b.dim() < 2)
    fail("cdist only supports at least 2D tensors, X1 got: {}D and X2 got: {}D", a.dim(), b.dim());
  if (a.size(-1) != b.size(-1))
    fail("X1 and X2 must have the same number of columns. X1: {} X2: {}", a.size(-1), b.size(-1));
  if (p < 0) fail("cdist only supports non-negative p values");
  checkFloating("cdist", a.dtype());
  checkFloating("cdist", b.dtype());
  return rowwise(
      unsqueeze(a, -2), unsqueeze(b, -3), -1, tensor::promote(a.dtype(), b.dtype()),
      [p](const double* x, const double* y, int64_t count) { return distance(x, y, count, p, 0); });
}
Tensor cdist(const Tensor& a, const Tensor& b, double p, const IValue&) { return cdistOf(a, b, p); }
Tensor euclidean(const Tensor& a, const Tensor& b) { return cdistOf(a, b, 2); }

Tensor pdist(const Tensor& self, double p) {
  if (self.dim() != 2) fail("pdist only supports 2D tensors, got: {}D", self.dim());
  checkFloating("pdist", self.dtype());
  if (p < 0) fail("pdist only supports non-negative p values");
  const int64_t rows = self.size(0), columns = self.size(1);
  const Tensor result = tensor::emptyBeside(self, Dims{rows * (rows - 1) / 2}, DType::Float64);
  if (result.isMeta()) return toDType(result, self.dtype());
  const Tensor x = dense(self, DType::Float64);
  double* to = result.data<double>();
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = i + 1; j < rows; ++j)
      *to++ =
          distance(x.data<double>() + i * columns, x.data<double>() + j * columns, columns, p, 0);
  return toDType(result, self.dtype());
}

constexpr Kernel kLossKernels[] = {
    {"aten::mse_loss", boxed<mse>},
    {"aten::mse_loss.out", outOf<mse>},
    {"aten::l1_loss", boxed<l1>},
    {"aten::smooth_l1_loss", boxed<smoothL1>},
    {"aten::smooth_l1_loss.out", outOf<smoothL1>},
    {"aten::huber_loss", boxed<huber>},
    {"aten::huber_loss.out", outOf<huber>},
    {"aten::binary_cross_entropy", boxed<binaryCrossEntropy>},
    {"aten::binary_cross_entropy.out", sameOutOf<binaryCrossEntropy>},
    {"aten::binary_cross_entropy_with_logits", boxed<binaryCrossEntropyLogits>},
    {"aten::binary_cross_entropy_with_logits.out", generatedOutOf<binaryCrossEntropyLogits>},
    {"aten::kl_div", boxed<klDiv>},
    {"aten::margin_ranking_loss", boxed<marginRanking>},
    {"aten::hinge_embedding_loss", boxed<hingeEmbedding>},
    {"aten::soft_margin_loss", boxed<softMargin>},
    {"aten::soft_margin_loss.out", sameOutOf<softMargin>},
    {"aten::poisson_nll_loss", boxed<poissonNll>},
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

std::span<const Kernel> lossKernels() { return kLossKernels; }

}  // namespace ts::kernels
