// Products of matrices in memory: BLAS for floats, plain loops for integers and for what is tiny.
#pragma once

#include "core/kernels/widen.h"

namespace ts::kernels {

// A matrix of T: element (i, j) is data[i * rowStep + j * columnStep].
template <typename T>
struct Matrix {
  const T* data;
  int64_t rows, columns, rowStep, columnStep;
  Matrix transposed() const { return {data, columns, rows, columnStep, rowStep}; }
};
template <typename T>
Matrix<T> rowMajor(const T* data, int64_t rows, int64_t columns) {
  return {data, rows, columns, columns, 1};
}

// c = alpha * a b + beta * c, where c has a.rows rows of b.columns elements, `step` apart. With
// beta 0 what c holds isn't read. T: int64_t, float, double, Complex64, Complex128.
template <typename T>
void gemm(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, T* c, int64_t step);

// The product of two tensors of at least two dimensions whose leading ones are equal, of one
// compute dtype (see computeDType), whatever their strides: contiguous.
Tensor batchedProduct(const Tensor& a, const Tensor& b);

}  // namespace ts::kernels
