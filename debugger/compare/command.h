// tsdbg compare TARGET --inputs ARGS [...]
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Runs the comparison, prints the report and returns the exit status.
int compare(const CompareSettings& settings);

}  // namespace ts::debugger
