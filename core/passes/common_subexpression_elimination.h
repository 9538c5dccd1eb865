// Common subexpression elimination.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Replaces a node by an equal node that dominates it. Returns true if the graph changed. Nodes stay
// if they have side effects, are random, or touch memory that any node writes to.
bool eliminateCommonSubexpressions(ir::Graph& graph);

}  // namespace ts::passes
