// Constant pooling: one node per distinct constant, at the start of the graph.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Moves every constant to the front of the graph; each goes before the constants that were moved
// earlier. Equal constants become one, unless a write could make the difference observable.
void poolConstants(ir::Graph& graph);

}  // namespace ts::passes
