// What a script does otherwise than Python, where the graph as emitted shows it for certain.
#pragma once

#include <functional>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"

namespace ts::compiler {

void checkDifferences(const ir::Graph& graph, const std::function<void(diag::Diagnostic)>& report);

}  // namespace ts::compiler
