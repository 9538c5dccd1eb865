// Cuts the nodes of a block into segments for the layout. Decides which values reach their users as
// lines; the other values are shown by name.
#pragma once

#include <cstddef>
#include <vector>

#include "core/picture/model.h"

namespace ts::viz {

// A node of a block, with the values that should reach and leave it as lines.
struct SegmentItem {
  NodeId node = kNone;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
};

// How a segment receives a value that another segment defines.
enum class Arrival : uint8_t {
  Source,  // a parameter or a capture of the block; only in the first segment
  Passed,  // as a line from the segment above
  Named,   // by a pill with its name, like an off-page connector in a flow chart
};

struct SegmentInput {
  ValueId value = kNone;
  Arrival arrival = Arrival::Passed;
};

struct Segment {
  size_t begin = 0;  // indices of items
  size_t end = 0;
  std::vector<SegmentInput> inputs;
  std::vector<ValueId> passed;  // values that reach the next segment as lines
};

struct SegmentPlan {
  std::vector<Segment> segments;  // at least one
  // drawn[i][k]: input k of item i is a line. The box of the item names the other inputs.
  std::vector<std::vector<bool>> drawn;
  // resultDrawn[i]: a line reaches result i.
  std::vector<bool> resultDrawn;
};

// sources: the parameters and captures of the block that may be lines. results: the results of the
// block. Takes time linear in the number of items and inputs.
SegmentPlan planSegments(const std::vector<SegmentItem>& items, const std::vector<ValueId>& sources,
                         const std::vector<ValueId>& results);

// The largest number of lines into or out of a segment or a node; further values are named. The
// time of Graphviz to order a layer grows with the square of the lines that cross it.
inline constexpr size_t kMostLines = 40;

}  // namespace ts::viz
