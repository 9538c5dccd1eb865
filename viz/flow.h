// Places boxes in layers from top to bottom and routes curves between them, with Graphviz's dot.
// Boxes are not nested here.
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
  std::vector<double> inPorts;   // x positions on the upper edge, ascending
  std::vector<double> outPorts;  // on the lower edge
  FlowRank rank = FlowRank::Free;
};

struct FlowEdge {
  uint32_t from = 0;
  uint32_t fromPort = 0;
  uint32_t to = 0;
  uint32_t toPort = 0;
  bool drawn = true;  // false: only keeps `from` above `to`; its ports are ignored
};

struct Flow {
  std::vector<FlowNode> nodes;
  std::vector<FlowEdge> edges;
};

// A cubic spline: the start point, then three points for each Bézier curve.
using Curve = std::vector<Point>;

struct FlowLayout {
  std::vector<Point> nodes;   // upper left corners
  std::vector<Curve> curves;  // one for each edge, from port to port; empty when not drawn
  double width = 0;           // all coordinates are between 0 and these
  double height = 0;
  std::string error;  // the error of Graphviz; empty on success
};

// The cost grows faster than the square of the size, so callers limit a flow to about a hundred
// nodes. Deterministic. Thread-safe: a mutex serializes the calls, because Graphviz has global
// state.
FlowLayout layOutFlow(const Flow& flow);

// A smooth curve that leaves downwards and arrives from above.
Curve verticalCurve(Point from, Point to);
Curve straightCurve(Point from, Point to);

}  // namespace ts::viz
