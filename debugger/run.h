// tsdbg run FILE.py [args]
#pragma once

#include "debugger/settings.h"

namespace ts::debugger {

// The exit status of the program: the script's own.
int run(const RunSettings& settings);

}  // namespace ts::debugger
