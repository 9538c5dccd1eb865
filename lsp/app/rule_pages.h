// Finds the rules' pages on this machine.
#pragma once

#include <string>

namespace ts::lsp {

// Returns the file: URI of the folder with the pages TSnnnn.md, with a slash at the end. Searches
// the installed documentation, then the source tree, relative to the program's own path. Empty when
// both are missing.
std::string findRulePages();

}  // namespace ts::lsp
