// Machine code and its fusions as text, for readers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/ir.h"
#include "core/jit/llvm.h"
#include "core/tensor/ivalue.h"

namespace ts::jit {

// The inputs and outputs of the nodes that have run, with the last values of each.
using SeenValues = std::unordered_map<const ir::Value*, tensor::IValue>;
// Runs a graph, a prepared copy, on the arguments of some call.
using SampleCall = std::function<SeenValues(const ir::GraphPtr& graph)>;

// The code that the engine makes of a graph: of the function, and of the loop of each fusion, for
// the tensors of `call`, or, if it is null, for contiguous float tensors with two dimensions. Each
// line ends with the Python place that it comes from; those of loops have the places of their
// operators before them. output: Assembly or Ir. Throws LlvmError.
std::string listCode(const ir::GraphPtr& graph, std::string_view name, Output output,
                     const SampleCall& call = {});

// One line for each node that runs, with the number of the fusion that computes it. reasons: says
// before a node why no fusion contains both it and the operator before it, as far as it does not
// depend on arguments: FusionCensus has the reasons of calls.
std::string listFusions(const ir::GraphPtr& graph, std::string_view name, bool reasons);

// The operators that each loop of machine code computes, as nodes of `graph`, a prepared copy.
struct FusedLoops {
  ir::GraphPtr graph;
  std::vector<std::vector<const ir::Node*>> loops;
};
FusedLoops findLoops(const ir::GraphPtr& graph);

}  // namespace ts::jit
