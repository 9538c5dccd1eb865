// A comparison as text for people and as JSON for programs.
#pragma once

#include <string>

#include "debugger/compare/search.h"

namespace ts::debugger {

// searched: null, or what a search has found out; where it has found inputs, the comparison is one
// on them.
std::string reportText(const Comparison& comparison, const SearchResult* searched);
// One object and an end of line. docs/compare.md describes it.
std::string reportJson(const Comparison& comparison, const SearchResult* searched);

// The place with its line and a row of carets below; empty for none.
std::string excerptText(const Site& site);

}  // namespace ts::debugger
