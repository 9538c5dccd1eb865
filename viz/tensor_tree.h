// A picture of a file of tensors: groups by the parts of their names.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/picture/picture.h"

namespace ts::viz {

// tensors: by dotted name, in the order of the file.
Picture makeTensorTree(std::string name,
                       const std::vector<std::pair<std::string, Weight>>& tensors);

}  // namespace ts::viz
