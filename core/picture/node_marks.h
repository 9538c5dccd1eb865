// The notes on the nodes of a picture.
#pragma once

#include <vector>

#include "core/picture/picture.h"

namespace ts::viz {

// Those of the picture, and those that follow from the operator and the values of a run.
std::vector<Mark> marksOf(const Picture& picture, NodeId id);

}  // namespace ts::viz
