// A comparison as a self-contained HTML page: the divergences, both graphs side by side, and the
// operators that ran.
#pragma once

#include <string>

#include "debugger/compare/search.h"

namespace ts::debugger {

std::string reportHtml(const Comparison& comparison, const SearchResult* searched);

}  // namespace ts::debugger
