// tscheck --print=tokens|ast|ir: what a phase makes of one file.
#pragma once

#include "core/check/settings.h"

namespace ts::check {

// Prints to standard output and reports the problems of the phase on standard error. Gives the exit
// status.
int print(const Settings& settings);

}  // namespace ts::check
