// Integrals and sample statistics: trapezoid, cumulative_trapezoid, cov, corrcoef; renorm, vander,
// pad_sequence.
#include <algorithm>
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/join.h"
#include "core/kernels/matmul.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/promote.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// ---- the trapezoidal rule

// Returns the pairs of neighbours along a dimension: all elements but the first, and all but the
// last.
std::pair<Tensor, Tensor> neighbours(const Tensor& y, int64_t dim) {
  const int64_t size = y.size(dim);
  return {narrow(y, dim, std::min<int64_t>(1, size), std::max<int64_t>(0, size - 1)),
          narrow(y, dim, 0, std::max<int64_t>(0, size - 1))};
}
Tensor areas(const Tensor& y, int64_t dim, const Operand& widths) {
  const auto [later, earlier] = neighbours(y, dim);
  return times(times(apply(formulas::add, {later, earlier}, {1}), widths), Scalar(0.5));
}
Tensor widthsOf(const Tensor& x, const Tensor& y, int64_t dim) {
  const bool isLine = x.dim() == 1;
  const int64_t along = isLine ? 0 : dim;
  if (x.size(along) != y.size(dim))
    fail("trapezoid(): There must be one `x` value for each sample point");
  const auto [later, earlier] = neighbours(x, along);
  Tensor widths = apply(formulas::sub, {later, earlier}, {1});
  if (isLine)
    for (int64_t i = tensor::wrapDim(dim, y.dim()) + 1; i < y.dim(); ++i)
      widths = unsqueeze(widths, -1);
  return widths;
}

Tensor nothing(const Tensor& y, int64_t dim) {
  Dims sizes = y.sizes();
  sizes.erase(static_cast<size_t>(tensor::wrapDim(dim, y.dim())));
  const Tensor result = tensor::emptyBeside(y, sizes, y.dtype());
  return fill(result, 0.0), result;
}
Tensor trapezoidX(const Tensor& y, const Tensor& x, int64_t dim) {
  if (y.size(dim) == 0) return nothing(y, dim);
  if (y.dtype() == DType::Bool || x.dtype() == DType::Bool)
    fail("trapezoid: received a bool input for `x` or `y`, but bool is not supported");
  return sum(areas(y, dim, widthsOf(x, y, dim)), IntList{dim});
}
Tensor trapezoid(const Tensor& y, const Scalar& dx, int64_t dim) {
  if (y.size(dim) == 0) return nothing(y, dim);
  if (y.dtype() == DType::Bool)
    fail("trapezoid: received a bool input for `y`, but bool is not supported");
  if (dx.isComplex()) fail("trapezoid: Currently, we only support dx as a real number.");
  // The sum without half of both ends, as PyTorch computes it.
  const Tensor ends = apply(formulas::add, {select(y, dim, 0), select(y, dim, -1)}, {1});
  return times(apply(formulas::sub, {sum(y, IntList{dim}), times(ends, Scalar(0.5))}, {1}), dx);
}
Tensor runningSum(const Tensor& self, int64_t dim) {
  static NamedKernel cumsum("aten::cumsum");
  Stack stack = {self, dim, IValue()};
  cumsum(stack);
  return stack.back().toTensor();
}
Tensor cumulativeX(const Tensor& y, const Tensor& x, int64_t dim) {
  if (y.dtype() == DType::Bool || x.dtype() == DType::Bool)
    fail("cumulative_trapezoid: received a bool input for `x` or `y`, but bool is not supported");
  return runningSum(areas(y, dim, widthsOf(x, y, dim)), dim);
}
Tensor cumulative(const Tensor& y, const Scalar& dx, int64_t dim) {
  if (y.dtype() == DType::Bool)
    fail("cumulative_trapezoid: received a bool input for `y`, but bool is not supported");
  if (dx.isComplex()) fail("cumulative_trapezoid: Currently, we only support dx as a real number.");
  return runningSum(areas(y, dim, dx), dim);
}

