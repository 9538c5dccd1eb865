// Changes of arguments, one at a time.
#pragma once

#include <vector>

#include "debugger/compare/argument.h"

namespace ts::debugger {

// All arguments that differ from this one by one change, simple ones first. interesting: numbers
// that the program compares with.
std::vector<Argument> variantsOf(const Argument& argument, const std::vector<double>& interesting);
// Simpler ones, the simplest first: what a witness may be replaced by.
std::vector<Argument> simplerThan(const Argument& argument);

}  // namespace ts::debugger
