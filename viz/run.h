// What tsviz does once its command line is read.
#pragma once

#include "viz/settings.h"

namespace ts::viz {

// The exit status.
int run(const Settings& settings);

}  // namespace ts::viz
