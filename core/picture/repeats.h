// Finds equal modules in sequence, such as the blocks of a stage, and modules that alternate, and
// keeps the first of each.
#pragma once

#include <vector>

#include "core/picture/hierarchy.h"

namespace ts::viz {

// Modules are equal when their nodes, attributes and children are; each must use the results of the
// one before in the same way. The others of a run lose their place in the hierarchy, and
// Group::repeats of the first names all. Modules that alternate get a Sequence around them. Returns
// by value the value that stands for it: Hierarchy::shownAs.
std::vector<ValueId> mergeRepeats(const Model& model, Hierarchy& hierarchy,
                                  const PathDetail& detail);

}  // namespace ts::viz
