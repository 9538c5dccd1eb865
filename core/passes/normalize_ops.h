// One name an operation.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// aten::multiply becomes aten::mul and so on for all operators that are others under a second name;
// rsub becomes sub, `is` between bools becomes ==.
void normalizeOps(ir::Graph& graph);

}  // namespace ts::passes
