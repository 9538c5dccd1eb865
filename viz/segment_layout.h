// Lays out one piece of a block: nodes whose insides are done, and the pins where values come in
// and go out.
#pragma once

#include <string>
#include <vector>

#include "viz/box.h"
#include "viz/scene.h"

namespace ts::viz {

// A value that comes in as a line.
struct InLink {
  ValueId value = kNone;
  uint32_t port = 0;
};

struct LayoutItem {
  NodeId node = kNone;
  double width = 0;
  double bodyHeight = 0;
  double height = 0;            // with the strip for labels under the body
  std::vector<double> inPorts;  // on the upper edge, rising
  std::vector<InLink> links;
  std::vector<OutPort> outPorts;
  std::vector<TextLine> lines;  // of a box
  bool frame = false;
  Scene inside;  // of a frame, relative to its corner
};

struct LayoutPin {
  PinKind kind = PinKind::Entry;
  ValueId value = kNone;
  TextLine text;           // what stands in its pill; a pin without text is a dot
  bool line = true;        // a line begins or ends at it, inside the piece
  bool mark = true;        // it is to be seen
  uint32_t index = kNone;  // the caller's
  Point at;                // result: where a line from outside meets it
};

struct PiecePicture {
  Scene scene;
  std::vector<LayoutPin> inputs;
  std::vector<LayoutPin> outputs;
  std::string error;  // of Graphviz; empty otherwise
};

PiecePicture layOutPiece(BlockId block, std::vector<LayoutItem> items,
                         std::vector<LayoutPin> inputs, std::vector<LayoutPin> outputs);

// Pixels that a pill with this text takes.
double pillWidth(const TextLine& text);

}  // namespace ts::viz
