// What happens to a graph after it has been emitted, in order.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// All that PyTorch runs once a function is emitted: from variables to values, loops and operators
// in their normal form, then the clean-up. Nothing, or why it can't be done.
std::optional<PassError> finishEmitted(ir::Graph& graph);

// The clean-up alone: closures lifted, forks given graphs, tuples and constants worked out,
// constants pooled, outputs in order, warnings numbered. It may be run on any graph, any number of
// times.
std::optional<PassError> runCleanupPasses(ir::Graph& graph);

}  // namespace ts::passes
