// Linear algebra with LAPACK: determinants, inverses, systems of equations, factorisations. Only
// real matrices are supported. Like LAPACK and PyTorch, matrices are stored by columns.
#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "core/kernels/families.h"
#include "core/kernels/linalg.h"
#include "core/kernels/linalg_error.h"
#include "core/kernels/lines.h"
#include "core/kernels/matmul.h"
#include "core/kernels/parallel.h"
#include "core/kernels/variants.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels::linalg {

using tensor::shapeText;

Lu luOf(const Tensor& a) {
  Lu lu{batchOf(a), {}, {}};
  const lapack_int least = std::min(lu.lu.rows, lu.lu.cols);
  lu.pivots = tensor::empty(with(leadOf(a), {least}), DType::Int32);
  lu.info = tensor::empty(leadOf(a), DType::Int32);
  visitFloat(a.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < lu.lu.count; ++i) {
      lapack_int info = 0;
      const lapack_int lead = atLeast1(lu.lu.rows);
      TS_LAPACK(getrf, &lu.lu.rows, &lu.lu.cols, lu.lu.at<T>(i), &lead,
                lu.pivots.data<int32_t>() + i * least, &info);
      lu.info.data<int32_t>()[i] = info;
    }
  });
  return lu;
}

// The element of a diagonal.
double diagonalOf(const Batch& batch, int64_t i, int64_t k) {
  return visitFloat(batch.columns.dtype(), [&]<typename T>() {
    return static_cast<double>(batch.at<T>(i)[k * batch.rows + k]);
  });
}

// Returns the sign and the logarithm of the determinant.
std::pair<double, double> signAndLog(const Lu& lu, int64_t i) {
  double sign = 1, log = 0;
  const int64_t n = lu.lu.rows;
  for (int64_t k = 0; k < n; ++k) {
    const double value = diagonalOf(lu.lu, i, k);
    if (lu.pivots.data<int32_t>()[i * n + k] != k + 1) sign = -sign;
    sign = value == 0 ? 0 : value < 0 ? -sign : value != value ? value : sign;
    log += std::log(std::abs(value));
  }
  return {sign, log};
}

double determinant(const Lu& lu, int64_t i) {
  double product = 1;
  const int64_t n = lu.lu.rows;
  for (int64_t k = 0; k < n; ++k)
    product *= diagonalOf(lu.lu, i, k) * (lu.pivots.data<int32_t>()[i * n + k] != k + 1 ? -1 : 1);
  return product;
}

Tensor det(const Tensor& a) {
  checkMatrices("linalg.det", a, true);
  const Lu lu = luOf(a);
  const Tensor result = tensor::empty(leadOf(a), DType::Float64);
  for (int64_t i = 0; i < lu.lu.count; ++i) result.data<double>()[i] = determinant(lu, i);
  return toDType(result, a.dtype());
}

std::tuple<Tensor, Tensor> slogdet(const Tensor& a) {
  checkMatrices("linalg.slogdet", a, true);
  const Lu lu = luOf(a);
  const Tensor sign = tensor::empty(leadOf(a), DType::Float64),
               log = tensor::empty(leadOf(a), DType::Float64);
  for (int64_t i = 0; i < lu.lu.count; ++i)
    std::tie(sign.data<double>()[i], log.data<double>()[i]) = signAndLog(lu, i);
  return {toDType(sign, a.dtype()), toDType(log, a.dtype())};
}

Tensor logdet(const Tensor& a) {
  checkMatrices("logdet", a, true);
  const Lu lu = luOf(a);
  const Tensor result = tensor::empty(leadOf(a), DType::Float64);
  for (int64_t i = 0; i < lu.lu.count; ++i) {
    const auto [sign, log] = signAndLog(lu, i);
    result.data<double>()[i] = sign < 0 ? NAN : log;
  }
  return toDType(result, a.dtype());
}

