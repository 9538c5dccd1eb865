// Writes a picture as the data of the viewer: core/picture/viewer/src/data.ts.
#pragma once

#include <string>

#include "core/picture/picture.h"

namespace ts::viz {

std::string toViewJson(const Picture& picture);

}  // namespace ts::viz
