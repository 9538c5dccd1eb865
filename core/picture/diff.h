// One picture of two graphs: what the second has, what it lacks, and what differs.
#pragma once

#include "core/picture/picture.h"

namespace ts::viz {

// A graph before its repeats are merged, so that each module can differ by itself.
struct DiffSide {
  Expanded expanded;
  Model model;
  Hierarchy hierarchy;  // of buildTree()
  Overlay overlay;
};

struct DiffCounts {
  size_t added = 0, removed = 0, changed = 0;  // nodes; control flow and the nodes in it
  std::string text() const;                    // "2 nodes added, 1 removed, 3 changed"
};

// Adds what only `before` has to `picture`, which holds the second graph's model, tree and overlay,
// marks the differences, and finishes its hierarchy. Groups are matched by kind, path and title,
// nodes by operator and source line, then by operator; within a group, in order.
DiffCounts addDifferences(const DiffSide& before, Picture& picture);

}  // namespace ts::viz
