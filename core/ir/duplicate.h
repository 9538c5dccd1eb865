// Exact copies of graphs.
#pragma once

#include <span>
#include <utility>

#include "core/ir/ir.h"

namespace ts::ir {

// Returns a copy with the same value numbers, names and name suffix counters. Graph::copy() assigns
// new ones, as in PyTorch. `types` maps types to replacements: values and function constants of a
// mapped type get the replacement; types that contain a mapped type are unchanged.
GraphPtr duplicate(const Graph& graph, std::span<const std::pair<TypePtr, TypePtr>> types);

}  // namespace ts::ir
