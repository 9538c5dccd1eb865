// Copies of elements without conversion.
#pragma once

#include <span>

#include "core/kernels/boxing.h"

namespace ts::kernels {

// A dimension of a copy; steps are in elements.
struct MovedDim {
  int64_t size, toStep, fromStep;
};
// Copies elements of `itemSize` bytes. The first dimension is the innermost of the destination;
// other dimensions than the only one have more than one element.
void moveElements(std::byte* to, const std::byte* from, size_t itemSize,
                  std::span<const MovedDim> dims);
// Copies `from`, broadcast, into `to`, which has elements of the same size and in other memory.
void moveElements(const Tensor& to, const Tensor& from);

}  // namespace ts::kernels