// Solves A x = B for each matrix. `info` says which A are singular.
std::tuple<Tensor, Tensor> solved(const Lu& lu, const Tensor& b, DType dtype) {
  const Batch x = batchOf(b);
  const char as = 'N';
  visitFloat(b.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < x.count; ++i) {
      lapack_int info = 0;
      const lapack_int lead = atLeast1(x.rows);
      if (lu.info.data<int32_t>()[i] != 0) continue;
      TS_LAPACK(getrs, &as, &lu.lu.rows, &x.cols, lu.lu.at<T>(i), &lead,
                lu.pivots.data<int32_t>() + i * lu.lu.rows, x.at<T>(i), &lead, &info);
    }
  });
  return {x.tensor(dtype), lu.info};
}

void checkInfo(const char* name, const Tensor& info, const char* what) {
  for (int64_t i = 0; i < info.numel(); ++i)
    if (const int32_t value = info.data<int32_t>()[i]; value > 0)
      throw LinAlgError(fmt::format("{}: {}{}", name,
                                    info.numel() > 1 ? fmt::format("(Batch element {}): ", i) : "",
                                    fmt::format(fmt::runtime(what), value)));
}

std::tuple<Tensor, Tensor> invEx(const Tensor& a, bool check) {
  checkMatrices("linalg.inv", a, true);
  const Lu lu = luOf(a);
  if (check)
    checkInfo("linalg.inv", lu.info,
              "The diagonal element {} is zero, the inversion could not be completed because the "
              "input matrix is singular.");
  return solved(lu, identity(leadOf(a), a.size(-1), a.dtype()), a.dtype());
}
Tensor inv(const Tensor& a) { return std::get<0>(invEx(a, true)); }

