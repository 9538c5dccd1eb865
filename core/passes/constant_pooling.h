// One node a constant, at the beginning of the graph.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Moves every constant to the front of the graph, each before those moved already, and joins equal
// ones as long as nobody could tell by writing to them.
void poolConstants(ir::Graph& graph);

}  // namespace ts::passes