// ---- covariance: rows are variables, columns are observations; weights are counts and importances
// of observations

Tensor cov(const Tensor& self, int64_t correction, const Tensor& counts,
           const Tensor& importances) {
  if (self.dim() > 2)
    fail(
        "cov(): expected input to have two or fewer dimensions but got an input with {} dimensions",
        self.dim());
  if (self.dtype() == DType::Bool) fail("cov(): bool dtype is not supported for input");
  const Tensor rows = toDType(self.dim() < 2 ? reshape(self, Dims{1, self.numel()}) : self,
                              floatingFor(self.dtype()));
  const int64_t observations = rows.size(1);
  Tensor weights;
  for (const Tensor& weight : {counts, importances}) {
    if (!weight.defined()) continue;
    if (weight.dim() > 1 || weight.numel() != observations)
      fail(
          "cov(): expected weights to have the same numel as there are observations in the input "
          "but got {} != {}",
          weight.numel(), observations);
    weights = weights.defined() ? times(weights, weight) : weight;
  }
  const DType real = tensor::realOf(rows.dtype());
  const Tensor allWeights = weights.defined() ? toDType(weights, real) : Tensor();
  const double total = allWeights.defined() ? itemOf(sum(allWeights)).to<double>()
                                            : static_cast<double>(observations);
  if (allWeights.defined() && total == 0) fail("cov(): weights sum to zero, can't be normalized");
  // Importances reduce the effective number of observations.
  double divisor = total - static_cast<double>(correction);
  if (importances.defined() && correction != 0)
    divisor = total - static_cast<double>(correction) *
                          itemOf(sum(times(allWeights, toDType(importances, real)))).to<double>() /
                          total;
  divisor = std::max(0.0, divisor);
  const Tensor weighted = allWeights.defined() ? times(rows, allWeights) : rows;
  const Tensor mean = unsqueeze(times(sum(weighted, IntList{1}), Scalar(1 / total)), 1);
  const Tensor centred = apply(formulas::sub, {rows, mean}, {1});
  const Tensor products = matmul(
      centred,
      transpose(conjugated(allWeights.defined() ? times(centred, allWeights) : centred), 0, 1));
  const Tensor result = apply(formulas::div, {products, Scalar(divisor)});
  return result.numel() == 1 ? reshape(result, Dims{}) : result;
}

Tensor corrcoef(const Tensor& self) {
  if (self.dim() > 2)
    fail(
        "corrcoef(): expected input to have two or fewer dimensions but got an input with {} "
        "dimensions",
        self.dim());
  const Tensor covariances = cov(self, 1, Tensor(), Tensor());
  if (covariances.dim() == 0) return apply(formulas::div, {covariances, covariances});
  const Tensor deviations = apply(formulas::sqrt, {diagonal(covariances)});
  const Tensor scaled = apply(
      formulas::div,
      {apply(formulas::div, {covariances, unsqueeze(deviations, 1)}), unsqueeze(deviations, 0)});
  if (tensor::isComplex(scaled.dtype()) || scaled.isMeta()) return scaled;
  static NamedKernel clip("aten::clamp");
  Stack stack = {scaled, -1.0, 1.0};
  clip(stack);
  return stack.back().toTensor();
}

// ---- renorm, vander, pad_sequence

Tensor renorm(const Tensor& self, const Scalar& p, int64_t dim, const Scalar& most) {
  if (self.dim() < 2)
    fail("renorm: input needs at least 2 dimensions, got {} dimensions", self.dim());
  if (p.isComplex() || p.to<double>() <= 0) fail("renorm: non-positive-norm not supported");
  if (most.to<double>() < 0)
    fail("renorm: expected maxnorm to be >= 0 but got {}", most.to<double>());
  IntList others;
  for (int64_t i = 0; i < self.dim(); ++i)
    if (i != tensor::wrapDim(dim, self.dim())) others.push_back(i);
  const Tensor norms = toDType(vectorNorm(self, p, others, true), DType::Float64),
               factors = clone(norms, MemoryFormat::Contiguous);
  for (int64_t i = 0; !factors.isMeta() && i < factors.numel(); ++i) {
    double& value = factors.data<double>()[i];
    value = value > most.to<double>() ? most.to<double>() / (value + 1e-7) : 1;
  }
  return times(self, toDType(factors, tensor::realOf(self.dtype())));
}

