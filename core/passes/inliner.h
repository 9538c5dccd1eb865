// Calls replaced by what they call.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Inlines every prim::CallFunction and prim::CallMethod of a function with a graph, as PyTorch does
// it: what goes in is the callee's graph after it has been inlined and cleaned up itself. Each node
// that comes in notes the call in its call stack.
void inlineCalls(ir::Graph& graph);

}  // namespace ts::passes
