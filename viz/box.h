// What stands in the box of a single node, and how large that makes it.
#pragma once

#include <string>
#include <vector>

#include "viz/scene.h"

namespace ts::viz {

// A value that a node gives and somebody uses: where its line begins on the lower edge.
struct OutPort {
  ValueId value = kNone;
  double x = 0;
  std::string label;
};

struct BoxShape {
  std::vector<TextLine> lines;
  double width = 0;
  double height = 0;                // of the box; the labels stand in the strip under it
  std::vector<uint32_t> arguments;  // that are drawn as lines, in order
  std::vector<double> inPorts;      // one for each of them
  std::vector<OutPort> outPorts;
};

// "rv.1 : Tensor", or the type alone for a value without a Python name.
std::string valueLabel(const ModelValue& value, size_t columns);

// `drawn[i]` says whether argument i comes in as a line; the others are written in the box.
// `collapsed` is the text that stands for blocks that aren't shown; `extraPorts` more lines come
// in, right of the arguments.
BoxShape shapeBox(const Model& model, const ModelNode& node, const std::vector<bool>& drawn,
                  size_t extraPorts, const std::string& collapsed);

// Places ports for labels of these widths on an edge, spread over `width`, each label right of its
// port. The width grows when they don't fit.
std::vector<double> spreadLabelled(const std::vector<double>& labelWidths, double& width);

}  // namespace ts::viz
