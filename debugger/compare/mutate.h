// Variants of an argument, for the search.
#pragma once

#include <vector>

#include "debugger/compare/argument.h"

namespace ts::debugger {

// All arguments that differ from this one by one change, simple changes first. interesting: numbers
// in the conditions of the program, which are worth trying.
std::vector<Argument> variantsOf(const Argument& argument, const std::vector<double>& interesting);
// Variants that are simpler than the argument, the simplest first.
std::vector<Argument> simplerThan(const Argument& argument);

}  // namespace ts::debugger
