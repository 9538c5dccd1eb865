// Copies of a graph that can't be told from it.
#pragma once

#include <span>
#include <utility>

#include "core/ir/ir.h"

namespace ts::ir {

// Graph::copy() numbers and names values anew, as PyTorch's does; this keeps the numbers, the names
// and what later names follow from. Values of a type that is first in a pair get the second, and so
// do functions that are constants; types that contain it stay.
GraphPtr duplicate(const Graph& graph, std::span<const std::pair<TypePtr, TypePtr>> types);

}  // namespace ts::ir
