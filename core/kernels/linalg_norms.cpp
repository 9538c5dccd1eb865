// Norms of matrices, and operators based on singular values: matrix_norm, norm, cond, matrix_rank,
// pinv.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernels/families.h"
#include "core/kernels/linalg.h"
#include "core/kernels/matmul.h"
#include "core/kernels/pointwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels::linalg {
namespace {

using MaybeDType = std::optional<DType>;
using MaybeDims = std::optional<IntList>;

Tensor extremum(const Tensor& self, int64_t dim, bool greatest, bool keepdim) {
  static NamedKernel amax("aten::amax"), amin("aten::amin");
  const IntList dims = {dim};
  Stack stack = {self, tensor::makeIntList(dims), keepdim};
  (greatest ? amax : amin)(stack);
  return stack.back().toTensor();
}

void checkNumbers(const char* name, const Tensor& self, MaybeDType dtype) {
  if (!tensor::isFloating(self.dtype()) && !tensor::isComplex(self.dtype()))
    fail("{}: Expected a floating point or complex tensor as input. Got {}", name,
         scalarTypeName(self.dtype()));
  if (dtype && tensor::promote(self.dtype(), *dtype) != *dtype)
    fail(
        "{}: the dtype of the input ({}) should be convertible without narrowing to the specified "
        "dtype ({})",
        name, scalarTypeName(self.dtype()), scalarTypeName(*dtype));
}

// Returns the two dimensions of the matrices as non-negative numbers.
std::pair<int64_t, int64_t> matrixDims(const Tensor& self, const IntList& dims) {
  if (dims.size() != 2) fail("linalg.matrix_norm: dim must be a 2-tuple. Got {}", dims.size());
  if (self.dim() < 2)
    fail("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.");
  const int64_t first = tensor::wrapDim(dims[0], self.dim()),
                second = tensor::wrapDim(dims[1], self.dim());
  if (first == second)
    fail("linalg.matrix_norm: dims must be different. Got ({}, {})", dims[0], dims[1]);
  return {first, second};
}

// Adds the two reduced dimensions back with size 1, if keepdim.
Tensor withDims(Tensor result, int64_t first, int64_t second, bool keepdim) {
  if (!keepdim) return result;
  for (int64_t dim : {std::min(first, second), std::max(first, second)})
    result = unsqueeze(result, dim);
  return result;
}

Tensor singularValues(const Tensor& self, int64_t first, int64_t second) {
  return std::get<1>(svdOf(
      moveDim(moveDim(self, first, -1), first < second ? second - 1 : second, -1), false, false));
}

Tensor matrixNorm(const Tensor& input, const Scalar& ord, const IntList& dims, bool keepdim,
                  MaybeDType dtype) {
  checkNumbers("linalg.matrix_norm", input, dtype);
  const auto [first, second] = matrixDims(input, dims);
  const Tensor self = toDType(input, dtype.value_or(input.dtype()));
  const double order = ord.to<double>(), size = std::abs(order);
  if (size == 2) {
    const Tensor values = singularValues(self, first, second);
    return withDims(extremum(values, -1, order > 0, false), first, second, keepdim);
  }
  if (size != 1 && !std::isinf(size)) fail("linalg.matrix_norm: Order {} not supported.", order);
  // The greatest (or least) sum of absolute values of a column or row.
  const int64_t summedDim = size == 1 ? first : second, other = size == 1 ? second : first;
  const Tensor sums = vectorNorm(self, Scalar(1.0), IntList{summedDim}, keepdim);
  return extremum(sums, keepdim || other < summedDim ? other : other - 1, order > 0, keepdim);
}

Tensor matrixNormNamed(const Tensor& input, const std::string& ord, const IntList& dims,
                       bool keepdim, MaybeDType dtype) {
  checkNumbers("linalg.matrix_norm", input, dtype);
  const auto [first, second] = matrixDims(input, dims);
  if (ord == "fro") return vectorNorm(input, Scalar(2.0), IntList{first, second}, keepdim, dtype);
  if (ord != "nuc") fail("linalg.matrix_norm: Order {} not supported.", ord);
  const Tensor values =
      singularValues(toDType(input, dtype.value_or(input.dtype())), first, second);
  return withDims(sum(values, IntList{-1}), first, second, keepdim);
}

Tensor norm(const Tensor& self, const std::optional<Scalar>& ord, const MaybeDims& dims,
            bool keepdim, MaybeDType dtype) {
  if (dims && dims->size() != 1 && dims->size() != 2)
    fail("linalg.norm: If dim is specified, it must be of length 1 or 2. Got {}", dims->size());
  if (ord && !dims && self.dim() != 1 && self.dim() != 2)
    fail("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {}D.",
         self.dim());
  const bool isMatrix = dims ? dims->size() == 2 : self.dim() == 2;
  if (ord && isMatrix) return matrixNorm(self, *ord, dims.value_or(IntList{0, 1}), keepdim, dtype);
  return vectorNorm(self, ord.value_or(Scalar(2.0)), dims, keepdim, dtype);
}
Tensor normNamed(const Tensor& self, const std::string& ord, const MaybeDims& dims, bool keepdim,
                 MaybeDType dtype) {
  if (dims && dims->size() != 1 && dims->size() != 2)
    fail("linalg.norm: If dim is specified, it must be of length 1 or 2. Got {}", dims->size());
  if (!dims && self.dim() != 1 && self.dim() != 2)
    fail("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {}D.",
         self.dim());
  return matrixNormNamed(self, ord, dims.value_or(IntList{0, 1}), keepdim, dtype);
}

Tensor nuclearNorm(const Tensor& self, bool keepdim) {
  if (self.dim() != 2)
    fail("Expected a tensor with 2 dimensions, but got a tensor with {} dimensions instead.",
         self.dim());
  return matrixNormNamed(self, "nuc", {0, 1}, keepdim, {});
}
Tensor nuclearNormDims(const Tensor& self, const IntList& dims, bool keepdim) {
  if (dims.size() != 2) fail("nuclear norm requires a 'dim' argument of size 2");
  return matrixNormNamed(self, "nuc", dims, keepdim, {});
}

// ---- condition and rank

Tensor cond(const Tensor& self, const std::optional<Scalar>& p) {
  checkMatrices("linalg.cond", self, false);
  const double order = p ? p->to<double>() : 2;
  if (std::abs(order) == 2) {
    const Tensor values = std::get<1>(svdOf(self, false, false));
    return apply(formulas::div,
                 {extremum(values, -1, order > 0, false), extremum(values, -1, order < 0, false)});
  }
  if (self.size(-1) != self.size(-2))
    fail("linalg.cond: A must be batches of square matrices, but they are {} by {} matrices",
         self.size(-2), self.size(-1));
  return apply(formulas::mul, {matrixNorm(self, *p, {-2, -1}, false, {}),
                               matrixNorm(inv(self), *p, {-2, -1}, false, {})});
}
Tensor condNamed(const Tensor& self, const std::string& p) {
  checkMatrices("linalg.cond", self, true);
  return apply(formulas::mul, {matrixNormNamed(self, p, {-2, -1}, false, {}),
                               matrixNormNamed(inv(self), p, {-2, -1}, false, {})});
}

// Returns the least singular value that counts, of shape (..., 1): max(atol, rtol * greatest
// singular value). The default rtol is the dtype's epsilon times the larger size; it is 0 if there
// is an atol.
Tensor threshold(const Tensor& self, const Tensor& values, const Tensor& atol, const Tensor& rtol) {
  const double epsilon = self.dtype() == DType::Float64
                             ? std::numeric_limits<double>::epsilon()
                             : double{std::numeric_limits<float>::epsilon()};
  bool hasAtol = false;
  if (atol.defined()) {
    const Tensor plain = dense(atol, DType::Float64);
    for (int64_t i = 0; i < plain.numel(); ++i) hasAtol |= plain.data<double>()[i] > 0;
  }
  const double byDefault =
      hasAtol ? 0 : epsilon * static_cast<double>(std::max(self.size(-1), self.size(-2)));
  const Tensor greatest = values.numel() == 0 ? values : extremum(values, -1, true, false);
  const Tensor relative = rtol.defined() ? apply(formulas::mul, {rtol, greatest})
                                         : apply(formulas::mul, {greatest, Scalar(byDefault)});
  return unsqueeze(atol.defined() ? apply(formulas::maximum, {toDType(atol, values.dtype()),
                                                              toDType(relative, values.dtype())})
                                  : relative,
                   -1);
}

Tensor sizesOfEigenvalues(const Tensor& self, bool hermitian) {
  return hermitian ? apply(formulas::abs, {std::get<0>(eighOf(self, "L", false))})
                   : std::get<1>(svdOf(self, false, false));
}

Tensor matrixRank(const Tensor& self, const Tensor& atol, const Tensor& rtol, bool hermitian) {
  checkMatrices("linalg.matrix_rank", self, hermitian);
  const Tensor values = sizesOfEigenvalues(self, hermitian);
  if (values.numel() == 0) {
    const Tensor none = tensor::empty(leadOf(self), DType::Int64);
    return fill(none, 0), none;
  }
  return sum(apply(formulas::gt, {values, threshold(self, values, atol, rtol)}), IntList{-1});
}
Tensor tensorFrom(const std::optional<double>& value) {
  return value ? tensorOf(Scalar(*value), DType::Float64) : Tensor();
}
Tensor matrixRankTolerance(const Tensor& self, double tolerance, bool hermitian) {
  return matrixRank(self, tensorFrom(tolerance), tensorFrom(0.0), hermitian);
}
Tensor matrixRankTensor(const Tensor& self, const Tensor& tolerance, bool hermitian) {
  return matrixRank(self, tolerance, tensorFrom(0.0), hermitian);
}
Tensor matrixRankNumbers(const Tensor& self, std::optional<double> atol, std::optional<double> rtol,
                         bool hermitian) {
  return matrixRank(self, tensorFrom(atol), tensorFrom(rtol), hermitian);
}

// Uses the singular values above the threshold; for Hermitian matrices the eigenvalues.
Tensor pinv(const Tensor& self, const Tensor& atol, const Tensor& rtol, bool hermitian) {
  checkMatrices("linalg.pinv", self, hermitian);
  if (self.numel() == 0)
    return tensor::empty(with(leadOf(self), {self.size(-1), self.size(-2)}), self.dtype());
  Tensor left, values, right;
  if (hermitian) {
    std::tie(values, left) = eighOf(self, "L", true);
    right = transpose(left, -2, -1);
  } else {
    std::tie(left, values, right) = svdOf(self, false, true);
  }
  const Tensor sizes = hermitian ? apply(formulas::abs, {values}) : values;
  const Tensor counts = apply(formulas::gt, {sizes, threshold(self, sizes, atol, rtol)});
  // Tolerances may have more dimensions than the values.
  const Tensor inverse = clone(expand(apply(formulas::reciprocal, {values}), counts.sizes()),
                               MemoryFormat::Contiguous),
               which = contiguous(counts);
  visitFloat(inverse.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < inverse.numel(); ++i)
      if (!which.data<bool>()[i]) inverse.data<T>()[i] = 0;
  });
  return matmul(apply(formulas::mul, {transpose(right, -2, -1), unsqueeze(inverse, -2)}),
                transpose(left, -2, -1));
}
Tensor pinvTolerance(const Tensor& self, double tolerance, bool hermitian) {
  return pinv(self, Tensor(), tensorFrom(tolerance), hermitian);
}
Tensor pinvTensor(const Tensor& self, const Tensor& tolerance, bool hermitian) {
  return pinv(self, Tensor(), tolerance, hermitian);
}
Tensor pinvNumbers(const Tensor& self, std::optional<double> atol, std::optional<double> rtol,
                   bool hermitian) {
  return pinv(self, tensorFrom(atol), tensorFrom(rtol), hermitian);
}
Tensor pinverse(const Tensor& self, double tolerance) {
  return pinvTolerance(self, tolerance, false);
}

