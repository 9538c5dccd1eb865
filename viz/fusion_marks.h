// Marks the operators of a picture that machine code computes together.
#pragma once

#include "core/picture/picture.h"

namespace ts::viz {

// Adds the mark "fused" to the nodes of each loop of several operators, as --format=fusion lists
// them. graph: of the function that the picture shows.
void markFusions(Picture& picture, const ir::GraphPtr& graph);

}  // namespace ts::viz
