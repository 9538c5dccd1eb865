// The box of an If or a Loop: a heading, and below it the pictures of its blocks side by side in
// panels.
#pragma once

#include <vector>

#include "viz/scene.h"
#include "viz/segment_layout.h"

namespace ts::viz {

// The point where a value enters a block, or a result leaves it, in the coordinates of the block.
struct BlockEntry {
  ValueId value = kNone;
  uint32_t parameter = kNone;  // its index; kNone: a captured value
  Point at;
  bool pill = false;  // its line ends at a pill; otherwise at the border of the block
};
struct BlockExit {
  uint32_t result = 0;
  ValueId value = kNone;
  Point at;
  bool pill = false;
};

struct BlockPicture {
  Scene scene;
  std::vector<BlockEntry> entries;
  std::vector<BlockExit> exits;

  bool empty() const {
    return scene.boxes.empty() && scene.frames.empty() && entries.empty() && exits.empty();
  }
};

// The layout item of the node. blocks: the pictures of its blocks, in order. The links of the item
// are the unfolded arguments and the values that the blocks capture.
LayoutItem shapeControlFlowBox(const Model& model, NodeId id, std::vector<BlockPicture> blocks);

}  // namespace ts::viz
