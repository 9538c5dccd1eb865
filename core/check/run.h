// Checks files and reports their diagnostics.
#pragma once

#include "core/check/argument_groups.h"
#include "core/check/settings.h"

namespace ts::check {

// Returns the exit status. Text goes to standard error, the other formats to standard output.
// `groups` has those of the settings' paths.
int run(const Settings& settings, const ArgumentGroups& groups);

// Reads all of standard input. Sets `error` on failure only.
std::string readStandardInput(std::string& error);

}  // namespace ts::check
