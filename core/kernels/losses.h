// What the files of losses share. Losses compute in double, whatever the dtype: none is where time
// goes.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

// Of losses in double: themselves, their mean or their sum, in `dtype`. Throws for a number that is
// no reduction.
Tensor reduced(const Tensor& losses, int64_t reduction, DType dtype);
// Contiguous and double, broadcast to `sizes`.
Tensor doubles(const Tensor& tensor, std::span<const int64_t> sizes);

// f(elements of the operands, broadcast to one shape) for each element. The result's dtype is that
// of the operands.
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
