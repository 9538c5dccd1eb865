// A graph with its groups and all that is known about it, ready to be written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viz/expand.h"
#include "viz/hierarchy.h"
#include "viz/model.h"
#include "viz/overlay.h"

namespace ts::viz {

struct Picture {
  std::string target;  // as it was given on the command line
  std::string note;    // the call that constructed the module
  Expanded expanded;   // the model's nodes refer to the files of its graph
  Model model;
  Hierarchy hierarchy;
  Overlay overlay;
  std::vector<GroupId> open;  // in the first view
};

}  // namespace ts::viz
