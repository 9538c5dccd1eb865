// Shapes that can't fit, in the graph of one function.
#pragma once

#include <functional>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"

namespace ts::shapes {

// graph: as emitted, with variables; it is not changed. Each problem is reported once a node.
void check(const ir::Graph& graph, const std::function<void(const diag::Diagnostic&)>& report);

}  // namespace ts::shapes