std::tuple<Tensor, Tensor> solveEx(const Tensor& a, const Tensor& b, bool left, bool check) {
  checkMatrices("linalg.solve", a, true);
  if (a.dtype() != b.dtype())
    fail(
        "linalg.solve: Expected A and B to have the same dtype, but found A of type {} and B of "
        "type {} instead",
        scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  Dims vectors = a.sizes();
  vectors.resize(vectors.size() - 1);
  const bool isVector = b.dim() == 1 || (b.dim() == a.dim() - 1 && b.sizes() == vectors);
  if (!left && isVector)
    fail(
        "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. "
        "In this case linalg.solve is equivalent to B / A.squeeze(-1)");
  Tensor rhs = isVector ? unsqueeze(b, -1) : b, matrix = a;
  if (!left) {
    rhs = transpose(rhs, -2, -1);
    matrix = transpose(matrix, -2, -1);
  }
  if (rhs.dim() < 2 || rhs.size(-2) != a.size(-1))
    fail("linalg.solve: Incompatible shapes of A and B for the equation AX = B ({} and {})",
         shapeText(a.sizes()), shapeText(b.sizes()));
  const Dims lead = tensor::broadcastShapes(leadOf(matrix), leadOf(rhs));
  const Lu lu = luOf(expand(matrix, with(lead, {matrix.size(-2), matrix.size(-1)})));
  if (check)
    checkInfo("torch.linalg.solve", lu.info,
              "The solver failed because the input matrix is singular.");
  auto [x, info] = solved(lu, expand(rhs, with(lead, {rhs.size(-2), rhs.size(-1)})), a.dtype());
  if (!left) x = transpose(x, -2, -1);
  if (!isVector) return {x, info};
  // PyTorch stores the vectors of a batch by columns, like a matrix.
  x = squeeze(x, -1);
  return {x.dim() < 2 ? x : transpose(contiguous(transpose(x, -2, -1)), -2, -1), info};
}
Tensor solve(const Tensor& a, const Tensor& b, bool left) {
  return std::get<0>(solveEx(a, b, left, true));
}

// Sets the elements above (or below) the diagonal to zero.
void keepTriangle(const Batch& m, int64_t i, bool upper) {
  visitFloat(m.columns.dtype(), [&]<typename T>() {
    for (int64_t column = 0; column < m.cols; ++column) {
      const int64_t edge = std::min<int64_t>(m.rows, upper ? column + 1 : column);
      T* const at = m.at<T>(i) + column * m.rows;
      std::fill(at + (upper ? edge : 0), at + (upper ? m.rows : edge), T(0));
    }
  });
}

std::tuple<Tensor, Tensor> choleskyEx(const Tensor& a, bool upper, bool check) {
  checkMatrices("linalg.cholesky", a, true);
  const Batch batch = batchOf(a);
  const Tensor info = tensor::empty(leadOf(a), DType::Int32);
  const char part = upper ? 'U' : 'L';
  for (int64_t i = 0; i < batch.count; ++i) {
    const lapack_int lead = atLeast1(batch.rows);
    lapack_int result = 0;
    visitFloat(a.dtype(), [&]<typename T>() {
      TS_LAPACK(potrf, &part, &batch.rows, batch.at<T>(i), &lead, &result);
    });
    keepTriangle(batch, i, upper);
    info.data<int32_t>()[i] = result;
    if (check && result > 0)
      throw LinAlgError(fmt::format(
          "linalg.cholesky: {}The factorization could not be completed because the input is not "
          "positive-definite (the leading minor of order {} is not positive-definite).",
          batch.count > 1 ? fmt::format("(Batch element {}): ", i) : "", result));
  }
  return {batch.tensor(a.dtype()), info};
}
Tensor cholesky(const Tensor& a, bool upper) { return std::get<0>(choleskyEx(a, upper, true)); }
Tensor choleskyByRows(const Tensor& a, bool upper) { return contiguous(cholesky(a, upper)); }

std::tuple<Tensor, Tensor> qr(const Tensor& a, const std::string& mode) {
  checkMatrices("linalg.qr", a, false);
  if (mode != "reduced" && mode != "complete" && mode != "r")
    fail(
        "qr received unrecognized mode '{}' but expected one of 'reduced' (default), 'r', or "
        "'complete'",
        mode);
  const Batch factored = batchOf(a);
  const lapack_int m = factored.rows, n = factored.cols, least = std::min(m, n),
                   inner = mode == "complete" ? m : least;
  const Batch r = emptyBatch(leadOf(a), inner, n, a.dtype()),
              q = emptyBatch(leadOf(a), m, inner, a.dtype());
  visitFloat(a.dtype(), [&]<typename T>() {
    std::vector<T> tau(static_cast<size_t>(atLeast1(least))),
        work(static_cast<size_t>(64 * (m + n + 1)));
    const auto space = static_cast<lapack_int>(work.size());
    for (int64_t i = 0; i < factored.count; ++i) {
      const lapack_int lead = atLeast1(m);
      lapack_int info = 0;
      const T* const values = factored.at<T>(i);
      TS_LAPACK(geqrf, &m, &n, factored.at<T>(i), &lead, tau.data(), work.data(), &space, &info);
      for (int64_t column = 0; column < n; ++column) {
        T* const to = r.at<T>(i) + column * inner;
        const int64_t kept = std::min<int64_t>(inner, column + 1);
        std::copy_n(values + column * m, kept, to);
        std::fill(to + kept, to + inner, T(0));
      }
      if (mode == "r") continue;
      const int64_t given = static_cast<int64_t>(m) * std::min(n, inner);
      std::copy_n(values, given, q.at<T>(i));
      std::fill(q.at<T>(i) + given, q.at<T>(i) + static_cast<int64_t>(m) * inner, T(0));
      TS_LAPACK(orgqr, &m, &inner, &least, q.at<T>(i), &lead, tau.data(), work.data(), &space,
                &info);
    }
  });
  return {mode == "r" ? tensor::empty(Dims{0}, a.dtype()) : q.tensor(a.dtype()),
          r.tensor(a.dtype())};
}
std::tuple<Tensor, Tensor> qrSome(const Tensor& a, bool some) {
  return qr(a, some ? "reduced" : "complete");
}

Triple svdOf(const Tensor& a, bool full, bool wantsVectors) {
  checkMatrices("linalg.svd", a, false);
  const Batch matrices = batchOf(a);
  const lapack_int m = matrices.rows, n = matrices.cols, least = std::min(m, n);
  const lapack_int uCols = wantsVectors ? (full ? m : least) : 0,
                   vRows = wantsVectors ? (full ? n : least) : 0;
  const Batch u = emptyBatch(leadOf(a), m, uCols, a.dtype()),
              v = emptyBatch(leadOf(a), vRows, n, a.dtype());
  const Tensor s = tensor::empty(with(leadOf(a), {least}), a.dtype());
  const char job = !wantsVectors ? 'N' : full ? 'A' : 'S';
  std::vector<lapack_int> numbers(static_cast<size_t>(8 * atLeast1(least)));
  visitFloat(a.dtype(), [&]<typename T>() {
    for (int64_t i = 0; i < matrices.count; ++i) {
      if (least == 0) {
        for (const Batch* vectors : {&u, &v})
          for (int64_t k = 0; k < vectors->rows; ++k)
            for (int64_t c = 0; c < vectors->cols; ++c)
              vectors->at<T>(i)[c * vectors->rows + k] = k == c;
        continue;
      }
      const lapack_int ldu = atLeast1(m), ldv = atLeast1(vRows), query = -1;
      lapack_int info = 0;
      T best = 0;
      TS_LAPACK(gesdd, &job, &m, &n, matrices.at<T>(i), &ldu, s.data<T>() + i * least, u.at<T>(i),
                &ldu, v.at<T>(i), &ldv, &best, &query, numbers.data(), &info);
      // A float may be less than the number that it stands for.
      std::vector<T> work(static_cast<size_t>(static_cast<double>(best) * (1 + 1e-6)) + 1);
      const auto space = static_cast<lapack_int>(work.size());
      TS_LAPACK(gesdd, &job, &m, &n, matrices.at<T>(i), &ldu, s.data<T>() + i * least, u.at<T>(i),
                &ldu, v.at<T>(i), &ldv, work.data(), &space, numbers.data(), &info);
      if (info != 0)
        throw LinAlgError(fmt::format(
            "linalg.svd: The algorithm failed to converge because the input matrix is "
            "ill-conditioned, has too many repeated singular values or holds NaN (error code: {}).",
            info));
    }
  });
  return {u.tensor(a.dtype()), s, v.tensor(a.dtype())};
}
Triple svd(const Tensor& a, bool full, const IValue&) { return svdOf(a, full, true); }
Tensor svdvals(const Tensor& a, const IValue&) { return std::get<1>(svdOf(a, false, false)); }
Triple svdSome(const Tensor& a, bool some, bool wantsVectors) {
  auto [u, s, v] = svdOf(a, !some, wantsVectors);
  return {u, s, transpose(v, -2, -1)};
}

std::tuple<Tensor, Tensor> eighOf(const Tensor& a, const std::string& part, bool wantsVectors) {
  checkMatrices("linalg.eigh", a, true);
  const char uplo = part.empty() ? ' ' : static_cast<char>(std::toupper(part[0]));
  if (part.size() != 1 || (uplo != 'U' && uplo != 'L'))
    fail("Expected UPLO argument to be 'L' or 'U', but got {}", part);
  const Batch batch = batchOf(a);
  const Tensor values = tensor::empty(with(leadOf(a), {batch.rows}), a.dtype());
  const char job = wantsVectors ? 'V' : 'N';
  visitFloat(a.dtype(), [&]<typename T>() {
    std::vector<T> work(static_cast<size_t>(64 * (batch.rows + 1)));
    const auto space = static_cast<lapack_int>(work.size());
    for (int64_t i = 0; i < batch.count; ++i) {
      const lapack_int lead = atLeast1(batch.rows);
      lapack_int info = 0;
      TS_LAPACK(syev, &job, &uplo, &batch.rows, batch.at<T>(i), &lead,
                values.data<T>() + i * batch.rows, work.data(), &space, &info);
      if (info != 0)
        throw LinAlgError(
            fmt::format("linalg.eigh: The algorithm failed to converge because the input matrix is "
                        "ill-conditioned or has too many repeated eigenvalues (error code: {}).",
                        info));
    }
  });
  return {values, batch.tensor(a.dtype())};
}
std::tuple<Tensor, Tensor> eigh(const Tensor& a, const std::string& part) {
  return eighOf(a, part, true);
}
Tensor eigvalsh(const Tensor& a, const std::string& part) {
  return std::get<0>(eighOf(a, part, false));
}

void checkPivot(bool pivot) {
  if (!pivot) fail("linalg.lu_factor: LU without pivoting is not implemented on the CPU");
}
Triple luFactorEx(const Tensor& a, bool pivot, bool check) {
  checkMatrices("linalg.lu_factor", a, false);
  checkPivot(pivot);
  const Lu lu = luOf(a);
  if (check)
    checkInfo(
        "torch.linalg.lu_factor", lu.info,
        "U[{0},{0}] is zero and using it on lu_solve would result in a division by zero. If "
        "you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
        "linalg.lu_factor_ex(A, pivot)");
  return {lu.lu.tensor(a.dtype()), lu.pivots, lu.info};
}
std::tuple<Tensor, Tensor> luFactor(const Tensor& a, bool pivot) {
  auto [lu, pivots, info] = luFactorEx(a, pivot, false);
  return {lu, pivots};
}

Tensor solveTriangular(const Tensor& a, const Tensor& b, bool upper, bool left, bool unit) {
  checkMatrices("linalg.solve_triangular", a, true);
  checkSameDType("linalg.solve_triangular", a, b);
  if (b.dim() < 2 || b.size(left ? -2 : -1) != a.size(-1))
    fail("linalg.solve_triangular: Incompatible shapes of A and B for the equation {} ({} and {})",
         left ? "AX = B" : "XA = B", shapeText(a.sizes()), shapeText(b.sizes()));
  const Dims lead = tensor::broadcastShapes(leadOf(a), leadOf(b));
  const Batch matrix = batchOf(expand(a, with(lead, {a.size(-2), a.size(-1)}))),
              x = batchOf(expand(b, with(lead, {b.size(-2), b.size(-1)})));
  const auto side = left ? CblasLeft : CblasRight;
  const auto part = upper ? CblasUpper : CblasLower;
  const auto diagonal = unit ? CblasUnit : CblasNonUnit;
  const lapack_int step = atLeast1(matrix.rows), stepX = atLeast1(x.rows);
  visitFloat(a.dtype(), [&]<typename T>() {
    constexpr auto kSolve = [] {
      if constexpr (std::is_same_v<T, float>)
        return &cblas_strsm;
      else
        return &cblas_dtrsm;
    }();
    for (int64_t i = 0; i < x.count; ++i)
      kSolve(CblasColMajor, side, part, CblasNoTrans, diagonal, x.rows, x.cols, T(1),
             matrix.at<T>(i), step, x.at<T>(i), stepX);
  });
  return x.tensor(a.dtype());
}

// ---- products

Tensor matrixPower(const Tensor& a, int64_t n) {
  if (a.dim() < 2 || a.size(-1) != a.size(-2))
    fail("linalg.matrix_power: A must be batches of square matrices, but they have shape {}",
         shapeText(a.sizes()));
  if (n == 0) return toDType(identity(leadOf(a), a.size(-1), DType::Float64), a.dtype());
  Tensor base = n < 0 ? inv(a) : a, result;
  for (uint64_t left = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n); left > 0;
       left >>= 1) {
    if (left & 1) result = result.defined() ? matmul(result, base) : base;
    if (left > 1) base = matmul(base, base);
  }
  return result.same(a) ? clone(a, MemoryFormat::Contiguous) : result;
}

