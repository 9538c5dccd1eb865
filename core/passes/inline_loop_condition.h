// From loops with a block for their condition to loops with a condition among inputs and outputs.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// prim::Loop(%max, %carried...) with blocks body and condition becomes
// prim::Loop(%max, %start, %carried...) whose body ends in (%goOn, %carried...): the condition
// stands once before the loop and once at the end of its body.
void inlineLoopConditions(ir::Graph& graph);

// Moves all nodes of a block in front of a node.
void moveNodesBefore(ir::Block* from, ir::Node* before);

}  // namespace ts::passes
