// Copies of elements without conversion.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Copies `from`, broadcast, into `to`, which has elements of the same size and in other memory.
void moveElements(const Tensor& to, const Tensor& from);

}  // namespace ts::kernels
