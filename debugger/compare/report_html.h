// A comparison as a page that stands on its own: the parting, both graphs side by side, and what
// ran.
#pragma once

#include <string>

#include "debugger/compare/search.h"

namespace ts::debugger {

std::string reportHtml(const Comparison& comparison, const SearchResult* searched);

}  // namespace ts::debugger
