// Activation functions that aren't a formula alone.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// weight: one element, or one for each channel (dimension 1).
Tensor prelu(const Tensor& self, const Tensor& weight);
// The first half along a dimension times the sigmoid of the second.
Tensor glu(const Tensor& self, int64_t dim);

}  // namespace ts::kernels
