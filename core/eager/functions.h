// Native functions of torch's modules in the eager domain.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

// Calls a function of the prelude with a native's "*args, **kwargs", and returns its result.
Value forwardTo(Vm& vm, std::string_view module, std::string_view function, Value* args);

std::span<const NativeDef> torchFunctions();    // torch
std::span<const NativeDef> torchCFunctions();   // torch._C
std::span<const NativeDef> randomFunctions();   // random.cpp: torch
std::span<const NativeDef> randomCFunctions();  // random.cpp: torch._C

}  // namespace ts::eager
