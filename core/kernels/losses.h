// Functions shared by the losses. Sums are in double.
#pragma once

#include "core/kernels/copy.h"
#include "core/kernels/reduce_runs.h"
#include "core/kernels/views.h"
#include "core/kernels/widen.h"

namespace ts::kernels {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

// Throws when `reduction` is not a valid number.
void checkReduction(int64_t reduction);
// Returns the losses, their mean or their sum, converted to `dtype`.
Tensor reduced(const Tensor& losses, int64_t reduction, DType dtype);

// The dtype in which losses and distances are computed, for the dtype of their result.
inline DType lossComputeDType(DType dtype) {
  return tensor::isFloating(dtype) && dtype != DType::Float64 ? DType::Float32 : DType::Float64;
}
// A NaN counts as 0.
template <typename T>
TS_INLINED T aboveZero(T x) {
  return x > 0 ? x : T(0);
}

// Stores f(elements of the operands), and returns the sum: 0 where it is stored.
template <size_t kBytes, typename T, size_t N, typename F>
TS_INLINED double eachLoss(const std::array<Tensor, N>& operands, int64_t count, T* to,
                           const F& f) {
  constexpr int64_t kBlock = 512;
  T losses[kBlock];
  double total = 0;
  for (int64_t first = 0; first < count; first += kBlock) {
    const int64_t block = std::min(kBlock, count - first);
    const T* x = operands[0].template data<T>() + first;
    const T* y = operands[1].template data<T>() + first;
    T* const out = to ? to + first : losses;
    if constexpr (N == 2) {
#pragma GCC ivdep
      for (int64_t i = 0; i < block; ++i) out[i] = f(x[i], y[i]);
    } else {
      const T* z = operands[2].template data<T>() + first;
#pragma GCC ivdep
      for (int64_t i = 0; i < block; ++i) out[i] = f(x[i], y[i], z[i]);
    }
    if (!to) addRun<kBytes>(SumOp<T>{}, total, losses, block);
  }
  return total;
}

// Calls f(elements of the broadcast operands) for each element, as floats or doubles. The result
// has the operands' dtype.
template <size_t N, typename F>
Tensor pointwiseLoss(const std::array<Tensor, N>& operands, int64_t reduction, F&& f) {
  Dims sizes;
  DType dtype = operands[0].dtype();
  for (const Tensor& operand : operands) {
    sizes = tensor::broadcastShapes(sizes, operand.sizes());
    dtype = tensor::promote(dtype, operand.dtype());
  }
  checkReduction(reduction);
  const bool isSummed = reduction != kNone;
  const DType wide = lossComputeDType(dtype);
  const Tensor result = tensor::emptyBeside(operands[0], isSummed ? Dims{} : sizes, wide);
  if (result.isMeta()) return toDType(result, dtype);
  std::array<Tensor, N> from;
  for (size_t k = 0; k < N; ++k) from[k] = dense(expand(operands[k], sizes), wide);
  const int64_t count = tensor::product(sizes);
  double total = 0;
  visitFloat(wide, [&]<typename T>() {
    inVectors([&]<size_t kBytes>() TS_INLINED_LAMBDA {
      total = eachLoss<kBytes, T>(from, count, isSummed ? nullptr : result.template data<T>(), f);
    });
    if (isSummed)
      *result.template data<T>() =
          static_cast<T>(reduction == kSum ? total : total / static_cast<double>(count));
  });
  return toDType(result, dtype);
}

}  // namespace ts::kernels
