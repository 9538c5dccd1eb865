// From variables to values: prim::Load and prim::Store go, If and Loop get inputs and outputs for
// the variables that they change, break, continue and return become ordinary control flow.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Takes the graph as the compiler emits it:
//   prim::Store[name](%v), prim::Load[name](): a variable written and read;
//   prim::Loop(%max) with block0 the body (its input the iteration) and block1 the condition;
//   prim::BreakStmt, ContinueStmt, ReturnStmt(%values); prim::LocalVariableScope around variables
//   that end with it; prim::Closure with one block.
// Nothing, or the reason why the graph can't be converted; it is then of no more use.
std::optional<PassError> convertToSsa(ir::Graph& graph);

}  // namespace ts::passes
