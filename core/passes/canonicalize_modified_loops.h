// Rewrites loops that have no equivalent in Python.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Turns a loop with both a trip count and a condition (a `for` with break or return in it) into a
// `while` that counts. Such a loop can be printed as code.
void canonicalizeModifiedLoops(ir::Graph& graph);

}  // namespace ts::passes