constexpr Kernel kLinalgNormKernels[] = {
    {"aten::linalg_matrix_norm", boxed<matrixNorm>},
    {"aten::linalg_matrix_norm.out", sameOutOf<matrixNorm>},
    {"aten::linalg_matrix_norm.str_ord", boxed<matrixNormNamed>},
    {"aten::linalg_matrix_norm.str_ord_out", sameOutOf<matrixNormNamed>},
    {"aten::linalg_norm", boxed<norm>},
    {"aten::linalg_norm.out", sameOutOf<norm>},
    {"aten::linalg_norm.ord_str", boxed<normNamed>},
    {"aten::linalg_norm.ord_str_out", sameOutOf<normNamed>},
    {"aten::nuclear_norm", boxed<nuclearNorm>},
    {"aten::nuclear_norm.dim", boxed<nuclearNormDims>},
    {"aten::linalg_cond", boxed<cond>},
    {"aten::linalg_cond.p_str", boxed<condNamed>},
    {"aten::linalg_matrix_rank", boxed<matrixRankTolerance>},
    {"aten::linalg_matrix_rank.tol_tensor", boxed<matrixRankTensor>},
    {"aten::linalg_matrix_rank.atol_rtol_tensor", boxed<matrixRank>},
    {"aten::linalg_matrix_rank.atol_rtol_float", boxed<matrixRankNumbers>},
    {"aten::linalg_pinv", boxed<pinvTolerance>},
    {"aten::linalg_pinv.rcond_tensor", boxed<pinvTensor>},
    {"aten::linalg_pinv.atol_rtol_tensor", boxed<pinv>},
    {"aten::linalg_pinv.atol_rtol_float", boxed<pinvNumbers>},
    {"aten::pinverse", boxed<pinverse>},
};

}  // namespace
}  // namespace ts::kernels::linalg

namespace ts::kernels {

std::span<const Kernel> linalgNormKernels() { return linalg::kLinalgNormKernels; }

}  // namespace ts::kernels
