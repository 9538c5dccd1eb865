// Gives every part of a model its place. Each block is laid out on its own and becomes a box in its
// parent, so the cost grows with the graph and not with its square. A block of many nodes is cut
// into pieces that stand one above the other: where few values are alive, so that few lines cross.
#pragma once

#include <string>

#include "viz/scene.h"

namespace ts::viz {

struct LayoutOptions {
  // Blocks nested deeper than this are not shown but counted.
  uint32_t depth = UINT32_MAX;
};

struct LayoutResult {
  Scene scene;
  std::string error;  // of Graphviz; empty otherwise
};

LayoutResult layOut(const Model& model, const LayoutOptions& options = {});

}  // namespace ts::viz
