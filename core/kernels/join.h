// Joining of tensors.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Joins along an existing dimension, in the promoted dtype. Like PyTorch, skips tensors of shape
// [0].
Tensor cat(const TensorList& tensors, int64_t dim);
// Joins along a new dimension.
Tensor stack(const TensorList& tensors, int64_t dim);
// Returns the common dtype of all tensors.
DType promoteAll(const TensorList& tensors);

}  // namespace ts::kernels
