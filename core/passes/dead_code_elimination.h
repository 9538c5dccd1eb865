// Removes nodes whose results nobody needs.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Keeps what has side effects and what writes to memory that is still read or that others can see.
// If and Loop lose outputs without uses, fork its unused inputs.
void eliminateDeadCode(ir::Graph& graph);

// The same without knowing who shares memory: every node that writes to an input stays.
void eliminateDeadCodeWithoutAliases(ir::Graph& graph);

}  // namespace ts::passes
