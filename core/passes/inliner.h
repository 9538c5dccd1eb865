// Inlining of calls.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// The most nodes that inlineCalls() copies. Functions that call each other twice grow
// exponentially.
inline constexpr size_t kMaxInlinedNodes = 200'000;

// Inlines every prim::CallFunction and prim::CallMethod of a function that has a graph. As in
// PyTorch, the inlined graph is a copy of the callee's graph after inlining and optimization. Each
// inlined node gets the call in its call stack. Throws LimitError at kMaxInlinedNodes.
void inlineCalls(ir::Graph& graph);

}  // namespace ts::passes
