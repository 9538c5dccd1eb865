// tsdbg profile TARGET --inputs ARGS [...]
#pragma once

#include "debugger/command_line/settings.h"

namespace ts::debugger {

// Measures the engines, writes the reports and returns the exit status.
int profile(const ProfileSettings& settings);

}  // namespace ts::debugger