Tensor matrixPowerByRows(const Tensor& a, int64_t n) { return contiguous(matrixPower(a, n)); }
// If the algorithm ends with a multiplication, `out` must have the result's dtype. Powers that need
// only squarings do not end with one.
void matrixPowerOut(Stack& stack) {
  const int64_t n = stack[stack.size() - 2].toInt();
  const bool isCopied = n == 0 || n == 1 || (n >= 4 && (n & (n - 1)) == 0);
  (isCopied ? outOf<matrixPowerByRows> : sameOutOf<matrixPowerByRows>)(stack);
}

// Multiplies in the order with the fewest operations.
Tensor productOf(const TensorList& matrices) {
  const size_t n = matrices.size();
  std::vector<std::vector<double>> cost(n, std::vector<double>(n, 0));
  std::vector<std::vector<size_t>> cut(n, std::vector<size_t>(n, 0));
  for (size_t length = 1; length < n; ++length)
    for (size_t i = 0; i + length < n; ++i) {
      const size_t j = i + length;
      cost[i][j] = INFINITY;
      for (size_t k = i; k < j; ++k) {
        const double here = cost[i][k] + cost[k + 1][j] +
                            static_cast<double>(matrices[i].size(0)) *
                                static_cast<double>(matrices[k].size(1)) *
                                static_cast<double>(matrices[j].size(1));
        if (here < cost[i][j]) cost[i][j] = here, cut[i][j] = k;
      }
    }
  auto build = [&](auto&& self, size_t i, size_t j) -> Tensor {
    return i == j ? matrices[i] : mm(self(self, i, cut[i][j]), self(self, cut[i][j] + 1, j));
  };
  return build(build, 0, n - 1);
}

