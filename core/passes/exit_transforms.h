// Early exits as ordinary control flow.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Removes prim::LoopContinuation(%goOn, %carried...), which leaves the body of the innermost loop, and
// prim::ReturnStmt(%values...), which leaves the innermost closure or the graph. What may run only
// when nothing was left goes into an If on a value that says so.
void transformExits(ir::Graph& graph);

}  // namespace ts::passes
