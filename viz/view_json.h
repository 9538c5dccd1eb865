// Writes a picture as the data of the viewer: viz/viewer/src/data.ts.
#pragma once

#include <string>

#include "viz/picture.h"

namespace ts::viz {

std::string toViewJson(const Picture& picture);

}  // namespace ts::viz
