// Writes a picture with its groups as SVG: one self-contained file without scripts. Equal pictures
// produce equal bytes.
#pragma once

#include <string>

#include "viz/picture.h"

namespace ts::viz {

// locations: whether tooltips name the source line of a node.
std::string toSvg(const Picture& picture, bool locations = true);

}  // namespace ts::viz
