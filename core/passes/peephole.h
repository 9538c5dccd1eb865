// Peephole optimizations.
#pragma once

#include "core/ir/ir.h"

namespace ts::passes {

struct PeepholeOptions {
  // Also use the sizes, dtypes and devices of tensor types.
  bool shapes = true;
  // Keep operators whose result has another type than the value that would replace it. PyTorch
  // replaces n / 1 by the int n.
  bool exactTypes = false;
};

// Runs all functions below in PyTorch's order, then dead code elimination. Each function returns
// true if the graph changed.
bool optimizePeephole(ir::Graph& graph, const PeepholeOptions& options = {});

// Tensor operations whose result follows from types: x.t().t(), x.type_as(y), size, dtype, device,
// conversions from a number to a tensor and back.
bool optimizePeepholeTensor(ir::Graph& graph, const PeepholeOptions& options);
// len, subscript, slice, + and unpacking of lists, len and subscript of dicts. The graph must
// construct the container, and must not write to it.
bool optimizePeepholeContainers(ir::Graph& graph);
// x + 0 and x * 1 on tensors, where it is unobservable that the result is x itself; dim of a
// convolution.
bool optimizePeepholeAliasSensitive(ir::Graph& graph, const PeepholeOptions& options);
// None, Optional, bool and int: comparisons with None, casts to the value's own type, n + 0.
bool optimizePeepholeNonTensor(ir::Graph& graph, const PeepholeOptions& options = {});
// Merges nested torch.cat calls along the same dimension, where the inner result has no other use.
bool combineConcats(ir::Graph& graph);

}  // namespace ts::passes
