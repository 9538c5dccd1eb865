// tsdbg run FILE.py [args]
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Runs the script and returns its exit status: the script's own, 1 after an exception that nothing
// catches, 2 when the file cannot be read or parsed.
int run(const RunSettings& settings);

}  // namespace ts::debugger
