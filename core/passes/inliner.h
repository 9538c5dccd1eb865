// Inlining of calls.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Inlines every prim::CallFunction and prim::CallMethod of a function that has a graph. As in
// PyTorch, the inlined graph is a copy of the callee's graph after inlining and optimization. Each
// inlined node gets the call in its call stack.
void inlineCalls(ir::Graph& graph);

}  // namespace ts::passes
