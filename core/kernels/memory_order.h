// The order in which elements are visited and new results are laid out.
#pragma once

#include <span>

#include "core/tensor/tensor.h"

namespace ts::kernels {

// Dimensions from the innermost outwards, in the order in which the operands lie in memory: those
// that come first decide, broadcast dimensions (stride 0) don't. strides: one Dims for each
// operand, of the common shape.
tensor::Dims memoryOrder(std::span<const int64_t> shape, std::span<const tensor::Dims> strides);
// Strides of a dense tensor that lies in that order.
tensor::Dims stridesInOrder(std::span<const int64_t> shape, const tensor::Dims& order);

}  // namespace ts::kernels
