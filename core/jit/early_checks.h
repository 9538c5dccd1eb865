// Rewrites code of library functions that would end loops: checks of shapes, and views that
// operators make by themselves.
#pragma once

#include "core/ir/ir.h"

namespace ts::jit {

// - A check of shapes, a branch that only raises or warns, moves in front of operators on the
//   elements of one tensor, if it does not read their results. The size of such a result is that of
//   the tensor. Other operators may fail for their shapes, and then come first.
// - x.to(y.dtype) becomes x.to(y), where y is an origin of x or the other way round: both are on
//   one device.
// - Losses that broadcast do not need broadcast_tensors.
// Errors and warnings are those of the original graph.
void moveChecks(ir::Graph& graph);

}  // namespace ts::jit
