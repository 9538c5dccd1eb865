// Systems of equations from factorisations, least squares, eigenvalues of general matrices, the
// matrix exponential.
#include <algorithm>
#include <cmath>

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

// Expands the matrices of both to the same batch.
std::pair<Tensor, Tensor> inOneBatch(const Tensor& a, const Tensor& b) {
  const Dims lead = tensor::broadcastShapes(leadOf(a), leadOf(b));
  return {expand(a, with(lead, {a.size(-2), a.size(-1)})),
          expand(b, with(lead, {b.size(-2), b.size(-1)}))};
}

// ---- Cholesky factors

Tensor choleskySolve(const Tensor& b, const Tensor& factor, bool upper) {
  checkMatrices("cholesky_solve", factor, true);
  checkMatrices("cholesky_solve", b, false);
  if (b.size(-2) != factor.size(-1))
    fail(
        "Incompatible matrix sizes for cholesky_solve: each A matrix is {} by {} but each b matrix "
        "is {} by {}",
        factor.size(-2), factor.size(-1), b.size(-2), b.size(-1));
  const auto [triangle, right] = inOneBatch(factor, b);
  const Tensor lower = upper ? transpose(triangle, -2, -1) : triangle;
  return solveTriangular(transpose(lower, -2, -1),
                         solveTriangular(lower, right, false, true, false), true, true, false);
}
Tensor choleskySolveByRows(const Tensor& b, const Tensor& factor, bool upper) {
  return contiguous(choleskySolve(b, factor, upper));
}
Tensor choleskyInverse(const Tensor& factor, bool upper) {
  checkMatrices("cholesky_inverse", factor, true);
  return choleskySolve(identity(leadOf(factor), factor.size(-1), factor.dtype()), factor, upper);
}

// ---- LU: unpacking, and solving systems

// Returns the permutation matrix of the row exchanges that LAPACK recorded.
Tensor permutation(const Tensor& pivots, int64_t rows, DType dtype) {
  Dims lead = pivots.sizes();
  lead.resize(lead.size() - 1);
  const Tensor permutation = tensor::empty(with(lead, {rows, rows}), DType::Float64),
               exchanges = dense(pivots, DType::Int32);
  fill(permutation, 0);
  const int64_t count = pivots.size(-1), batches = tensor::product(lead);
  for (int64_t i = 0; i < batches; ++i) {
    std::vector<int64_t> order(static_cast<size_t>(rows));
    for (int64_t k = 0; k < rows; ++k) order[static_cast<size_t>(k)] = k;
    for (int64_t k = 0; k < count; ++k) {
      const int64_t other = exchanges.data<int32_t>()[i * count + k] - 1;
      if (other < 0 || other >= rows)
        fail("pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive, but got {}",
             other + 1);
      std::swap(order[static_cast<size_t>(k)], order[static_cast<size_t>(other)]);
    }
    for (int64_t k = 0; k < rows; ++k)
      permutation.data<double>()[(i * rows + order[static_cast<size_t>(k)]) * rows + k] = 1;
  }
  return toDType(permutation, dtype);
}

// Splits LU into L, with ones on the diagonal, and U. Their inner size is the smaller size of LU.
std::pair<Tensor, Tensor> triangles(const Tensor& lu) {
  const int64_t rows = lu.size(-2), columns = lu.size(-1), least = std::min(rows, columns);
  const Tensor lower = clone(narrow(lu, -1, 0, least), MemoryFormat::Contiguous),
               upper = clone(narrow(lu, -2, 0, least), MemoryFormat::Contiguous);
  visitFloat(lu.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < tensor::product(leadOf(lu)); ++i) {
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = r; c < least; ++c)
          lower.data<T>()[(i * rows + r) * least + c] = T(c == r ? 1 : 0);
      for (int64_t r = 0; r < least; ++r)
        for (int64_t c = 0; c < r; ++c) upper.data<T>()[(i * least + r) * columns + c] = 0;
    }
  });
  return {lower, upper};
}

Triple luUnpack(const Tensor& lu, const Tensor& pivots, bool wantsData, bool wantsPivots) {
  checkMatrices("lu_unpack", lu, false);
  if (pivots.dtype() != DType::Int32)
    fail("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.");
  const Tensor none = tensor::empty(Dims{0}, lu.dtype());
  const auto [lower, upper] = wantsData ? triangles(lu) : std::pair(none, none);
  return {wantsPivots ? permutation(pivots, lu.size(-2), lu.dtype()) : none, lower, upper};
}
Triple luParts(const Tensor& a, bool pivot) {
  checkMatrices("linalg.lu", a, false);
  if (!pivot) fail("linalg.lu_factor: LU without pivoting is not implemented on the CPU");
  const Lu lu = luOf(a);
  return luUnpack(lu.lu.tensor(a.dtype()), lu.pivots, true, true);
}

