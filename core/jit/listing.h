// Machine code and its fusions as text, for readers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ir/ir.h"
#include "core/jit/llvm.h"

namespace ts::jit {

// The code that the engine makes of a graph: of the function, and of the loop of each fusion for
// arguments with two dimensions whose tensors are floats and contiguous. Each line ends with the
// Python place that it comes from; those of loops have the places of their operators before them.
// output: Assembly or Ir. Throws LlvmError.
std::string listCode(const ir::GraphPtr& graph, std::string_view name, Output output);

// One line for each node that runs, with the number of the fusion that computes it. reasons: says
// before a node why no fusion contains both it and the operator before it.
std::string listFusions(const ir::GraphPtr& graph, std::string_view name, bool reasons);

// The operators that each loop of machine code computes, as nodes of `graph`, a prepared copy.
struct FusedLoops {
  ir::GraphPtr graph;
  std::vector<std::vector<const ir::Node*>> loops;
};
FusedLoops findLoops(const ir::GraphPtr& graph);

}  // namespace ts::jit
