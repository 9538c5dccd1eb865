// tsviz without the parsing of its command line.
#pragma once

#include "viz/settings.h"

namespace ts::viz {

// Loads the target, writes the output and returns the exit status.
int run(const TsvizSettings& settings);

}  // namespace ts::viz
