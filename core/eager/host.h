// Access to the host: files, folders, clocks, environment.
#pragma once

#include "core/eager/torch.h"

namespace ts::eager {

std::span<const NativeDef> hostFunctions();  // _host

}  // namespace ts::eager