Tensor chainMatmul(const TensorList& matrices) {
  if (matrices.empty()) fail("chain_matmul(): Expected one or more matrices");
  for (const Tensor& matrix : matrices)
    if (matrix.dim() != 2) fail("Tensor dimension is {}, expected 2 instead.", matrix.dim());
  return matrices.size() == 1 ? clone(matrices[0]) : productOf(matrices);
}

Tensor multiDot(const TensorList& tensors) {
  if (tensors.size() < 2)
    fail("multi_dot(): expected at least 2 tensors but got {}", tensors.size());
  TensorList matrices = tensors;
  const bool first = matrices.front().dim() == 1, last = matrices.back().dim() == 1;
  if (first) matrices.front() = unsqueeze(matrices.front(), 0);
  if (last) matrices.back() = unsqueeze(matrices.back(), 1);
  for (const Tensor& matrix : matrices)
    if (matrix.dim() != 2)
      fail(
          "multi_dot(): tensors must be matrices, and the first and last may be vectors, but one "
          "has shape {}",
          shapeText(matrix.sizes()));
  Tensor result = productOf(matrices);
  if (last) result = squeeze(result, 1);
  return first ? squeeze(result, 0) : result;
}

Tensor crossAlong(const Tensor& a, const Tensor& b, int64_t dim) {
  checkSameDType("linalg.cross", a, b);
  const Dims sizes = tensor::broadcastShapes(a.sizes(), b.sizes());
  const int64_t at = tensor::wrapDim(dim, static_cast<int64_t>(sizes.size()));
  if (a.dim() != b.dim() || sizes.empty() || a.size(at) != 3 || b.size(at) != 3)
    fail("linalg.cross: inputs dimension {} must have length 3. Got {} and {}", dim,
         shapeText(a.sizes()), shapeText(b.sizes()));
  const DType compute = computeDType(a.dtype());
  const Tensor result = tensor::emptyBeside(a, sizes, compute);
  if (result.isMeta()) return toDType(result, a.dtype());
  const std::array<Tensor, 3> operands = {result, expand(toDType(resolved(a), compute), sizes),
                                          expand(toDType(resolved(b), compute), sizes)};
  const auto along = static_cast<size_t>(at);
  visitNumber(compute, [&]<typename T>() {
    const int64_t to = stepOf(operands[0], along), x = stepOf(operands[1], along),
                  y = stepOf(operands[2], along);
    eachLine<3>(operands, along, [=](const auto& lines) {
      for (int64_t i = 0; i < 3; ++i) {
        const int64_t j = (i + 1) % 3, k = (i + 2) % 3;
        elementAt<T>(lines[0], i, to) =
            elementAt<T>(lines[1], j, x) * elementAt<T>(lines[2], k, y) -
            elementAt<T>(lines[1], k, x) * elementAt<T>(lines[2], j, y);
      }
    });
  });
  return toDType(result, a.dtype());
}
// Without `dim`, uses the first dimension of size 3.
Tensor cross(const Tensor& a, const Tensor& b, std::optional<int64_t> dim) {
  if (dim) return crossAlong(a, b, *dim);
  for (int64_t i = 0; i < a.dim(); ++i)
    if (a.size(i) == 3) return crossAlong(a, b, i);
  fail("no dimension of size 3 in input");
}

