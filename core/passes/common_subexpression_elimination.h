// What is computed twice is computed once.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Replaces a node by an equal one that runs before it whenever it does. Leaves alone what has side
// effects, is random or has to do with memory that somebody writes to. Whether it changed anything.
bool eliminateCommonSubexpressions(ir::Graph& graph);

}  // namespace ts::passes
