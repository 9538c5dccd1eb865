// Checks files and reports what is found.
#pragma once

#include "core/check/settings.h"

namespace ts::check {

// Gives the exit status. Text goes to standard error, the other formats to standard output.
int run(const Settings& settings);

// All of standard input. `error` says what went wrong, and is otherwise left alone.
std::string readStandardInput(std::string& error);

}  // namespace ts::check
