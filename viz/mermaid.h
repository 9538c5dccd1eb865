// Writes a picture as a Mermaid flowchart, which READMEs can contain.
#pragma once

#include <string>

#include "core/picture/picture.h"

namespace ts::viz {

// Open groups are subgraphs; the other boxes are nodes.
std::string toMermaid(const Picture& picture);

}  // namespace ts::viz
