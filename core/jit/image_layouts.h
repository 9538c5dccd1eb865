// Finds values whose strides do not show.
#pragma once

#include <functional>
#include <unordered_set>

#include "core/ir/ir.h"

namespace ts::jit {

// The images of a graph that may be channels last, although its operators would make contiguous
// ones: results of convolutions, and of operators on them that compute the same elements in each
// layout and return the layout of their arguments. Convolutions, and operators whose results do not
// depend on the layout, read them last. isConvolution: convolutions that choose the layout of their
// result.
std::unordered_set<const ir::Value*> findHiddenImages(
    const ir::Graph& graph, const std::function<bool(const ir::Node&)>& isConvolution);

}  // namespace ts::jit
