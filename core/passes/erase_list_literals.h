// Empty list literals that nothing gave an element type.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

// prim::EmptyListLiteral stands for `[]` while a function is compiled, so that it can fit whatever
// list it is passed as; what is left of them becomes lists of tensors, without the names they had.
void eraseListLiterals(ir::Graph& graph);

}  // namespace ts::passes
