// Early exits as ordinary control flow.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Removes prim::LoopContinuation(%goOn, %carried...), which leaves the body of the innermost loop,
// and prim::ReturnStmt(%values...), which leaves the innermost closure or the graph. What may run
// only when nothing was left goes into an If on a value that says so. An error: what such an If
// computes inside of a with statement, or what a with statement that is never reached sets, is used
// after it, which has no form in the IR.
std::optional<PassError> transformExits(ir::Graph& graph);

}  // namespace ts::passes
