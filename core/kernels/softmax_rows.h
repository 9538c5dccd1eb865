// Softmax of contiguous numbers, in vectors.
#pragma once

#include <cstdint>

#include "core/tensor/dtype.h"

namespace ts::kernels {

inline constexpr int64_t kSoftmaxColumns = 512;
// The numbers of a block of columns that stay in the cache.
inline constexpr int64_t kSoftmaxNumbers = 64 << 10;

// `rows` softmaxes, one after another, of `count` adjacent numbers (T: float, double, Half or
// BFloat16), or one for each of at most kSoftmaxColumns neighbouring columns of a matrix with
// `count` rows, which are `stride` elements apart (float or double). Exponentials differ by an ulp
// or two from those of the C library; sums are in double. `from` and `to` may be equal. isLog: the
// logarithm of the softmax. isStreamed: results are stored past the caches; see streams.h.
template <typename T>
struct SoftmaxRows {
  const T* from;
  T* to;
  int64_t rows, count;
  bool isLog, isStreamed = false;
};
template <typename T>
struct SoftmaxColumns {
  const T* from;
  T* to;
  int64_t count, stride, columns;
  bool isLog;
  T* room;  // memory for count * columns numbers
};
// The logarithm of the sum of the exponentials of each row; `to` has one number for a row.
template <typename T>
struct LogSumRows {
  const T* from;
  T* to;
  int64_t rows, count;
};
// The gradient of a softmax's input, from the gradient of its result and the result: of rows of
// adjacent numbers, or of at most kSoftmaxColumns columns, as above. `to` may be `gradient`.
template <typename T>
struct SoftmaxGradientRows {
  const T *gradient, *result;
  T* to;
  int64_t rows, count;
  bool isLog;
};
template <typename T>
struct SoftmaxGradientColumns {
  const T *gradient, *result;
  T* to;
  int64_t count, stride, columns;
  bool isLog;
};
void softmaxOf(const LogSumRows<float>& rows);
void softmaxOf(const LogSumRows<double>& rows);
void softmaxOf(const SoftmaxRows<float>& rows);
void softmaxOf(const SoftmaxRows<double>& rows);
void softmaxOf(const SoftmaxRows<tensor::Half>& rows);
void softmaxOf(const SoftmaxRows<tensor::BFloat16>& rows);
void softmaxOf(const SoftmaxColumns<float>& columns);
void softmaxOf(const SoftmaxColumns<double>& columns);
void softmaxOf(const SoftmaxGradientRows<float>& rows);
void softmaxOf(const SoftmaxGradientRows<double>& rows);
void softmaxOf(const SoftmaxGradientColumns<float>& columns);
void softmaxOf(const SoftmaxGradientColumns<double>& columns);

// Replaces the numbers that a mask leaves out by -infinity.
void maskRow(float* row, const bool* sees, int64_t count);
// The greatest of `count` numbers; a NaN among others is passed over.
float greatestOfRow(const float* row, int64_t count);
// Replaces each number by the exponential of its difference to `greatest`; returns their sum. The
// differences must not be positive.
double exponentialsOfRow(float* row, float greatest, int64_t count);

}  // namespace ts::kernels
