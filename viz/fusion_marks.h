// Marks the operators of a picture that machine code computes together.
#pragma once

#include "core/picture/picture.h"

namespace ts::viz {

// Adds the mark "fused" to the nodes of each loop of several operators, as --format=fusion lists
// them. graph: of the function that the picture shows.
void markFusions(Picture& picture, const ir::GraphPtr& graph);

// The graph that machine code is made of: calls are inlined, and known conditions decided. Nodes
// that one loop computes have its name as their scope, "loop 1", so that a picture has a box of it.
ir::GraphPtr fusedGraph(const ir::GraphPtr& graph);

}  // namespace ts::viz
