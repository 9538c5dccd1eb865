// The command `tsdbg debug`.
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Returns the exit status.
int debug(const DebugSettings& settings);

}  // namespace ts::debugger
