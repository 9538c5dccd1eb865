// Small simplifications.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

struct PeepholeOptions {
  // Also what follows from the sizes, dtypes and devices that tensor types carry.
  bool shapes = true;
};

// All of the below, in PyTorch's order, and then what is dead. Each says whether it changed
// anything.
bool optimizePeephole(ir::Graph& graph, const PeepholeOptions& options = {});

// On tensors, by type: x.t().t(), x.type_as(y), size, dtype, device, number to tensor and back.
bool optimizePeepholeTensor(ir::Graph& graph, const PeepholeOptions& options);
// len, subscript, slice, + and unpacking of lists, len and subscript of dicts that are made in
// sight and that nobody writes to.
bool optimizePeepholeContainers(ir::Graph& graph);
// x + 0 and x * 1 on tensors where nobody can tell that the result is x itself; dim of a
// convolution.
bool optimizePeepholeAliasSensitive(ir::Graph& graph, const PeepholeOptions& options);
// On None, Optional, bool and int: comparisons with None, casts to what a value is already, n + 0.
bool optimizePeepholeNonTensor(ir::Graph& graph);
// torch.cat of lists that have results of torch.cat along the same dimension in them, used nowhere
// else: one for all.
bool combineConcats(ir::Graph& graph);

}  // namespace ts::passes
