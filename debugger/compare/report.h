// Reports of a comparison: text for people, JSON for programs.
#pragma once

#include <string>

#include "debugger/compare/search.h"

namespace ts::debugger {

// searched: the result of a search, or null. When the search found inputs, the comparison is of
// them.
std::string reportText(const Comparison& comparison, const SearchResult* searched);
// One JSON object on one line; docs/compare.md describes it.
std::string reportJson(const Comparison& comparison, const SearchResult* searched);

// The source line of the place with carets below; empty for an empty site.
std::string excerptText(const Site& site);

}  // namespace ts::debugger
