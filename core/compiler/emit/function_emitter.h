// The function as a whole: parameters, body, returns, and the checks of the finished graph.
#pragma once

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

// Emits the body, converts it to SSA and cleans it up. Returns true when the function has a correct
// graph; otherwise the schema contains as much as is known.
bool emitBody(Emission& emission);

}  // namespace ts::compiler
