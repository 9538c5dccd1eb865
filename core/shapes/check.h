// Reports operators and layers whose operands' shapes never fit, in the graph of one function.
#pragma once

#include <functional>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"
#include "core/shapes/shape.h"

namespace ts::shapes {

// The shapes that hold for every call of a function.
struct Summary {
  // By input: the function raises for an input that does not fit. May be shorter than the inputs.
  std::vector<Shape> requiredInputs;
  Shape result;

  bool isEmpty() const { return requiredInputs.empty() && result.isUnknown(); }
};
// The summary of a called function; null when it has none.
using Summaries = std::function<const Summary*(const ir::Function*)>;

// Infers shapes in `graph`, reports mismatches, and returns the summary of the function.
// graph: as the compiler emitted it, with variables; it is not changed. A node has at most one
// diagnostic.
Summary check(const ir::Graph& graph, const Summaries& summaries,
              const std::function<void(const diag::Diagnostic&)>& report);

}  // namespace ts::shapes
