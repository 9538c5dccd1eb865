// The layers of one group of a hierarchy.
#pragma once

#include <vector>

#include "core/picture/hierarchy.h"
#include "core/picture/layered.h"

namespace ts::viz {

enum class SlotKind : uint8_t { Node, Group, Input, Output, Bend };

struct LayoutSlot {
  SlotKind kind = SlotKind::Node;
  uint32_t id = kNone;  // of the node, the group or the value
};

struct LayoutLink {
  uint32_t from = 0;  // slots
  uint32_t to = 0;
  ValueId value = kNone;
  ValueId becomes = kNone;  // see GroupEdge; only on the last link of an edge
};

struct GroupLayout {
  std::vector<LayoutSlot> slots;
  std::vector<std::vector<uint32_t>> layers;
  std::vector<LayoutLink> links;
};

// Depends on the group only, not on which groups are open.
GroupLayout layOutGroup(const Group& group);

}  // namespace ts::viz
