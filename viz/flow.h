// Places boxes in layers from top to bottom and routes curves between them: Graphviz's dot, for one
// flat piece of a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ts::viz {

// Pixels; y grows downwards.
struct Point {
  double x = 0;
  double y = 0;
};

enum class FlowRank : uint8_t { Free, Top, Bottom };

struct FlowNode {
  double width = 0;
  double height = 0;
  std::vector<double> inPorts;   // on the upper edge, from the left, rising
  std::vector<double> outPorts;  // on the lower edge
  FlowRank rank = FlowRank::Free;
};

struct FlowEdge {
  uint32_t from = 0;
  uint32_t fromPort = 0;
  uint32_t to = 0;
  uint32_t toPort = 0;
  bool drawn = true;  // false: only keeps `from` above `to`; its ports don't matter
};

struct Flow {
  std::vector<FlowNode> nodes;
  std::vector<FlowEdge> edges;
};

// A cubic spline: a point, then three for each piece.
using Curve = std::vector<Point>;

struct FlowLayout {
  std::vector<Point> nodes;   // upper left corners
  std::vector<Curve> curves;  // one an edge, from port to port; empty for one that isn't drawn
  double width = 0;           // everything is between 0 and these
  double height = 0;
  std::string error;  // what Graphviz said when it gave up; empty otherwise
};

// Costs more than the square of the size: callers keep it to about a hundred nodes. Equal input
// gives equal output. One call at a time runs, others wait: Graphviz has global state.
FlowLayout layOutFlow(const Flow& flow);

// A smooth curve that leaves downwards and arrives from above.
Curve verticalCurve(Point from, Point to);
Curve straightCurve(Point from, Point to);

}  // namespace ts::viz
