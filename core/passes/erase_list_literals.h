// Removes empty list literals whose element type was never determined.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// While a function is compiled, prim::EmptyListLiteral represents `[]`, which fits any list type
// that it is passed as. The remaining literals become List[Tensor] without debug names.
void eraseListLiterals(ir::Graph& graph);

}  // namespace ts::passes
