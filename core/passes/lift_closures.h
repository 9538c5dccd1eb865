// Closures as graphs of their own.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// prim::Closure with a block becomes prim::Closure[Subgraph], whose one input is a tuple of all
// values from outside; where the closure was used stands the tuple (closure, those values). The new
// graph is cleaned up. Nothing, or why that can't be done.
std::optional<PassError> liftClosures(ir::Graph& graph);

}  // namespace ts::passes
