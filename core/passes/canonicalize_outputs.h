// A canonical order for the outputs of If and Loop.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Sorts the outputs of each If and Loop by their first use.
void canonicalizeOutputs(ir::Graph& graph);

}  // namespace ts::passes
