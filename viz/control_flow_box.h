// The frame of an If or a Loop: its blocks, laid out, side by side in panels under a heading.
#pragma once

#include <vector>

#include "viz/segment_layout.h"
#include "viz/scene.h"

namespace ts::viz {

// Where a value comes into a block, or a result leaves it, in the block's coordinates.
struct BlockEntry {
  ValueId value = kNone;
  uint32_t parameter = kNone;  // its index; kNone: a value from outside
  Point at;
  bool pill = false;  // it ends at a pill; else at the block's border
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

// The item for the node, its blocks' pictures in the node's order of blocks. Its links are the
// arguments that are values, and the values that its blocks take from outside.
LayoutItem shapeFrame(const Model& model, NodeId id, std::vector<BlockPicture> blocks);

}  // namespace ts::viz
