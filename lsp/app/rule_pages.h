// Where the rules' pages are on this machine.
#pragma once

#include <string>

namespace ts::lsp {

// The file: URI of the folder with the pages TSnnnn.md, a slash at its end: that of the installed
// documentation or of the source tree that the program was built in, as seen from the program's own
// place. Empty when there is neither.
std::string findRulePages();

}  // namespace ts::lsp
