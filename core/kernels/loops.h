// Iteration over the elements of strided tensors. Compatible dimensions are merged and the
// innermost loop is a plain loop, so contiguous tensors have no overhead.
#pragma once

#include <array>
#include <span>

#include "core/tensor/tensor.h"

namespace ts::kernels {

// A loop over N operands with the same (broadcast) shape.
template <size_t N>
class ElementLoop {
 public:
  // strides[k] are the strides of operand k in elements, one per size (see
  // tensor::expandedStrides).
  ElementLoop(std::span<const int64_t> sizes, const std::array<tensor::Dims, N>& strides,
              const std::array<size_t, N>& itemSizes) {
    // From the innermost dimension outwards: a dimension is merged with the previous one if the
    // step is even for all operands.
    for (size_t dim = sizes.size(); dim-- > 0;) {
      if (sizes[dim] == 1) continue;
      bool joins = !sizes_.empty();
      for (size_t k = 0; k < N && joins; ++k)
        joins = strides[k][dim] * static_cast<int64_t>(itemSizes[k]) ==
                strides_[k].back() * sizes_.back();
      if (joins) {
        sizes_[sizes_.size() - 1] *= sizes[dim];
        continue;
      }
      sizes_.push_back(sizes[dim]);
      for (size_t k = 0; k < N; ++k)
        strides_[k].push_back(strides[k][dim] * static_cast<int64_t>(itemSizes[k]));
    }
    if (sizes_.empty()) {
      sizes_.push_back(1);
      for (size_t k = 0; k < N; ++k) strides_[k].push_back(static_cast<int64_t>(itemSizes[k]));
    }
    for (int64_t size : sizes) isEmpty_ |= size == 0;
  }

  // Calls inner(pointers, steps, count) for runs of `count` elements: operand k starts at
  // pointers[k], with elements steps[k] bytes apart.
  template <typename F>
  void run(std::array<std::byte*, N> pointers, F&& inner) const {
    if (isEmpty_) return;
    std::array<int64_t, N> steps;
    for (size_t k = 0; k < N; ++k) steps[k] = strides_[k][0];
    if (sizes_.size() == 1) {
      inner(pointers, steps, sizes_[0]);
      return;
    }
    tensor::Dims at(sizes_.size(), 0);
    while (true) {
      inner(pointers, steps, sizes_[0]);
      size_t dim = 1;
      for (; dim < sizes_.size(); ++dim) {
        for (size_t k = 0; k < N; ++k) pointers[k] += strides_[k][dim];
        if (++at[dim] < sizes_[dim]) break;
        for (size_t k = 0; k < N; ++k) pointers[k] -= strides_[k][dim] * sizes_[dim];
        at[dim] = 0;
      }
      if (dim == sizes_.size()) return;
    }
  }

  // The elements of a run.
  int64_t longest() const { return sizes_[0]; }

 private:
  tensor::Dims sizes_;  // innermost first
  std::array<tensor::Dims, N> strides_;
  bool isEmpty_ = false;
};

// Returns a loop over these tensors, broadcast to `sizes`.
template <size_t N>
ElementLoop<N> loopOver(std::span<const int64_t> sizes,
                        const std::array<tensor::Tensor, N>& operands) {
  std::array<tensor::Dims, N> strides;
  std::array<size_t, N> itemSizes;
  for (size_t k = 0; k < N; ++k) {
    strides[k] = tensor::expandedStrides(operands[k].sizes(), operands[k].strides(), sizes);
    itemSizes[k] = operands[k].itemSize();
  }
  return ElementLoop<N>(sizes, strides, itemSizes);
}
template <size_t N>
std::array<std::byte*, N> pointersOf(const std::array<tensor::Tensor, N>& operands) {
  std::array<std::byte*, N> pointers;
  for (size_t k = 0; k < N; ++k) pointers[k] = operands[k].bytes();
  return pointers;
}

}  // namespace ts::kernels
