// Loops that Python can say.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// A loop with both a trip count and a condition of its own (a for with break or return in it)
// becomes a while that counts, so that it can be printed as code.
void canonicalizeModifiedLoops(ir::Graph& graph);

}  // namespace ts::passes
