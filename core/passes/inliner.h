// Inlining of calls.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// The most nodes that inlineCalls() copies. Functions that call each other twice grow
// exponentially.
inline constexpr size_t kMaxInlinedNodes = 200'000;

// Inlines every prim::CallFunction and prim::CallMethod of a function that has a graph. As in
// PyTorch, the inlined graph is a copy of the callee's graph after inlining and optimization, and
// its top-level nodes with outputs get the call in their call stack. Throws LimitError at
// kMaxInlinedNodes.
void inlineCalls(ir::Graph& graph);
// The same for graphs that run: every inlined node gets the call, so that errors know their stack.
void inlineCallsToRun(ir::Graph& graph);

}  // namespace ts::passes
