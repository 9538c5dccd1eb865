// Canonical operator names.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// Replaces operator aliases: aten::multiply becomes aten::mul and so on. rsub becomes sub, and `is`
// between bools becomes ==.
void normalizeOps(ir::Graph& graph);

}  // namespace ts::passes
