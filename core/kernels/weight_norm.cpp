// Operators of torch.nn.utils.weight_norm: norms of slices, and scaling slices to given norms.
#include <cmath>

#include "core/kernels/copy.h"
#include "core/kernels/families.h"
#include "core/kernels/widen.h"

namespace ts::kernels {
namespace {

// The slices of a contiguous tensor along one dimension; -1: the whole tensor is one slice.
struct Slices {
  int64_t count, inner;
  Slices(const Tensor& tensor, int64_t dim) : count(dim == -1 ? 1 : tensor.size(dim)), inner(1) {
    for (int64_t d = dim + 1; dim != -1 && d < tensor.dim(); ++d) inner *= tensor.size(d);
  }
  size_t of(int64_t element) const { return static_cast<size_t>(element / inner % count); }
};

// The dimension whose slices have norms, counted from the start. -1 stays: one norm for the tensor.
int64_t normedDim(const Tensor& v, int64_t dim) {
  if (dim == -1) return dim;
  if (v.dim() == 0)
    tensor::fail(tensor::ErrorKind::Index, "Dimension specified as {} but tensor has no dimensions",
                 dim);
  return tensor::wrapDim(dim, v.dim());
}

std::vector<double> lengths(const Tensor& wide, const Slices& slices, int64_t power) {
  std::vector<double> sums(static_cast<size_t>(slices.count));
  visitFloat(wide.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < wide.numel(); ++i)
      sums[slices.of(i)] += std::pow(std::fabs(static_cast<double>(wide.data<T>()[i])), power);
  });
  for (double& sum : sums) sum = std::pow(sum, 1.0 / static_cast<double>(power));
  return sums;
}

Tensor normExceptDim(const Tensor& v, int64_t power, int64_t dim) {
  checkFloating("norm_except_dim", v.dtype());
  dim = normedDim(v, dim);
  const Tensor wide = widened(v);
  const std::vector<double> norms = lengths(wide, Slices(v, dim), power);
  Dims sizes;
  if (dim != -1) {
    sizes = Dims(static_cast<size_t>(v.dim()), 1);
    sizes[static_cast<size_t>(dim)] = v.size(dim);
  }
  const Tensor result = tensor::empty(sizes, wide.dtype());
  visitFloat(wide.dtype(), [&]<typename T>() {
    for (size_t i = 0; i < norms.size(); ++i) result.data<T>()[i] = static_cast<T>(norms[i]);
  });
  return toDType(result, v.dtype());
}

Tensor weightNorm(const Tensor& v, const Tensor& g, int64_t dim) {
  checkFloating("_weight_norm", v.dtype());
  checkSameDType("_weight_norm", v, g);
  dim = normedDim(v, dim);
  const Tensor wide = widened(v), wideLengths = widened(g);
  const Slices slices(v, dim);
  if (g.numel() != slices.count)
    tensor::fail("a weight with {} slices needs as many norms, not {}", slices.count, g.numel());
  const std::vector<double> norms = lengths(wide, slices, 2);
  const Tensor result = tensor::empty(v.sizes(), wide.dtype());
  visitFloat(wide.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < v.numel(); ++i) {
      const size_t slice = slices.of(i);
      result.data<T>()[i] =
          static_cast<T>(wide.data<T>()[i] * (wideLengths.data<T>()[slice] / norms[slice]));
    }
  });
  return toDType(result, v.dtype());
}

constexpr Kernel kWeightNormKernels[] = {
    {"aten::norm_except_dim", boxed<normExceptDim>},
    {"aten::_weight_norm", boxed<weightNorm>},
};

}  // namespace

std::span<const Kernel> weightNormKernels() { return kWeightNormKernels; }

}  // namespace ts::kernels
