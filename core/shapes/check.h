// Shapes that can't fit, in the graph of one function.
#pragma once

#include <functional>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/ir/ir.h"
#include "core/shapes/shape.h"

namespace ts::shapes {

// What a function does with shapes, whoever calls it.
struct Summary {
  std::vector<Shape> needs;  // by input: what it has to be like, or the function raises
  Shape gives;               // the result

  bool isEmpty() const { return needs.empty() && gives.isUnknown(); }
};
// Null: nothing is known of the function.
using Summaries = std::function<const Summary*(const ir::Function*)>;

// graph: as emitted, with variables; it is not changed. Each problem is reported once a node.
Summary check(const ir::Graph& graph, const Summaries& summaries,
              const std::function<void(const diag::Diagnostic&)>& report);

}  // namespace ts::shapes
