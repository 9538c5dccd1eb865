// Writes a picture with its groups as SVG: one self-contained file without scripts. Equal pictures
// produce equal bytes.
#pragma once

#include <string>

#include "core/picture/picture.h"
#include "viz/svg.h"

namespace ts::viz {

std::string toSvg(const Picture& picture, const SvgOptions& options = {});

}  // namespace ts::viz
