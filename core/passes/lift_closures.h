// Lifts closures into graphs of their own.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Replaces prim::Closure with a block by prim::Closure[Subgraph], whose one input is a tuple of all
// captured values. Uses of the closure get the tuple (closure, captured values). Runs the cleanup
// passes on the new graph and returns their error.
std::optional<PassError> liftClosures(ir::Graph& graph);

}  // namespace ts::passes
