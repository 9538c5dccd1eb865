// A model as a file for Graphviz: blocks are clusters, values are edges. For those who want to lay
// it out themselves; the constants are folded as in the pictures.
#pragma once

#include <string>

#include "viz/model.h"

namespace ts::viz {

// `depth`: blocks nested deeper are left out, their node says how much was in them.
std::string toDot(const Model& model, uint32_t depth = UINT32_MAX, bool locations = true);

}  // namespace ts::viz
