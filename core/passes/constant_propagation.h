// Computing at compile time what can be.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Runs nodes on constants, takes the branch of an If whose condition is known, drops loops that
// never run, and outputs of If and Loop that are the same either way; then what is dead. Whether it
// changed anything.

// Only nodes whose inputs and outputs can't be mutated: running it again never changes anything
// more.
bool propagateImmutableConstants(ir::Graph& graph);
// Also nodes on lists and dicts that nobody writes to.
bool propagateConstants(ir::Graph& graph);

}  // namespace ts::passes
