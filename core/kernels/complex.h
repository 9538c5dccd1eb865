// Complex tensors and their conjugates.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Returns self, or a copy with the conjugation applied if self is marked as conjugated.
Tensor resolveConj(const Tensor& self);
// Returns a view marked as conjugated; a real tensor is returned unchanged.
Tensor conj(const Tensor& self);

}  // namespace ts::kernels
