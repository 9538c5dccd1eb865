#include "viz/flow.h"

#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <mutex>

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): Graphviz and the leak
// checker give these names.
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;

// Options of the leak checker in sanitized builds: dot leaks a few hundred bytes per layout.
const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:libgvc\nleak:libgvplugin_dot_layout\n"; }
const char* __lsan_default_options();
const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace ts::viz {
namespace {

constexpr double kPointsPerInch = 72;
constexpr int kPortHeight = 2;  // of the table rows with the ports

// A fixed list of plugins keeps Graphviz from reading its configuration and loading all installed
// plugins.
lt_symlist_t kPlugins[] = {
    {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
    {nullptr, nullptr},
};

struct ContextDeleter {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};
struct GraphDeleter {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};

std::string gLastError;  // guarded by the mutex in layOutFlow()

int keepError(char* message) {
  if (gLastError.size() < 2000) gLastError += message;
  return 0;
}

char* writable(const char* text) { return const_cast<char*>(text); }

// Appends a table row with a cell of width 2 at the position of each port. Dot attaches edges only
// to table cells or to a few fixed points of a node.
void appendPortRow(std::string& html, int width, const std::vector<double>& ports, char prefix) {
  auto cell = [&](int cellWidth, const std::string& attribute) {
    html += "<TD FIXEDSIZE=\"TRUE\" HEIGHT=\"" + std::to_string(kPortHeight) + "\" WIDTH=\"" +
            std::to_string(cellWidth) + "\"" + attribute + "></TD>";
  };
  html += "<TR><TD><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>";
  int x = 0;
  for (size_t i = 0; i < ports.size(); ++i) {
    int at = std::clamp(static_cast<int>(std::lround(ports[i])) - 1, x, std::max(x, width - 2));
    if (at > x) cell(at - x, "");
    cell(2, std::string(" PORT=\"") + prefix + std::to_string(i) + "\"");
    x = at + 2;
  }
  if (x < width) cell(width - x, "");
  html += "</TR></TABLE></TD></TR>";
}

std::string nodeHtml(const FlowNode& node) {
  int width = static_cast<int>(std::ceil(node.width));
  int height = std::max(static_cast<int>(std::ceil(node.height)) - 2 * kPortHeight, 1);
  std::string html = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">";
  appendPortRow(html, width, node.inPorts, 'i');
  html += "<TR><TD FIXEDSIZE=\"TRUE\" HEIGHT=\"" + std::to_string(height) + "\" WIDTH=\"" +
          std::to_string(width) + "\"></TD></TR>";
  appendPortRow(html, width, node.outPorts, 'o');
  return html + "</TABLE>";
}

class DotRun {
 public:
  explicit DotRun(const Flow& flow) : flow_(flow), context_(gvContextPlugins(kPlugins, 0)) {
    graph_.reset(agopen(writable("flow"), Agdirected, nullptr));
  }

  FlowLayout run() {
    build();
    FlowLayout out;
    gLastError.clear();
    if (gvLayout(context_.get(), graph_.get(), "dot") == 0) {
      read(out);
    } else {
      out.error = gLastError.empty() ? "Graphviz could not lay out a block" : gLastError;
    }
    gvFreeLayout(context_.get(), graph_.get());
    return out;
  }

 private:
  void set(void* object, const char* name, const char* value) {
    agsafeset(object, writable(name), writable(value), writable(""));
  }

  void build() {
    Agraph_t* graph = graph_.get();
    agattr(graph, AGRAPH, writable("ranksep"), writable("0.36"));
    agattr(graph, AGRAPH, writable("nodesep"), writable("0.3"));
    agattr(graph, AGRAPH, writable("nslimit"), writable("4"));
    agattr(graph, AGRAPH, writable("rank"), writable(""));
    agattr(graph, AGNODE, writable("shape"), writable("plain"));
    label_ = agattr(graph, AGNODE, writable("label"), writable(""));
    agattr(graph, AGEDGE, writable("dir"), writable("none"));
    style_ = agattr(graph, AGEDGE, writable("style"), writable(""));
    tail_ = agattr(graph, AGEDGE, writable("tailport"), writable(""));
    head_ = agattr(graph, AGEDGE, writable("headport"), writable(""));

    Agraph_t* top = rankGroup("source", FlowRank::Top);
    Agraph_t* bottom = rankGroup("sink", FlowRank::Bottom);
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      const FlowNode& node = flow_.nodes[i];
      Agnode_t* graphNode = agnode(graph, writable(("n" + std::to_string(i)).c_str()), 1);
      char* html = agstrdup_html(graph, writable(nodeHtml(node).c_str()));
      agxset(graphNode, label_, html);
      agstrfree(graph, html);
      if (node.rank == FlowRank::Top) agsubnode(top, graphNode, 1);
      if (node.rank == FlowRank::Bottom) agsubnode(bottom, graphNode, 1);
      nodes_.push_back(graphNode);
    }
    for (size_t i = 0; i < flow_.edges.size(); ++i) {
      const FlowEdge& edge = flow_.edges[i];
      Agedge_t* graphEdge = agedge(graph, nodes_[edge.from], nodes_[edge.to],
                                   writable(("e" + std::to_string(i)).c_str()), 1);
      if (edge.drawn) {
        agxset(graphEdge, tail_, writable(("o" + std::to_string(edge.fromPort) + ":s").c_str()));
        agxset(graphEdge, head_, writable(("i" + std::to_string(edge.toPort) + ":n").c_str()));
      } else {
        agxset(graphEdge, style_, writable("invis"));
      }
      edges_.push_back(graphEdge);
    }
  }

  // The subgraph for the rank; null when the flow has no node of that rank.
  Agraph_t* rankGroup(const char* rank, FlowRank wanted) {
    bool any = std::any_of(flow_.nodes.begin(), flow_.nodes.end(),
                           [&](const FlowNode& node) { return node.rank == wanted; });
    if (!any) return nullptr;
    Agraph_t* group = agsubg(graph_.get(), writable(rank), 1);
    set(group, "rank", rank);
    return group;
  }

  void read(FlowLayout& out) {
    boxf box = GD_bb(graph_.get());
    double left = box.LL.x, top = box.UR.y, right = box.UR.x, bottom = box.LL.y;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      double x = ND_coord(nodes_[i]).x - ND_width(nodes_[i]) * kPointsPerInch / 2;
      double y = ND_coord(nodes_[i]).y + ND_height(nodes_[i]) * kPointsPerInch / 2;
      out.nodes.push_back({x, y});
      left = std::min(left, x);
      right = std::max(right, x + flow_.nodes[i].width);
      top = std::max(top, y);
      bottom = std::min(bottom, y - flow_.nodes[i].height);
    }
    for (size_t i = 0; i < edges_.size(); ++i) {
      Curve curve;
      const splines* route = flow_.edges[i].drawn ? ED_spl(edges_[i]) : nullptr;
      for (int piece = 0; route != nullptr && piece < route->size; ++piece) {
        for (int p = 0; p < route->list[piece].size; ++p) {
          const pointf& point = route->list[piece].list[p];
          curve.push_back({point.x, point.y});
          left = std::min(left, point.x);
          right = std::max(right, point.x);
        }
      }
      out.curves.push_back(std::move(curve));
    }
    for (Point& node : out.nodes) node = {node.x - left, top - node.y};
    for (Curve& curve : out.curves) {
      for (Point& point : curve) point = {point.x - left, top - point.y};
    }
    for (size_t i = 0; i < edges_.size(); ++i)
      snapToPorts(flow_.edges[i], out.nodes, out.curves[i]);
    out.width = right - left;
    out.height = top - bottom;
  }

  // Makes a curve start and end exactly at its ports, because Graphviz rounds positions. A curve
  // that Graphviz did not route becomes a simple one.
  void snapToPorts(const FlowEdge& edge, const std::vector<Point>& corners, Curve& curve) const {
    if (!edge.drawn) return;
    const FlowNode& from = flow_.nodes[edge.from];
    const FlowNode& to = flow_.nodes[edge.to];
    Point start{corners[edge.from].x + from.outPorts[edge.fromPort],
                corners[edge.from].y + from.height};
    Point end{corners[edge.to].x + to.inPorts[edge.toPort], corners[edge.to].y};
    if (curve.size() < 4 || curve.size() % 3 != 1) {
      curve = verticalCurve(start, end);
      return;
    }
    curve[1].x += start.x - curve[0].x;
    curve[curve.size() - 2].x += end.x - curve.back().x;
    curve.front() = start;
    curve.back() = end;
  }

  const Flow& flow_;
  std::unique_ptr<GVC_t, ContextDeleter> context_;
  std::unique_ptr<Agraph_t, GraphDeleter> graph_;
  Agsym_t* label_ = nullptr;
  Agsym_t* style_ = nullptr;
  Agsym_t* tail_ = nullptr;
  Agsym_t* head_ = nullptr;
  std::vector<Agnode_t*> nodes_;
  std::vector<Agedge_t*> edges_;
};

// Works around a bug in dot of Graphviz 2.42. Dot marks visited nodes with a global one-byte
// counter. When the counter overflows during a layout, dot takes unvisited nodes for visited ones
// and reads freed memory. This class tracks the counter. Before an overflow it runs layouts of a
// single node, which are safe, until the counter has wrapped around.
class VisitCounter {
 public:
  void makeRoomFor(const Flow& flow) {
    int needed = visits(flow);
    while (count_ + needed > kLast) {
      Flow part;
      part.nodes.push_back({10, 10, {}, {}, FlowRank::Free});
      DotRun(part).run();
      count_ += kVisits;
      if (count_ > kLast) count_ -= kLast;  // the counter skips zero
    }
    count_ += needed;
  }

 private:
  static constexpr int kLast = 255;
  static constexpr int kVisits = 2;  // one for ranking, one for ordering

  // The number of visits of a layout. Ranking visits all nodes again when it has to tie a node
  // without an edge upwards or downwards to the top or bottom layer.
  static int visits(const Flow& flow) {
    std::vector<bool> hasIn(flow.nodes.size()), hasOut(flow.nodes.size());
    for (const FlowEdge& edge : flow.edges) {
      hasOut[edge.from] = true;
      hasIn[edge.to] = true;
    }
    bool top = false, bottom = false, looseIn = false, looseOut = false, topOut = false,
         bottomIn = false;
    for (size_t i = 0; i < flow.nodes.size(); ++i) {
      switch (flow.nodes[i].rank) {
        case FlowRank::Top: top = true, topOut |= hasOut[i]; break;
        case FlowRank::Bottom: bottom = true, bottomIn |= hasIn[i]; break;
        case FlowRank::Free: looseIn |= !hasIn[i], looseOut |= !hasOut[i]; break;
      }
    }
    // Ranking treats the top layer and the bottom layer as one node each.
    looseOut |= top && !topOut;
    looseIn |= bottom && !bottomIn;
    return kVisits + ((top && looseIn) || (bottom && looseOut) ? 1 : 0);
  }

  int count_ = 0;
};

}  // namespace

FlowLayout layOutFlow(const Flow& flow) {
  if (flow.nodes.empty()) return {};
  static std::mutex mutex;
  static VisitCounter counter;
  std::lock_guard lock(mutex);
  agseterr(AGMAX);  // no output of Graphviz except through keepError
  agseterrf(keepError);
  counter.makeRoomFor(flow);
  return DotRun(flow).run();
}

Curve verticalCurve(Point from, Point to) {
  double reach = std::max(std::abs(to.y - from.y) * 0.5, 4.0);
  return {from, {from.x, from.y + reach}, {to.x, to.y - reach}, to};
}

Curve straightCurve(Point from, Point to) {
  Point third{(to.x - from.x) / 3, (to.y - from.y) / 3};
  return {from, {from.x + third.x, from.y + third.y}, {to.x - third.x, to.y - third.y}, to};
}

}  // namespace ts::viz
