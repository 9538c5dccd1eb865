// PyTorch's names of gradient nodes.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "core/autodiff/node.h"
#include "core/ops/schema.h"

namespace ts::autodiff {

// The ranks of an operator's first arguments; -1 for one that is not a tensor.
using Ranks = std::array<int64_t, 3>;

// A copy of a node's name that lives as long as the process; programs have few.
const char* lastingName(std::string_view name);

// PyTorch's name of an operator's node, such as "AddBackward0" for aten::add.Tensor. The string has
// static lifetime.
const char* gradientName(const ops::FunctionSchema& schema, const Ranks& ranks);

// PyTorch records some operators as several nodes: "ViewBackward0(AddmmBackward0(bias, input))". An
// argument stands for its edge. Empty: one node.
std::string_view gradientParts(const ops::FunctionSchema& schema, const Ranks& ranks);

// The edges of the first node of gradientParts(), to nodes that are only shown. edgeOf: the edge of
// an argument. Nodes without edges that are needed are left out.
std::vector<Edge> edgesOfParts(std::string_view parts,
                               const std::function<Edge(std::string_view)>& edgeOf);

}  // namespace ts::autodiff
