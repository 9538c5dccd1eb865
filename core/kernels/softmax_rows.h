// Softmax of contiguous floats, in vectors.
#pragma once

#include <cstdint>

namespace ts::kernels {

inline constexpr int64_t kSoftmaxColumns = 512;
// The numbers of a block of columns that stay in the cache.
inline constexpr int64_t kSoftmaxNumbers = 64 << 10;

// One softmax for each of at most kSoftmaxColumns neighbouring columns of a matrix with `count`
// rows, which are `stride` elements apart; one column of stride 1 is a row of numbers. Exponentials
// differ by an ulp or two from those of the C library; sums are in double. `from` and `to` may be
// equal. isLog: the logarithm of the softmax. `room` is memory for count * columns numbers, for
// columns that are not one row.
struct SoftmaxBlock {
  const float* from;
  float* to;
  int64_t count, stride, columns;
  bool isLog;
  float* room;
};
void softmaxBlock(const SoftmaxBlock& block);

// Replaces the numbers that a mask leaves out by -infinity.
void maskRow(float* row, const bool* sees, int64_t count);
// The greatest of `count` numbers; a NaN among others is passed over.
float greatestOfRow(const float* row, int64_t count);
// Replaces each number by the exponential of its difference to `greatest`; returns their sum.
double exponentialsOfRow(float* row, float greatest, int64_t count);

}  // namespace ts::kernels
