// tscheck --print=tokens|ast|ir: the result of one phase for one file.
#pragma once

#include "core/check/settings.h"

namespace ts::check {

// Prints the result to standard output and the problems of the phase to standard error. Returns the
// exit status.
int print(const Settings& settings);

}  // namespace ts::check
