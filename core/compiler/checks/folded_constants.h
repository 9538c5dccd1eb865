// Warns of tensors that PyTorch folds into constants although a loop changes them in place.
#pragma once

#include <functional>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"

namespace ts::compiler {

// Checks a graph as it was emitted, before the conversion to SSA.
void checkFoldedConstants(const ir::Graph& graph,
                          const std::function<void(diag::Diagnostic)>& report);

}  // namespace ts::compiler
