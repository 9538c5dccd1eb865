// Checks files and reports their diagnostics.
#pragma once

#include "core/check/argument_groups.h"
#include "core/check/settings.h"
#include "core/driver/torch_choice.h"

namespace ts::check {

// Returns the exit status. Text goes to standard error, the other formats to standard output.
// `groups` has those of the settings' paths. `torch`: the profile of the process.
int run(const Settings& settings, const ArgumentGroups& groups, const driver::ChosenTorch& torch);

// Reads all of standard input. Sets `error` on failure only.
std::string readStandardInput(std::string& error);

}  // namespace ts::check
