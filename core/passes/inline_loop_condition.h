// Replaces the condition block of a loop by a condition among its inputs and outputs.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Rewrites prim::Loop(%max, %carried...) with the blocks body and condition as prim::Loop(%max,
// %start, %carried...), whose body returns (%goOn, %carried...). The condition is then computed
// once before the loop and once at the end of its body.
void inlineLoopConditions(ir::Graph& graph);

// Moves all nodes of a block in front of `before`.
void moveNodesBefore(ir::Block* from, ir::Node* before);

}  // namespace ts::passes
