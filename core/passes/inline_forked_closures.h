// Converts forked closures to fork nodes with a subgraph.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Replaces prim::forkClosure(%closureAndContext) by prim::fork[Subgraph](%captured...), and
// prim::awaitableClosure by prim::awaitable. Runs the cleanup passes on the new subgraph. Returns
// an error when a value can't be forked.
std::optional<PassError> inlineForkedClosures(ir::Graph& graph);

}  // namespace ts::passes
