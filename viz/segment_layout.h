// Lays out one segment of a block: nodes, whose inner blocks are laid out already, and the pins
// where values enter and leave.
#pragma once

#include <string>
#include <vector>

#include "viz/box.h"
#include "viz/scene.h"

namespace ts::viz {

// An input that is drawn as a line.
struct InLink {
  ValueId value = kNone;
  uint32_t port = 0;
};

struct LayoutItem {
  NodeId node = kNone;
  double width = 0;
  double bodyHeight = 0;
  double height = 0;            // including the strip of labels under the body
  std::vector<double> inPorts;  // x positions on the upper edge, ascending
  std::vector<InLink> links;
  std::vector<OutPort> outPorts;
  std::vector<TextLine> lines;  // of a box
  bool frame = false;
  Scene inside;  // of a frame, relative to its corner
};

struct LayoutPin {
  PinKind kind = PinKind::Entry;
  ValueId value = kNone;
  TextLine text;           // the text of its pill; a pin without text is a dot
  bool line = true;        // a line of the segment begins or ends at it
  bool mark = true;        // it is visible
  uint32_t index = kNone;  // for the caller
  Point at;                // result: the point where a line from outside ends
};

struct SegmentPicture {
  Scene scene;
  std::vector<LayoutPin> inputs;
  std::vector<LayoutPin> outputs;
  std::string error;  // of Graphviz; empty on success
};

SegmentPicture layOutSegment(BlockId block, std::vector<LayoutItem> items,
                             std::vector<LayoutPin> inputs, std::vector<LayoutPin> outputs);

// The width in pixels of a pill with this text.
double pillWidth(const TextLine& text);

}  // namespace ts::viz
