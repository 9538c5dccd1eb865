// The documentation pages of the rules beside the running program.
#pragma once

#include <string>

namespace ts {

// Returns the folder with the pages TSnnnn.md, of an installation or of a source tree; empty when
// there is none.
std::string rulePages();

}  // namespace ts