Tensor luSolve(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left, bool adjoint) {
  checkMatrices("linalg.lu_solve", lu, true);
  checkMatrices("linalg.lu_solve", b, false);
  const auto [lower, upper] = triangles(lu);
  const Tensor rows = permutation(pivots, lu.size(-2), lu.dtype());
  const Tensor product = matmul(rows, matmul(lower, upper));
  return solve(adjoint ? transpose(product, -2, -1) : product, b, left);
}
Tensor luSolveOld(const Tensor& b, const Tensor& lu, const Tensor& pivots) {
  return luSolve(lu, pivots, b, true, false);
}

Pair triangularSolve(const Tensor& b, const Tensor& a, bool upper, bool transposed, bool unit) {
  checkMatrices("triangular_solve", a, true);
  const Tensor matrix = transposed ? transpose(a, -2, -1) : a;
  return {solveTriangular(matrix, b, upper != transposed, true, unit), clone(a)};
}

// ---- least squares

std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor& a, const Tensor& b,
                                                 std::optional<double> rcond,
                                                 const std::optional<std::string>& driver) {
  checkMatrices("linalg.lstsq", a, false);
  if (a.dtype() != b.dtype())
    fail(
        "linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {} "
        "and other's dtype {}",
        scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  const std::string how = driver.value_or("gelsy");
  if (how != "gels" && how != "gelsy" && how != "gelsd" && how != "gelss")
    fail("linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)");
  Dims vectors = a.sizes();
  vectors.resize(vectors.size() - 1);
  const bool isVector = b.dim() == 1 || (a.dim() - 1 == b.dim() && b.sizes() == vectors);
  const Tensor rhs = isVector ? unsqueeze(b, -1) : b;
  if (rhs.dim() < 2 || rhs.size(-2) != a.size(-2))
    fail("linalg.lstsq: input.size(-2) should match other.size({})", isVector ? -1 : -2);
  const auto [matrix, right] = inOneBatch(a, rhs);
  const double epsilon =
      a.dtype() == DType::Float64 ? 2.220446049250313e-16 : 1.1920928955078125e-07;
  const double relative =
      rcond.value_or(epsilon * static_cast<double>(std::max(a.size(-1), a.size(-2))));

  // Uses singular values; values below the threshold count as 0.
  auto [u, s, vt] = svdOf(toDType(matrix, DType::Float64), false, true);
  const Tensor inverse = clone(s, MemoryFormat::Contiguous),
               rank = tensor::empty(leadOf(matrix), DType::Int64);
  const int64_t least = s.size(-1);
  bool isFull = a.size(-2) > a.size(-1);
  for (int64_t i = 0; i < rank.numel(); ++i) {
    double* values = inverse.data<double>() + i * least;
    const double lowest = relative * (least ? values[0] : 0);
    rank.data<int64_t>()[i] =
        std::count_if(values, values + least, [&](double value) { return value > lowest; });
    for (int64_t k = 0; k < least; ++k) values[k] = values[k] > lowest ? 1 / values[k] : 0;
    isFull &= rank.data<int64_t>()[i] == a.size(-1);
  }
  const Tensor wide = toDType(right, DType::Float64);
  const Tensor solution =
      matmul(transpose(vt, -2, -1),
             apply(formulas::mul, {matmul(transpose(u, -2, -1), wide), unsqueeze(inverse, -1)}));
  Tensor residuals = tensor::empty(Dims{0}, a.dtype());
  if (isFull && how != "gelsy") {
    const Tensor error =
        apply(formulas::sub, {matmul(toDType(matrix, DType::Float64), solution), wide}, {1});
    residuals = toDType(sum(apply(formulas::mul, {error, error}), IntList{-2}), a.dtype());
  }
  const Tensor result = toDType(solution, a.dtype());
  return {
      isVector ? squeeze(result, -1) : result, residuals,
      how == "gels" ? tensor::empty(Dims{0}, DType::Int64) : rank,
      how == "gelsd" || how == "gelss" ? toDType(s, a.dtype()) : tensor::empty(Dims{0}, a.dtype())};
}

// ---- eigenvalues of general matrices

Pair eigOf(const Tensor& a, bool wantsVectors) {
  checkMatrices("linalg.eig", a, true);
  const Batch matrices = batchOf(toDType(a, DType::Float64)),
              vectors = emptyBatch(leadOf(a), matrices.rows, matrices.rows, DType::Float64);
  const lapack_int n = matrices.rows, lead = atLeast1(n);
  const DType dtype = tensor::complexOf(a.dtype());
  const Tensor values = tensor::empty(with(leadOf(a), {n}), DType::Complex128),
               columns = tensor::empty(with(leadOf(a), {n, n}), DType::Complex128);
  std::vector<double> real(static_cast<size_t>(lead)), imaginary(static_cast<size_t>(lead)),
      work(static_cast<size_t>(64 * lead));
  const auto space = static_cast<lapack_int>(work.size());
  const char none = 'N', job = wantsVectors ? 'V' : 'N';
  for (int64_t i = 0; i < matrices.count; ++i) {
    lapack_int info = 0;
    LAPACK_dgeev(&none, &job, &n, matrices.at<double>(i), &lead, real.data(), imaginary.data(),
                 nullptr, &lead, vectors.at<double>(i), &lead, work.data(), &space, &info);
    if (info != 0)
      fail(
          "linalg.eig: The algorithm failed to converge because the input matrix is "
          "ill-conditioned or has too many repeated eigenvalues (error code: {}).",
          info);
    for (int64_t k = 0; k < n; ++k) {
      const double part = imaginary[static_cast<size_t>(k)];
      values.data<Complex128>()[i * n + k] = {real[static_cast<size_t>(k)], part};
      // LAPACK stores the real and imaginary parts of a conjugate pair in two columns.
      const double* first = vectors.at<double>(i) + (part < 0 ? k - 1 : k) * n;
      for (int64_t row = 0; wantsVectors && row < n; ++row)
        columns.data<Complex128>()[(i * n + k) * n + row] = {first[row], part == 0 ? 0
                                                                         : part > 0
                                                                             ? first[n + row]
                                                                             : -first[n + row]};
    }
  }
  return {toDType(values, dtype), toDType(transpose(columns, -2, -1), dtype)};
}
Pair eig(const Tensor& a) { return eigOf(a, true); }
Tensor eigvals(const Tensor& a) { return std::get<0>(eigOf(a, false)); }

// ---- functions of matrices

// The Taylor series of the matrix divided by a power of two; the result is squared that many times.
Tensor matrixExp(const Tensor& a) {
  checkMatrices("linalg.matrix_exp", a, true);
  Tensor x = toDType(a, DType::Float64);
  double most = 0;
  const Tensor plain = contiguous(x);
  for (int64_t i = 0; i < plain.numel(); ++i)
    most = std::max(most, std::abs(plain.data<double>()[i]));
  const int squarings =
      std::max(0, std::ilogb(std::max(most * static_cast<double>(a.size(-1)), 1e-300)) + 3);
  x = apply(formulas::mul, {x, Scalar(std::ldexp(1.0, -squarings))});
  Tensor term = identity(leadOf(a), a.size(-1), DType::Float64), total = term;
  for (int k = 1; k <= 18; ++k) {
    term = apply(formulas::mul, {matmul(term, x), Scalar(1.0 / k)});
    total = apply(formulas::add, {total, term}, {1});
  }
  for (int k = 0; k < squarings; ++k) total = matmul(total, total);
  return toDType(total, a.dtype());
}

Tensor vecdot(const Tensor& x, const Tensor& y, int64_t dim) {
  if (x.dtype() != y.dtype())
    fail(
        "linalg.vecdot: Expected x and y to have the same dtype, but found x of type {} and y of "
        "type {} instead",
        scalarTypeName(x.dtype()), scalarTypeName(y.dtype()));
  return sum(apply(formulas::mul, {conjugated(x), y}), IntList{dim});
}

constexpr Kernel kLinalgSystemKernels[] = {
    {"aten::cholesky_solve", boxed<choleskySolve>},
    {"aten::cholesky_solve.out", outOf<choleskySolveByRows>},
    {"aten::cholesky_inverse", boxed<choleskyInverse>},
    {"aten::cholesky_inverse.out", outOf<choleskyInverse>},
    {"aten::lu_unpack", boxed<luUnpack>},
    {"aten::linalg_lu", boxed<luParts>},
    {"aten::linalg_lu_solve", boxed<luSolve>},
    {"aten::lu_solve", boxed<luSolveOld>},
    {"aten::triangular_solve", boxed<triangularSolve>},
    {"aten::linalg_lstsq", boxed<lstsq>},
    {"aten::linalg_eig", boxed<eig>},
    {"aten::linalg_eigvals", boxed<eigvals>},
    {"aten::linalg_matrix_exp", boxed<matrixExp>},
    {"aten::matrix_exp", boxed<matrixExp>},
    {"aten::linalg_vecdot", boxed<vecdot>},
};

}  // namespace
}  // namespace ts::kernels::linalg

namespace ts::kernels {

std::span<const Kernel> linalgSystemKernels() { return linalg::kLinalgSystemKernels; }

}  // namespace ts::kernels
