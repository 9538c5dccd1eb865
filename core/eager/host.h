// The machine that a program runs on: files, folders, clocks, its environment.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> hostFunctions();  // _host

}  // namespace ts::eager
