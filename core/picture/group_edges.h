// The edges inside each group of a hierarchy.
#pragma once

#include <vector>

#include "core/picture/hierarchy.h"

namespace ts::viz {

// Sets the edges, inputs and outputs of all groups. An edge that leaves a group crosses its border,
// so that each group can be laid out by itself.
void connectGroups(const Model& model, Hierarchy& hierarchy);

// The number of values that are alive behind each of these members of one group.
std::vector<size_t> liveValues(const Model& model, const Hierarchy& hierarchy,
                               const std::vector<Member>& members);

}  // namespace ts::viz
