// Lays out a model as a scene. Each block is laid out separately and becomes a box in its parent,
// so the cost is linear in the size of the graph. A long block is cut into segments, stacked from
// top to bottom. Cuts are at positions with few live values, so that few lines cross them.
#pragma once

#include <string>

#include "viz/scene.h"

namespace ts::viz {

struct LayoutOptions {
  // For deeper blocks a picture shows only their number of nodes.
  uint32_t depth = UINT32_MAX;
};

struct LayoutResult {
  Scene scene;
  std::string error;  // of Graphviz; empty on success
};

LayoutResult layOut(const Model& model, const LayoutOptions& options = {});

}  // namespace ts::viz
