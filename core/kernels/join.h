// Joining tensors.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Along an existing dimension, promoted to one dtype; tensors of shape [0] are skipped, as in
// PyTorch.
Tensor cat(const TensorList& tensors, int64_t dim);
// Along a new one.
Tensor stack(const TensorList& tensors, int64_t dim);
// The dtype of all of them together.
DType promoteAll(const TensorList& tensors);

}  // namespace ts::kernels
