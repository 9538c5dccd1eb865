// Rewrites early exits as ordinary control flow.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Removes prim::LoopContinuation(%goOn, %carried...), which leaves the body of the innermost loop,
// and prim::ReturnStmt(%values...), which leaves the innermost closure or the graph. Code that runs
// only if the exit was not taken moves into an If on a bool that records the exit.
//
// Returns an error when a with statement makes that impossible: a value computed in such an If
// inside of the with statement is used after it, or a with statement that is never reached defines
// a value that is used. The IR has no form for either.
std::optional<PassError> transformExits(ir::Graph& graph);

}  // namespace ts::passes
