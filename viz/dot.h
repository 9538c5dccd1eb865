// Writes a model as a Graphviz file: blocks are clusters, values are edges. Constants are folded as
// in the pictures.
#pragma once

#include <string>

#include "core/picture/model.h"

namespace ts::viz {

// depth: deeper blocks are left out, and their node shows the number of nodes inside.
std::string toDot(const Model& model, uint32_t depth = UINT32_MAX, bool locations = true);

}  // namespace ts::viz
