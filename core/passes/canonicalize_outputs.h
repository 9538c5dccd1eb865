// A fixed order for what comes out of If and Loop.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Sorts the outputs of each If and Loop by where they are first used.
void canonicalizeOutputs(ir::Graph& graph);

}  // namespace ts::passes
