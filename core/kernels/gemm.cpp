#include "core/kernels/gemm.h"

#include <cblas.h>

#include <algorithm>

#include "core/kernels/copy.h"
#include "core/kernels/onednn_library.h"
#include "core/kernels/parallel.h"
#include "core/kernels/views.h"

namespace ts::kernels {
namespace {

// Below this number of multiplications, a call of BLAS is slower than a plain loop.
constexpr int64_t kTiny = 512;
// The least number of multiplications, and of rows or columns, for a thread.
constexpr double kLeastWork = 1 << 18;
constexpr int64_t kLeastSide = 16;

template <typename T>
void plainGemm(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, T* c, int64_t step) {
  const int64_t n = b.columns, k = a.columns;
  parallelFor(a.rows, std::max<int64_t>(1, 65536 / std::max<int64_t>(1, n * k)),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  T* row = c + i * step;
                  for (int64_t j = 0; j < n; ++j) row[j] = beta == T(0) ? T(0) : beta * row[j];
                  for (int64_t p = 0; p < k; ++p) {
                    const T factor = alpha * a.data[i * a.rowStep + p * a.columnStep];
                    const T* from = b.data + p * b.rowStep;
                    if (b.columnStep == 1)
                      for (int64_t j = 0; j < n; ++j) row[j] += factor * from[j];
                    else
                      for (int64_t j = 0; j < n; ++j) row[j] += factor * from[j * b.columnStep];
                  }
                }
              });
}

// oneDNN copies less than OpenBLAS before it multiplies. It is up to four times as fast for
// products with few rows, and a tenth faster where the right matrix is transposed, as in linear
// layers. For long products with another right matrix it is slower.
constexpr int64_t kFewRows = 4;
bool suitsOneDnn(int64_t rows, CBLAS_TRANSPOSE left, CBLAS_TRANSPOSE right) {
  return left == CblasNoTrans && (right == CblasTrans || rows <= kFewRows) && onednn::isAvailable();
}

// A matrix in a form that BLAS can read: one step is 1 and the other is large enough. Other
// matrices are copied.
template <typename T>
struct BlasPart {
  const T* data;
  CBLAS_TRANSPOSE transpose;
  blasint step;
};
template <typename T>
struct BlasOperand {
  explicit BlasOperand(const Matrix<T>& m) {
    const bool rows = m.columnStep == 1 || m.columns == 1, columns = m.rowStep == 1 || m.rows == 1;
    if (rows && (m.rows == 1 || m.rowStep >= m.columns)) {
      set(m.data, CblasNoTrans, m.rows == 1 ? m.columns : m.rowStep);
    } else if (columns && (m.columns == 1 || m.columnStep >= m.rows)) {
      set(m.data, CblasTrans, m.columns == 1 ? m.rows : m.columnStep);
    } else {
      copy.resize(static_cast<size_t>(m.rows * m.columns));
      for (int64_t i = 0; i < m.rows; ++i)
        for (int64_t j = 0; j < m.columns; ++j)
          copy[static_cast<size_t>(i * m.columns + j)] = m.data[i * m.rowStep + j * m.columnStep];
      set(copy.data(), CblasNoTrans, m.columns);
    }
  }
  void set(const T* pointer, CBLAS_TRANSPOSE how, int64_t lead) {
    data = pointer;
    transpose = how;
    step = static_cast<blasint>(std::max<int64_t>(1, lead));
  }
  BlasPart<T> rowsFrom(int64_t row) const {
    return {data + (transpose == CblasNoTrans ? row * step : row), transpose, step};
  }
  BlasPart<T> columnsFrom(int64_t column) const {
    return {data + (transpose == CblasNoTrans ? column : column * step), transpose, step};
  }
  const T* data;
  CBLAS_TRANSPOSE transpose;
  blasint step;
  std::vector<T> copy;
};

// Adds alpha times the product of a matrix of `rows` x `depth` elements and a vector to `to`.
template <typename T>
void addVectorProduct(T alpha, const BlasPart<T>& matrix, int64_t rows, int64_t depth,
                      const T* vector, blasint vectorStep, T* to, int64_t toStep) {
  const bool isPlain = matrix.transpose == CblasNoTrans;
  const auto m = static_cast<blasint>(isPlain ? rows : depth),
             n = static_cast<blasint>(isPlain ? depth : rows), step = static_cast<blasint>(toStep);
  const auto call = [&](auto gemv, auto factor, auto one) {
    gemv(CblasRowMajor, matrix.transpose, m, n, factor, matrix.data, matrix.step, vector,
         vectorStep, one, to, step);
  };
  const T one = T(1);
  if constexpr (std::is_same_v<T, float>)
    call(cblas_sgemv, alpha, one);
  else if constexpr (std::is_same_v<T, double>)
    call(cblas_dgemv, alpha, one);
  else if constexpr (std::is_same_v<T, Complex64>)
    call(cblas_cgemv, &alpha, &one);
  else
    call(cblas_zgemv, &alpha, &one);
}

// Computes a block of the product: rows [top, bottom) and columns [left, right).
struct Block {
  int64_t top, bottom, left, right;
};

