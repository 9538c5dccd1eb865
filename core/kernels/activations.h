// Activation functions that depend on dimensions.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// `weight` has one element, or one element per channel (dimension 1).
Tensor prelu(const Tensor& self, const Tensor& weight);
// Returns the first half along a dimension times the sigmoid of the second half.
Tensor glu(const Tensor& self, int64_t dim);

}  // namespace ts::kernels
