// A profile as a page with flame graphs.
#pragma once

#include "debugger/profile/slice.h"

namespace ts::debugger {

// One HTML file that loads nothing and runs no script: a flame graph for each engine. A box shows a
// function, a line or an operator; its width is its share of the engine's time.
std::string flamePage(const std::vector<Profile>& profiles, std::string_view title);

}  // namespace ts::debugger
