// The texts in the boxes of a flowchart.
#pragma once

#include <string>
#include <vector>

#include "core/picture/picture.h"

namespace ts::viz {

// The title, then the arguments that matter and the shape of the result.
std::vector<std::string> nodeLines(const Picture& picture, NodeId id);
// The lines of a closed group: the title with the number of repeats, the type, the shape and the
// parameters.
std::vector<std::string> groupLines(const Picture& picture, GroupId id);
// The title of an open group: "layer1.0 · Bottleneck ×2".
std::string frameTitle(const Picture& picture, const Group& group);
// "x : float32 [1, 3, 224, 224]", or the type when the shape is unknown.
std::string pinText(const Picture& picture, ValueId id);

}  // namespace ts::viz
