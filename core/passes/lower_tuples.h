// Removal of tuples that are constructed only to be unpacked.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Replaces an element taken from a tuple by the value that the tuple was constructed from, if the
// graph contains the construction.
void lowerSimpleTuples(ir::Graph& graph);

// Removes all tuples: graph inputs and outputs, If and Loop get one value per element. Returns an
// error when that is impossible; the graph must then be discarded.
std::optional<PassError> lowerAllTuples(ir::Graph& graph);

}  // namespace ts::passes
