// Checks files and reports their diagnostics.
#pragma once

#include "core/check/settings.h"
#include "core/driver/project_file.h"

namespace ts::check {

// Returns the exit status. Text goes to standard error, the other formats to standard output.
int run(const Settings& settings, const driver::ProjectFile& project);

// Reads all of standard input. Sets `error` on failure only.
std::string readStandardInput(std::string& error);

}  // namespace ts::check