void chainMatmulOut(Stack& stack) {
  const bool isOne = stack[stack.size() - 2].toList().items.size() == 1;
  (isOne ? anyOutOf<chainMatmul> : sameOutOf<chainMatmul>)(stack);
}

constexpr Kernel kLinalgKernels[] = {
    {"aten::det", boxed<det>},
    {"aten::linalg_det", boxed<det>},
    {"aten::linalg_det.out", sameOutOf<det>},
    {"aten::slogdet", boxed<slogdet>},
    {"aten::slogdet.out", sameOutOf<slogdet>},
    {"aten::linalg_slogdet", boxed<slogdet>},
    {"aten::linalg_slogdet.out", sameOutOf<slogdet>},
    {"aten::logdet", boxed<logdet>},
    {"aten::inverse", boxed<inv>},
    {"aten::inverse.out", sameOutOf<inv>},
    {"aten::linalg_inv", boxed<inv>},
    {"aten::linalg_inv.out", sameOutOf<inv>},
    {"aten::linalg_inv_ex", boxed<invEx>},
    {"aten::linalg_inv_ex.inverse", sameOutOf<invEx>},
    {"aten::linalg_solve", boxed<solve>},
    {"aten::linalg_solve.out", sameOutOf<solve>},
    {"aten::linalg_solve_ex", boxed<solveEx>},
    {"aten::linalg_solve_ex.out", sameOutOf<solveEx>},
    {"aten::cholesky", boxed<cholesky>},
    {"aten::cholesky.out", outOf<choleskyByRows>},
    {"aten::linalg_cholesky", boxed<cholesky>},
    {"aten::linalg_cholesky.out", sameOutOf<cholesky>},
    {"aten::linalg_cholesky_ex", boxed<choleskyEx>},
    {"aten::linalg_cholesky_ex.L", sameOutOf<choleskyEx>},
    {"aten::linalg_qr", boxed<qr>},
    {"aten::linalg_qr.out", sameOutOf<qr>},
    {"aten::qr", boxed<qrSome>},
    {"aten::qr.Q", sameOutOf<qrSome>},
    {"aten::linalg_svd", boxed<svd>},
    {"aten::linalg_svd.U", sameOutOf<svd>},
    {"aten::linalg_svdvals", boxed<svdvals>},
    {"aten::linalg_svdvals.out", sameOutOf<svdvals>},
    {"aten::svd", boxed<svdSome>},
    {"aten::svd.U", sameOutOf<svdSome>},
    {"aten::linalg_eigh", boxed<eigh>},
    {"aten::linalg_eigh.eigvals", sameOutOf<eigh>},
    {"aten::linalg_eigvalsh", boxed<eigvalsh>},
    {"aten::linalg_eigvalsh.out", sameOutOf<eigvalsh>},
    {"aten::linalg_lu_factor", boxed<luFactor>},
    {"aten::linalg_lu_factor.out", sameOutOf<luFactor>},
    {"aten::linalg_lu_factor_ex", boxed<luFactorEx>},
    {"aten::linalg_lu_factor_ex.out", sameOutOf<luFactorEx>},
    {"aten::linalg_solve_triangular", boxed<solveTriangular>},
    {"aten::linalg_solve_triangular.out", sameOutOf<solveTriangular>},
    {"aten::matrix_power", boxed<matrixPower>},
    {"aten::matrix_power.out", matrixPowerOut},
    {"aten::linalg_matrix_power", boxed<matrixPower>},
    {"aten::linalg_matrix_power.out", matrixPowerOut},
    {"aten::chain_matmul", boxed<chainMatmul>},
    {"aten::chain_matmul.out", chainMatmulOut},
    {"aten::linalg_multi_dot", boxed<multiDot>},
    {"aten::linalg_multi_dot.out", sameOutOf<multiDot>},
    {"aten::cross", boxed<cross>},
    {"aten::cross.out", sameOutOf<cross>},
    {"aten::linalg_cross", boxed<crossAlong>},
    {"aten::linalg_cross.out", sameOutOf<crossAlong>},
};

}  // namespace ts::kernels::linalg

namespace ts::kernels {

std::span<const Kernel> linalgKernels() { return linalg::kLinalgKernels; }

}  // namespace ts::kernels
