// Linear algebra: matrices in LAPACK's layout, and functions shared by the linalg files. Errors
// match those of torch.linalg.
#pragma once

#include <lapack.h>

#include "core/kernels/boxing.h"

namespace ts::kernels::linalg {

// A batch of matrices stored by columns.
struct Batch {
  Tensor columns;  // (..., columns, rows), contiguous floats or doubles
  int64_t count = 1;
  lapack_int rows = 0, cols = 0;
  template <typename T>
  T* at(int64_t i) const {
    return columns.data<T>() + i * rows * cols;
  }
  Tensor tensor(DType dtype) const;  // (..., rows, columns), stored by columns
};

// Throws unless `a` is a batch of real matrices (square, if `square`) in a supported dtype.
void checkMatrices(const char* name, const Tensor& a, bool square);
// `leadOf` returns the batch dimensions; `with` appends dimensions.
Dims leadOf(const Tensor& a);
Dims with(Dims lead, std::initializer_list<int64_t> last);
// `emptyBatch` is uninitialised. `batchOf` returns a copy, which LAPACK may overwrite.
Batch emptyBatch(const Dims& lead, int64_t rows, int64_t cols, DType dtype);
Batch batchOf(const Tensor& a);
// Calls the function of LAPACK for T: float or double.
#define TS_LAPACK(name, ...)              \
  if constexpr (std::is_same_v<T, float>) \
    LAPACK_s##name(__VA_ARGS__);          \
  else                                    \
    LAPACK_d##name(__VA_ARGS__)
// LAPACK requires leading dimensions of at least 1.
inline lapack_int atLeast1(lapack_int n) { return n < 1 ? 1 : n; }
Tensor identity(const Dims& lead, int64_t n, DType dtype);

struct Lu {
  Batch lu;
  Tensor pivots, info;  // int32
};
Lu luOf(const Tensor& a);

using Pair = std::tuple<Tensor, Tensor>;
using Triple = std::tuple<Tensor, Tensor, Tensor>;
// Returns U, S, V^T; without vectors, U and V^T are empty.
Triple svdOf(const Tensor& a, bool full, bool wantsVectors);
// Returns eigenvalues in ascending order and eigenvectors. Only one triangle is read: `part` is "L"
// or "U".
Pair eighOf(const Tensor& a, const std::string& part, bool wantsVectors);
Tensor inv(const Tensor& a);
Tensor solve(const Tensor& a, const Tensor& b, bool left);
Tensor solveTriangular(const Tensor& a, const Tensor& b, bool upper, bool left, bool unit);

}  // namespace ts::kernels::linalg
