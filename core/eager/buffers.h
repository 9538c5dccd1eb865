// Native functions on the bytes of files: tensors on bytes, bytes of tensors, and zlib.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> bufferTorchFunctions();  // torch
std::span<const NativeDef> bufferFunctions();       // torch._C

}  // namespace ts::eager
