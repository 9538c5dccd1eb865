// A scene as SVG: one file that stands alone, without scripts; equal scenes give equal bytes.
#pragma once

#include <string>

#include "viz/scene.h"

namespace ts::viz {

struct SvgOptions {
  bool locations = true;  // where a node comes from, in its tooltip
};

std::string toSvg(const Model& model, const Scene& scene, const SvgOptions& options = {});

}  // namespace ts::viz
