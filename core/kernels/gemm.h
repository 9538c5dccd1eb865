// Matrix products in memory: BLAS and oneDNN for floating point, plain loops for integers and tiny
// products.
#pragma once

#include <vector>

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

// Computes c = alpha * a b + beta * c. c has a.rows rows of b.columns elements; rows are `step`
// elements apart. With beta 0, c is not read. T: int64_t, float, double, Complex64, Complex128.
template <typename T>
void gemm(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, T* c, int64_t step);

// Returns the start of each matrix in a batch, in the order of the leading dimensions.
std::vector<int64_t> matrixOffsets(const Tensor& tensor);

// Returns the contiguous product of two tensors with at least two dimensions and equal leading
// dimensions. Both must have the same compute dtype (see computeDType); strides are arbitrary.
Tensor batchedProduct(const Tensor& a, const Tensor& b);

}  // namespace ts::kernels
