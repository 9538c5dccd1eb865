// Why a name of a file that has been run is not known.
#pragma once

#include <string>
#include <string_view>

#include "core/compiler/evaluated/evaluated_file.h"

namespace ts::compiler {

// Follows an Unknown value back to the first thing that is not known: a module that is not found, a
// statement that raised, a call whose result depends on the machine. Returns a clause with the
// place and, if there is one, the remedy: "`yaml` (line 3): no module of this name is found; ...".
// Empty when the reason is not found.
std::string reasonOfUnknown(PyEnvironment& environment, EvaluatedFile& file, const PyModule& module,
                            std::string_view name);

}  // namespace ts::compiler
