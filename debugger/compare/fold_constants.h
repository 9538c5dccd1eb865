// Makes the constants that PyTorch makes wrongly, so that an engine returns PyTorch's results.
#pragma once

#include <vector>

#include "core/interp/interpreter.h"
#include "core/ir/ir.h"

namespace ts::debugger {

// Inlines the calls of a graph that has not run, and folds the tensors that a loop changes in place
// although PyTorch folds them (TS8011). All calls of the graph then change the same tensors.
// Returns the places of the changes.
std::vector<SourceRange> foldAsPyTorch(ir::Graph& graph, interp::Interpreter& interpreter);

}  // namespace ts::debugger
