// Tuples that are made only to be taken apart.
#pragma once

#include <optional>

#include "core/ir/ir.h"
#include "core/passes/result.h"

namespace ts::passes {

// Replaces the elements taken from a tuple by what the tuple was made of, where both are in sight.
void lowerSimpleTuples(ir::Graph& graph);

// Leaves no tuple at all: graph inputs and outputs, If and Loop get one value an element. Nothing,
// or why it can't be done; the graph is then of no more use.
std::optional<PassError> lowerAllTuples(ir::Graph& graph);

}  // namespace ts::passes
