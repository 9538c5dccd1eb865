// Tensors that PyTorch folds into constants although a loop changes them in place. The search
// repeats PyTorch's alias analysis, which follows one turn of a loop.
#pragma once

#include <vector>

#include "core/ir/ir.h"

namespace ts::passes {

struct FoldedThenChanged {
  ir::Value* folded;       // a variable of a loop before its first turn
  const ir::Node* change;  // in the loop
};

// True when an operator in a loop changes a tensor. Without one, nothing is found.
bool changesInLoop(const ir::Graph& graph);
// Searches a graph in SSA form.
std::vector<FoldedThenChanged> findFoldedThenChanged(const ir::Graph& graph);

}  // namespace ts::passes
