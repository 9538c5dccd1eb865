// tsdbg dap
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Serves one editor on standard input and output, or on a port of 127.0.0.1. Returns an exit
// status: 0 after `disconnect`, 1 when the connection ends without it.
int dap(const DapSettings& settings);

}  // namespace ts::debugger
