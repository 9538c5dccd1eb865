// The text in the box of a single node, and the size of the box.
#pragma once

#include <string>
#include <vector>

#include "viz/scene.h"

namespace ts::viz {

// An output with a user: the position on the lower edge where its line begins.
struct OutPort {
  ValueId value = kNone;
  double x = 0;
  std::string label;
};

struct BoxShape {
  std::vector<TextLine> lines;
  double width = 0;
  double height = 0;                // of the box, without the strip of labels under it
  std::vector<uint32_t> arguments;  // indices of the arguments that come in as lines
  std::vector<double> inPorts;      // x of the lines on the upper edge
  std::vector<OutPort> outPorts;
};

// "rv.1 : Tensor", or only the type for a value without a Python name.
std::string valueLabel(const ModelValue& value, size_t columns);

// drawn[i]: argument i comes in as a line; the other arguments are text in the box. extraPorts:
// number of further lines, right of the arguments. collapsed: the text for blocks that are not
// shown.
BoxShape shapeBox(const Model& model, const ModelNode& node, const std::vector<bool>& drawn,
                  size_t extraPorts, const std::string& collapsed);

// The positions of ports on an edge. Each port has a label of the given width to its right.
// Increases `width` when the labels do not fit.
std::vector<double> spreadLabelled(const std::vector<double>& labelWidths, double& width);

}  // namespace ts::viz
