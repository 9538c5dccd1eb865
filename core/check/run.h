// Checks files and reports their diagnostics.
#pragma once

#include "core/check/settings.h"

namespace ts::check {

// Returns the exit status. Text goes to standard error, the other formats to standard output.
int run(const Settings& settings);

// Reads all of standard input. Sets `error` on failure only.
std::string readStandardInput(std::string& error);

}  // namespace ts::check
