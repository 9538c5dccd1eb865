// The memory order of dimensions, used for visiting elements and for the layout of results.
#pragma once

#include <span>

#include "core/tensor/tensor.h"

namespace ts::kernels {

// Returns the dimensions from the innermost to the outermost, by the strides of the operands.
// Earlier operands take precedence; broadcast dimensions (stride 0) are ignored. `strides` has one
// Dims of the common shape per operand.
tensor::Dims memoryOrder(std::span<const int64_t> shape, std::span<const tensor::Dims> strides);
// Returns the strides of a dense tensor in this memory order.
tensor::Dims stridesInOrder(std::span<const int64_t> shape, const tensor::Dims& order);

}  // namespace ts::kernels
