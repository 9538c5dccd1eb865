// tsdbg compare TARGET --inputs ARGS [...]
#pragma once

#include "debugger/settings.h"

namespace ts::debugger {

// The exit status of the program.
int compare(const CompareSettings& settings);

}  // namespace ts::debugger
