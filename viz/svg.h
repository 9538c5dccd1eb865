// Writes a scene as SVG: one self-contained file without scripts. Equal scenes produce equal bytes.
#pragma once

#include <string>

#include "viz/page_size.h"
#include "viz/scene.h"

namespace ts::viz {

struct SvgOptions {
  bool locations = true;  // show the source location of a node in its tooltip
  PageSize page;
};

std::string toSvg(const Model& model, const Scene& scene, const SvgOptions& options = {});

}  // namespace ts::viz
