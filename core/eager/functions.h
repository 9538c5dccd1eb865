// Functions of C++ in torch's modules, in the eager domain.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

// What a function of the prelude gives, for natives that take "*args, **kwargs".
Value forwardTo(Vm& vm, std::string_view module, std::string_view function, Value* args);

std::span<const NativeDef> torchFunctions();    // torch
std::span<const NativeDef> torchCFunctions();   // torch._C
std::span<const NativeDef> randomFunctions();   // random.cpp: torch
std::span<const NativeDef> randomCFunctions();  // random.cpp: torch._C

}  // namespace ts::eager