Tensor vander(const Tensor& x, std::optional<int64_t> count, bool increasing) {
  if (x.dim() != 1) fail("x must be a one-dimensional tensor.");
  const int64_t columns = count.value_or(x.size(0));
  if (columns < 0) fail("N must be non-negative.");
  // Throws when the result doesn't fit into memory, before there is a tensor for each column.
  tensor::emptyBeside(x, Dims{x.size(0), columns}, x.dtype());
  TensorList powers;
  const Tensor start =
      tensor::isIntegral(x.dtype()) || x.dtype() == DType::Bool ? toDType(x, DType::Int64) : x;
  Tensor power = clone(start);
  fill(power, 1.0);
  for (int64_t i = 0; i < columns; ++i, power = times(power, start)) powers.push_back(power);
  if (!increasing) std::ranges::reverse(powers);
  return powers.empty() ? tensor::emptyBeside(x, Dims{x.size(0), 0}, start.dtype())
                        : stack(powers, 1);
}

Tensor padSequence(const TensorList& sequences, bool batchFirst, double padding,
                   const std::string& side) {
  if (sequences.empty()) fail("received an empty list of sequences");
  if (side != "left" && side != "right")
    fail("Expected padding_side to be one of left or right, but got {}.", side);
  Dims sizes = sequences[0].sizes();
  int64_t longest = 0;
  for (const Tensor& sequence : sequences) longest = std::max(longest, sequence.size(0));
  sizes[0] = longest;
  const auto count = static_cast<int64_t>(sequences.size());
  sizes.insert(batchFirst ? 0 : 1, count);
  const Tensor result = tensor::emptyBeside(sequences[0], sizes, sequences[0].dtype());
  fill(result, padding);
  for (int64_t i = 0; i < count; ++i) {
    const Tensor& sequence = sequences[static_cast<size_t>(i)];
    const int64_t start = side == "left" ? longest - sequence.size(0) : 0;
    copyInto(narrow(select(result, batchFirst ? 0 : 1, i), 0, start, sequence.size(0)), sequence);
  }
  return result;
}
// PyTorch 1.13 pads on the right.
Tensor padSequenceRight(const TensorList& sequences, bool batchFirst, double padding) {
  return padSequence(sequences, batchFirst, padding, "right");
}

constexpr Kernel kStatisticsKernels[] = {
    {"aten::trapezoid.x", boxed<trapezoidX>},
    {"aten::trapezoid.dx", boxed<trapezoid>},
    {"aten::trapz.x", boxed<trapezoidX>},
    {"aten::trapz.dx", boxed<trapezoid>},
    {"aten::cumulative_trapezoid.x", boxed<cumulativeX>},
    {"aten::cumulative_trapezoid.dx", boxed<cumulative>},
    {"aten::cov", boxed<cov>},
    {"aten::corrcoef", boxed<corrcoef>},
    {"aten::renorm", boxed<renorm>},
    {"aten::renorm_", inPlaceOf<renorm>},
    {"aten::renorm.out", sameOutOf<renorm>},
    {"aten::vander", boxed<vander>},
    {"aten::pad_sequence", boxed<padSequenceRight>, before(TorchProfile::Torch2_6)},
    {"aten::pad_sequence", boxed<padSequence>, since(TorchProfile::Torch2_6)},
};

}  // namespace

std::span<const Kernel> statisticsKernels() { return kStatisticsKernels; }

}  // namespace ts::kernels