template <typename T>
void blasBlock(const Block& block, T alpha, const BlasOperand<T>& left, const BlasOperand<T>& right,
               int64_t depth, T beta, T* result, int64_t step) {
  const auto m = static_cast<blasint>(block.bottom - block.top),
             n = static_cast<blasint>(block.right - block.left), k = static_cast<blasint>(depth),
             ldc = static_cast<blasint>(step);
  const BlasPart<T> x = left.rowsFrom(block.top), y = right.columnsFrom(block.left);
  T* c = result + block.top * step + block.left;
  if (n == 1 && block.left == 0) {  // the product has one column
    for (int64_t i = 0; i < m; ++i) c[i * step] = beta == T(0) ? T(0) : beta * c[i * step];
    const blasint vectorStep = y.transpose == CblasNoTrans ? y.step : 1;
    return addVectorProduct(alpha, x, m, depth, y.data, vectorStep, c, step);
  }
  if constexpr (std::is_same_v<T, float>) {
    if (suitsOneDnn(m, x.transpose, y.transpose)) {
      onednn::useThreadCount();
      if (dnnl_sgemm('N', y.transpose == CblasTrans ? 'T' : 'N', m, n, k, alpha, x.data, x.step,
                     y.data, y.step, beta, c, ldc) == dnnl_success)
        return;
    }
    cblas_sgemm(CblasRowMajor, x.transpose, y.transpose, m, n, k, alpha, x.data, x.step, y.data,
                y.step, beta, c, ldc);
  } else if constexpr (std::is_same_v<T, double>)
    cblas_dgemm(CblasRowMajor, x.transpose, y.transpose, m, n, k, alpha, x.data, x.step, y.data,
                y.step, beta, c, ldc);
  else if constexpr (std::is_same_v<T, Complex64>)
    cblas_cgemm(CblasRowMajor, x.transpose, y.transpose, m, n, k, &alpha, x.data, x.step, y.data,
                y.step, &beta, c, ldc);
  else
    cblas_zgemm(CblasRowMajor, x.transpose, y.transpose, m, n, k, &alpha, x.data, x.step, y.data,
                y.step, &beta, c, ldc);
}

// Divides the longer side of the result between the threads.
template <typename T>
void blasGemm(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, T* c, int64_t step) {
  const BlasOperand<T> x(a), y(b);
  const int64_t rows = a.rows, columns = b.columns, depth = a.columns;
  const bool byRows = rows >= columns;
  // In double, because the product of the sizes may overflow.
  const double work = static_cast<double>(byRows ? columns : rows) * static_cast<double>(depth);
  const auto grain =
      static_cast<int64_t>(std::max(static_cast<double>(kLeastSide), kLeastWork / work));
  parallelFor(byRows ? rows : columns, grain, [&](int64_t begin, int64_t end) {
    if (byRows)
      blasBlock<T>({begin, end, 0, columns}, alpha, x, y, depth, beta, c, step);
    else
      blasBlock<T>({0, rows, begin, end}, alpha, x, y, depth, beta, c, step);
  });
}

// BLAS uses 32-bit sizes.
template <typename T>
bool fitsBlas(const Matrix<T>& m) {
  return std::max({m.rows, m.columns, m.rowStep, m.columnStep}) < INT32_MAX;
}

}  // namespace

template <typename T>
void gemm(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, T* c, int64_t step) {
  if (a.rows == 0 || b.columns == 0) return;
  if constexpr (!std::is_same_v<T, int64_t>) {
    useOneBlasThread();
    // The factors are checked first, because the product of three sizes may overflow.
    const bool tiny = a.rows <= kTiny && b.columns <= kTiny && a.columns <= kTiny &&
                      a.rows * b.columns * a.columns <= kTiny;
    if (!tiny && a.columns > 0 && fitsBlas(a) && fitsBlas(b))
      return blasGemm(alpha, a, b, beta, c, std::max<int64_t>(step, 1));
  }
  plainGemm(alpha, a, b, beta, c, step);
}

#define INSTANTIATE(T) template void gemm<T>(T, const Matrix<T>&, const Matrix<T>&, T, T*, int64_t);
INSTANTIATE(int64_t)
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(Complex64)
INSTANTIATE(Complex128)
#undef INSTANTIATE

std::vector<int64_t> matrixOffsets(const Tensor& tensor) {
  std::vector<int64_t> offsets{0};
  for (size_t dim = 0; dim + 2 < tensor.sizes().size(); ++dim) {
    std::vector<int64_t> finer;
    finer.reserve(offsets.size() * static_cast<size_t>(tensor.sizes()[dim]));
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < tensor.sizes()[dim]; ++i)
        finer.push_back(offset + i * tensor.strides()[dim]);
    offsets = std::move(finer);
  }
  return offsets;
}

Tensor batchedProduct(const Tensor& first, const Tensor& second) {
  Dims sizes = first.sizes();
  sizes[sizes.size() - 1] = second.size(-1);
  const Tensor result = tensor::emptyBeside(first, sizes, first.dtype());
  if (result.isMeta() || result.numel() == 0) return result;
  const Tensor a = first.impl()->isConj ? clone(first) : first,
               b = second.impl()->isConj ? clone(second) : second;
  const int64_t m = a.size(-2), k = a.size(-1), n = b.size(-1);
  const std::vector<int64_t> aOffsets = matrixOffsets(a), bOffsets = matrixOffsets(b);
  visitNumber(a.dtype(), [&]<typename T>() {
    auto multiply = [&](size_t i) {
      const Matrix<T> x{a.data<T>() + aOffsets[i], m, k, a.stride(-2), a.stride(-1)};
      const Matrix<T> y{b.data<T>() + bOffsets[i], k, n, b.stride(-2), b.stride(-1)};
      gemm<T>(T(1), x, y, T(0), result.data<T>() + static_cast<int64_t>(i) * m * n, n);
    };
    for (size_t i = 0; i < aOffsets.size(); ++i) multiply(i);
  });
  return result;
}

}  // namespace ts::kernels
