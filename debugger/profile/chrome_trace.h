// A profile in the Trace Event Format, which chrome://tracing and Perfetto show.
#pragma once

#include "debugger/profile/slice.h"

namespace ts::debugger {

// Each engine is a thread.
std::string chromeTrace(const std::vector<Profile>& profiles);

}  // namespace ts::debugger
