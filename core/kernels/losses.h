// Functions shared by the losses. All losses are computed in double, because they are not
// performance critical.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

// Returns the losses, their mean or their sum, converted to `dtype`. Throws when `reduction` is not
// a valid number.
Tensor reduced(const Tensor& losses, int64_t reduction, DType dtype);
// Returns a contiguous double tensor, broadcast to `sizes`.
Tensor doubles(const Tensor& tensor, std::span<const int64_t> sizes);

// Calls f(elements of the broadcast operands) for each element. The result has the operands' dtype.
template <size_t N, typename F>
Tensor pointwiseLoss(const std::array<Tensor, N>& operands, int64_t reduction, F&& f);

}  // namespace ts::kernels

#include "core/kernels/widen.h"

namespace ts::kernels {

template <size_t N, typename F>
Tensor pointwiseLoss(const std::array<Tensor, N>& operands, int64_t reduction, F&& f) {
  Dims sizes;
  DType dtype = operands[0].dtype();
  for (const Tensor& operand : operands) {
    sizes = tensor::broadcastShapes(sizes, operand.sizes());
    dtype = tensor::promote(dtype, operand.dtype());
  }
  const Tensor losses = tensor::emptyBeside(operands[0], sizes, DType::Float64);
  if (losses.isMeta()) return reduced(losses, reduction, dtype);
  std::array<Tensor, N> dense;
  std::array<const double*, N> from;
  for (size_t k = 0; k < N; ++k) {
    dense[k] = doubles(operands[k], sizes);
    from[k] = dense[k].template data<double>();
  }
  for (int64_t i = 0; i < losses.numel(); ++i) {
    std::array<double, N> values;
    for (size_t k = 0; k < N; ++k) values[k] = from[k][i];
    losses.data<double>()[i] = std::apply(f, values);
  }
  return reduced(losses, reduction, dtype);
}

}  // namespace ts::kernels
