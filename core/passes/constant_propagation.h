// Constant propagation.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Both functions evaluate nodes whose inputs are constant, keep only the taken branch of an If with
// a known condition and remove loops that never run. They also remove outputs of If and Loop that
// have the same value on every path, and finally dead code. They return true if the graph changed.

// Evaluates only nodes whose inputs and outputs are immutable. The pass is idempotent: a second run
// changes nothing.
bool propagateImmutableConstants(ir::Graph& graph);
// Also evaluates nodes on lists and dicts that no node writes to.
bool propagateConstants(ir::Graph& graph);

}  // namespace ts::passes
