// The notes on the nodes of a picture.
#pragma once

#include <vector>

#include "core/picture/picture.h"

namespace ts::viz {

// Returns the marks of the picture, and those that follow from the operator and a run's values.
std::vector<Mark> marksOf(const Picture& picture, NodeId id);

}  // namespace ts::viz
