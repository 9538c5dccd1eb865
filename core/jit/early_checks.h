// Rewrites code of library functions that would end loops: checks of shapes, and views that
// operators make by themselves.
#pragma once

#include "core/ir/ir.h"

namespace ts::jit {

// - A check of shapes, a branch that only raises or warns, moves in front of the operators before
//   it, as far as it does not read their results. The size of a result of one tensor's elements is
//   that of the tensor.
// - x.to(y.dtype) becomes x.to(y), where y is an origin of x or the other way round: both are on
//   one device.
// - Losses that broadcast do not need broadcast_tensors.
// Operators keep their order, so errors and warnings are those of the original graph; only an
// operator that fails beside a failing check would have come first.
void moveChecks(ir::Graph& graph);

}  // namespace ts::jit
