// A version of a graph for modules in evaluation mode.
#pragma once

#include "core/ir/ir.h"

namespace ts::jit {

// Divides a graph that reads attributes `training` into two versions: if all of them are False, one
// with the constant False in their place, else the original one. Constants decide conditions and
// choose operators, such as batch_norm with fixed statistics. Does nothing where the attributes may
// change while the graph runs, and for graphs with more than kMaxVersionedNodes nodes.
void addEvalVersion(ir::Graph& graph);

inline constexpr size_t kMaxVersionedNodes = 50'000;

}  // namespace ts::jit
