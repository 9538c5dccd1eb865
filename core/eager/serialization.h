// torch.save, torch.load, torch.jit.save and torch.jit.load: the functions of torch._C that the
// prelude calls.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> serializationFunctions();  // torch._C

}  // namespace ts::eager
