// Iteration over the lines of elements along one dimension.
#pragma once

#include "core/kernels/loops.h"

namespace ts::kernels {

// Calls each(pointers, steps, count) with the start of `count` lines in each operand, which begin
// steps[k] bytes apart. All operands must have the same shape, except along `dim`. The elements of
// a line are stepOf(operand, dim) bytes apart.
template <size_t N, typename F>
void eachLines(const std::array<tensor::Tensor, N>& operands, size_t dim, F&& each) {
  tensor::Dims sizes = operands[0].sizes();
  sizes[dim] = 1;
  std::array<tensor::Dims, N> strides;
  std::array<size_t, N> itemSizes;
  for (size_t k = 0; k < N; ++k) {
    strides[k] = operands[k].strides();
    itemSizes[k] = operands[k].itemSize();
  }
  ElementLoop<N>(sizes, strides, itemSizes).run(pointersOf(operands), each);
}
// Calls each(pointers) for one line at a time.
template <size_t N, typename F>
void eachLine(const std::array<tensor::Tensor, N>& operands, size_t dim, F&& each) {
  eachLines<N>(operands, dim, [&each](auto pointers, auto steps, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      each(pointers);
      for (size_t k = 0; k < N; ++k) pointers[k] += steps[k];
    }
  });
}
inline int64_t stepOf(const tensor::Tensor& tensor, size_t dim) {
  return tensor.strides()[dim] * static_cast<int64_t>(tensor.itemSize());
}
template <typename T>
T& elementAt(std::byte* line, int64_t i, int64_t step) {
  return *reinterpret_cast<T*>(line + i * step);
}

}  // namespace ts::kernels
