// Conversion to static single assignment form. The pass removes prim::Load and prim::Store. If and
// Loop get inputs and outputs for the variables that they change. break, continue and return become
// ordinary control flow.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Converts a graph as the compiler emits it, which contains:
// - prim::Store[name](%v) and prim::Load[name](), which write and read a variable;
// - prim::Loop(%max), whose block0 is the body (its input is the iteration number) and whose block1
//   is the condition;
// - prim::BreakStmt, prim::ContinueStmt and prim::ReturnStmt(%values);
// - prim::LocalVariableScope around code whose variables end with it;
// - prim::Closure with one block.
//
// Returns an error when the graph can't be converted; the graph must then be discarded.
std::optional<PassError> convertToSsa(ir::Graph& graph);

}  // namespace ts::passes
