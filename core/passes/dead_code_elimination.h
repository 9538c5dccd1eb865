// Dead code elimination.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Removes nodes whose results are not needed. Nodes stay if they have side effects, or write to
// memory that is read later or visible outside of the graph. Unused outputs of If and Loop and
// unused inputs of fork are removed, too.
void eliminateDeadCode(ir::Graph& graph);

// The same without alias analysis: every node that writes to an input stays.
void eliminateDeadCodeWithoutAliases(ir::Graph& graph);

}  // namespace ts::passes
