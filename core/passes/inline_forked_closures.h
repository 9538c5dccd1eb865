// Forks as nodes with a graph.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// prim::forkClosure(%closureAndContext) becomes prim::fork[Subgraph](%captured...),
// prim::awaitableClosure likewise prim::awaitable. The new graph is cleaned up. Nothing, or why a
// value can't be forked.
std::optional<PassError> inlineForkedClosures(ir::Graph& graph);

}  // namespace ts::passes
