// The graph that machine code is made of.
#pragma once

#include "core/ir/ir.h"

namespace ts::jit {

// A copy of a graph with the same behaviour and longer runs of operators: calls are inlined, known
// conditions are decided, lists of constants are constants, and modules in evaluation mode have a
// version of their own. Returns the graph itself if its calls are too many to inline.
ir::GraphPtr prepareGraph(const ir::GraphPtr& graph);

}  // namespace ts::jit
