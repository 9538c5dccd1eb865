// Lints for code whose result in a script differs from its result in eager Python. Only differences
// that are certain from the graph as it was emitted are reported.
#pragma once

#include <functional>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"

namespace ts::compiler {

void checkEagerScriptLints(const ir::Graph& graph,
                           const std::function<void(diag::Diagnostic)>& report);

}  // namespace ts::compiler
