// A comparison as a page with the viewer of core/picture: both graphs as one picture, the
// divergences, and the operators that ran.
#pragma once

#include <string>

#include "debugger/compare/search.h"

namespace ts::debugger {

// Runs engines again, to see the values of their graphs.
std::string reportHtml(const Comparison& comparison, const SearchResult* searched);

}  // namespace ts::debugger
