// Complex tensors and their conjugates.
#pragma once

#include "core/kernels/boxing.h"

namespace ts::kernels {

// Itself, or a copy that isn't read as conjugated.
Tensor resolveConj(const Tensor& self);
// On the same storage, read as conjugated; a real one is itself.
Tensor conj(const Tensor& self);

}  // namespace ts::kernels
