// tsdbg bench TARGET --inputs ARGS [...]
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Measures the engines, prints the report and returns the exit status.
int bench(const BenchSettings& settings);

}  // namespace ts::debugger
