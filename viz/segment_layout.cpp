#include "viz/segment_layout.h"

#include <cmath>
#include <unordered_map>

#include "core/picture/text_metrics.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr double kDotWidth = 10;
constexpr double kDotHeight = 4;
constexpr double kLabelIndent = 5;  // from a line to its label
constexpr double kLabelDrop = 12;   // from a box to the baseline of its labels

class SegmentLayout {
 public:
  SegmentLayout(BlockId block, std::vector<LayoutItem> items, std::vector<LayoutPin> inputs,
                std::vector<LayoutPin> outputs)
      : block_(block),
        items_(std::move(items)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {}

  SegmentPicture run() {
    build();
    layout_ = layOutFlow(flow_);
    SegmentPicture out;
    if (!layout_.error.empty()) {
      out.error = std::move(layout_.error);
      return out;
    }
    placeItems(out.scene);
    placePins(out.scene, inputs_, 0);
    placePins(out.scene, outputs_, layout_.height);
    for (size_t i = 0; i < links_.size(); ++i) drawEdge(out.scene, i);
    out.scene.width = layout_.width;
    out.scene.height = layout_.height;
    out.inputs = std::move(inputs_);
    out.outputs = std::move(outputs_);
    return out;
  }

 private:
  // Indices of flow nodes: input pins first, then items, then output pins.
  uint32_t itemNode(size_t item) const { return static_cast<uint32_t>(inputs_.size() + item); }
  uint32_t outputNode(size_t pin) const {
    return static_cast<uint32_t>(inputs_.size() + items_.size() + pin);
  }

  void build() {
    for (uint32_t i = 0; i < inputs_.size(); ++i) {
      addPin(inputs_[i], FlowRank::Top);
      if (inputs_[i].line) sources_[inputs_[i].value] = {i, 0};
    }
    for (size_t i = 0; i < items_.size(); ++i) addItem(i);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      addPin(outputs_[i], FlowRank::Bottom);
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].line) link(outputs_[i].value, outputNode(i), 0);
    }
  }

  void addPin(const LayoutPin& pin, FlowRank rank) {
    bool dot = pin.text.empty();
    FlowNode node{
        dot ? kDotWidth : pillWidth(pin.text), dot ? kDotHeight : theme::kPillHeight, {}, {}, rank};
    (rank == FlowRank::Top ? node.outPorts : node.inPorts).push_back(node.width / 2);
    flow_.nodes.push_back(std::move(node));
  }

  void addItem(size_t index) {
    const LayoutItem& item = items_[index];
    FlowNode node{item.width, item.height, item.inPorts, {}, FlowRank::Free};
    for (const OutPort& port : item.outPorts) node.outPorts.push_back(port.x);
    flow_.nodes.push_back(std::move(node));

    bool reached = false;
    for (const InLink& in : item.links) reached |= link(in.value, itemNode(index), in.port);
    // An item without outputs has a side effect; it keeps its position between its neighbours.
    bool effect = item.outPorts.empty();
    if (index > 0 && ((effect && !reached) || items_[index - 1].outPorts.empty())) {
      flow_.edges.push_back({itemNode(index - 1), 0, itemNode(index), 0, false});
      links_.push_back(kNone);
    }
    for (uint32_t i = 0; i < item.outPorts.size(); ++i)
      sources_[item.outPorts[i].value] = {itemNode(index), i};
  }

  bool link(ValueId value, uint32_t to, uint32_t port) {
    auto source = sources_.find(value);
    if (source == sources_.end()) return false;
    flow_.edges.push_back({source->second.node, source->second.port, to, port, true});
    links_.push_back(value);
    return true;
  }

  void placeItems(Scene& scene) {
    for (size_t i = 0; i < items_.size(); ++i) {
      LayoutItem& item = items_[i];
      Point at = layout_.nodes[itemNode(i)];
      Rect rect{at.x, at.y, item.width, item.bodyHeight};
      if (item.frame) {
        scene.frames.push_back({item.node, block_, rect});
        append(scene, std::move(item.inside), at);
      } else {
        scene.boxes.push_back({item.node, block_, rect, std::move(item.lines)});
      }
      for (const OutPort& port : item.outPorts) {
        scene.labels.push_back(
            {port.value, {at.x + port.x + kLabelIndent, rect.bottom() + kLabelDrop}, port.label});
      }
    }
  }

  // border: y of the segment's edge at the pins.
  void placePins(Scene& scene, std::vector<LayoutPin>& pins, double border) {
    bool top = border == 0;
    for (size_t i = 0; i < pins.size(); ++i) {
      LayoutPin& pin = pins[i];
      uint32_t at = top ? static_cast<uint32_t>(i) : outputNode(i);
      const FlowNode& node = flow_.nodes[at];
      Point corner = layout_.nodes[at];
      pin.at.x = corner.x + node.width / 2;
      Rect rect{corner.x, corner.y, node.width, node.height};
      if (pin.text.empty()) {
        pin.at.y = border;
        rect = {pin.at.x, border, 0, 0};
      } else {
        pin.at.y = top ? rect.y : rect.bottom();
      }
      if (pin.mark && !pin.text.empty())
        scene.pins.push_back({pin.kind, block_, pin.value, rect, pin.text});
    }
  }

  void drawEdge(Scene& scene, size_t index) {
    const FlowEdge& edge = flow_.edges[index];
    if (!edge.drawn) return;
    const Curve& route = layout_.curves[index];
    Curve curve;
    if (edge.from < inputs_.size()) {
      const LayoutPin& pin = inputs_[edge.from];
      if (pin.text.empty()) curve = straightCurve(pin.at, route.front());
    } else {
      const LayoutItem& item = items_[edge.from - inputs_.size()];
      Point start = route.front();
      curve = straightCurve({start.x, start.y - (item.height - item.bodyHeight)}, start);
    }
    extend(curve, route);
    SceneEdge sceneEdge{links_[index], kNone, {}, true};
    if (edge.to < outputNode(0)) {
      sceneEdge.user = items_[edge.to - inputs_.size()].node;
    } else if (const LayoutPin& pin = outputs_[edge.to - outputNode(0)]; pin.text.empty()) {
      extend(curve, straightCurve(route.back(), pin.at));
      sceneEdge.arrow = false;
    }
    sceneEdge.curve = std::move(curve);
    scene.edges.push_back(std::move(sceneEdge));
  }

  struct Source {
    uint32_t node = kNone;
    uint32_t port = 0;
  };

  BlockId block_;
  std::vector<LayoutItem> items_;
  std::vector<LayoutPin> inputs_;
  std::vector<LayoutPin> outputs_;
  Flow flow_;
  FlowLayout layout_;
  std::vector<ValueId> links_;  // the value of each flow edge; kNone: an edge that only keeps order
  std::unordered_map<ValueId, Source> sources_;
};

}  // namespace

double pillWidth(const TextLine& text) {
  size_t columns = 0;
  for (const TextSpan& span : text) columns += columnsOf(span.text);
  return 2 * std::ceil((textWidth(columns, theme::kArgumentSize) + theme::kPillHeight) / 2);
}

SegmentPicture layOutSegment(BlockId block, std::vector<LayoutItem> items,
                             std::vector<LayoutPin> inputs, std::vector<LayoutPin> outputs) {
  return SegmentLayout(block, std::move(items), std::move(inputs), std::move(outputs)).run();
}

}  // namespace ts::viz
