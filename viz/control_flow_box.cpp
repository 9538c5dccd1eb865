#include "viz/control_flow_box.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/picture/text_metrics.h"
#include "viz/segments.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr double kLeastPanelWidth = 96;
constexpr double kLeastPanelHeight = 44;
constexpr double kPanelTitleHeight = 16;
constexpr double kMostConnectorGap = 64;
constexpr size_t kLabelColumns = 26;

// A port on an edge: its preferred position, and the room that it needs on both sides.
struct DesiredPort {
  double at = 0;
  double left = theme::kPortGap / 2;
  double right = theme::kPortGap / 2;
};

// The positions of the ports, as near to the preferred ones as possible without overlap. Increases
// `width` when they do not fit.
std::vector<double> placePorts(const std::vector<DesiredPort>& desired, double& width) {
  std::vector<size_t> order(desired.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return desired[a].at < desired[b].at; });
  std::vector<double> places(desired.size());
  double edge = theme::kCorner;
  for (size_t i : order) {
    places[i] = std::max(desired[i].at, edge + desired[i].left);
    edge = places[i] + desired[i].right;
  }
  double needed = theme::kCorner;
  for (const DesiredPort& port : desired) needed += port.left + port.right;
  width = std::max(width, needed + theme::kCorner);
  edge = width - theme::kCorner;
  for (size_t k = order.size(); k-- > 0;) {
    size_t i = order[k];
    places[i] = std::min(places[i], edge - desired[i].right);
    edge = places[i] - desired[i].left;
  }
  return places;
}

class ControlFlowShaper {
 public:
  ControlFlowShaper(const Model& model, NodeId id, std::vector<BlockPicture> blocks)
      : model_(model), node_(model.nodes[id]) {
    item_.node = id;
    item_.frame = true;
    // An empty branch without results gets no panel, except the last one when all are empty.
    for (size_t i = 0; i < blocks.size(); ++i) {
      bool last = blocks_.empty() && i + 1 == blocks.size();
      if (blocks[i].empty() && !last) continue;
      ids_.push_back(node_.blocks[i]);
      blocks_.push_back(std::move(blocks[i]));
    }
  }

  LayoutItem shape() {
    arrangePanels();
    collectInputs();
    collectOutputs();
    item_.width = std::max(
        panelsWidth_,
        textWidth(std::min(columnsOf(node_.title), theme::kTitleColumns), theme::kTitleSize) +
            4 * theme::kBoxPadX);
    std::vector<double> inPlaces = placePorts(desiredInputs_, item_.width);
    std::vector<double> outPlaces = placePorts(desiredOutputs_, item_.width);
    item_.width = 2 * std::ceil(item_.width / 2);
    for (double& place : inPlaces) place = std::round(place);
    for (double& place : outPlaces) place = std::round(place);
    centre_ = (item_.width - panelsWidth_) / 2;
    placePanels();
    connectInputs(inPlaces);
    connectOutputs(outPlaces);
    return std::move(item_);
  }

 private:
  bool isLoop() const { return node_.kind == "prim::Loop"; }

  // Computes sizes and x positions, relative to the row of panels.
  void arrangePanels() {
    double x = theme::kFramePad;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const Scene& scene = blocks_[i].scene;
      // The title is at the upper left; lines that would cross it move right.
      double shift = 0;
      if (!isLoop()) {
        double title =
            textWidth(columnsOf(model_.blocks[ids_[i]].title), theme::kArgumentSize) + 16;
        for (const BlockEntry& entry : blocks_[i].entries) {
          shift = std::max(shift, title - theme::kPanelPad - entry.at.x);
        }
      }
      double width = std::max(scene.width + shift + 2 * theme::kPanelPad, kLeastPanelWidth);
      inset_.push_back(shift + (width - scene.width - shift) / 2);
      panelX_.push_back(x);
      panelWidth_.push_back(width);
      panelHeight_ = std::max(
          {panelHeight_, scene.height + 2 * theme::kPanelPad + titleHeight(), kLeastPanelHeight});
      x += width + theme::kPanelGap;
    }
    panelsWidth_ = x - theme::kPanelGap + theme::kFramePad;
  }

  double titleHeight() const { return isLoop() ? 0 : kPanelTitleHeight; }

  // Converts x of a point in a block to the row of panels.
  double rowX(size_t block, Point at) const { return panelX_[block] + inset_[block] + at.x; }

  static constexpr size_t kNoPort = SIZE_MAX;
  struct Join {  // connects a port of the frame with a point of a block
    size_t port;
    size_t block;
    Point at;
    ValueId value;
    bool pill;
  };

  void collectInputs() {
    std::unordered_map<ValueId, size_t> captured;
    // Arguments without a parameter end at the heading, near its text.
    for (size_t i = 0; i < node_.arguments.size(); ++i) {
      const ModelArgument& argument = node_.arguments[i];
      if (argument.folded) continue;
      const BlockEntry* entry = nullptr;
      size_t parameter = i - 1;  // argument 2 of a loop initializes parameter 1
      if (isLoop() && i >= 2) {
        for (const BlockEntry& each : blocks_[0].entries) {
          if (each.parameter == parameter) entry = &each;
        }
      }
      addInput(argument.value);
      if (entry != nullptr) {
        join(0, *entry);
      } else {
        desiredInputs_.back().at = theme::kFramePad + 10 + 16 * static_cast<double>(i);
      }
    }
    for (size_t block = 0; block < blocks_.size(); ++block) {
      for (const BlockEntry& entry : blocks_[block].entries) {
        if (entry.parameter != kNone) continue;
        auto [place, isNew] = captured.emplace(entry.value, desiredInputs_.size());
        if (isNew) {
          addInput(entry.value);
          join(block, entry);
        } else {
          DesiredPort& port = desiredInputs_[place->second];
          port.at = (port.at + rowX(block, entry.at)) / 2;
          inJoins_.push_back({place->second, block, entry.at, entry.value, entry.pill});
        }
      }
    }
  }

  void addInput(ValueId value) {
    inValues_.push_back(value);
    desiredInputs_.emplace_back();
  }

  void join(size_t block, const BlockEntry& entry) {
    desiredInputs_.back().at = rowX(block, entry.at);
    inJoins_.push_back({desiredInputs_.size() - 1, block, entry.at, entry.value, entry.pill});
  }

  void collectOutputs() {
    size_t offset = isLoop() ? 1 : 0;  // result 0 of a loop body is its condition
    for (size_t i = 0; i < node_.outputs.size(); ++i) {
      const ModelValue& value = model_.values[node_.outputs[i]];
      if (!value.used || item_.outPorts.size() == kMostLines) {
        eachExit(i + offset, [&](size_t block, const BlockExit& exit) {
          outJoins_.push_back({kNoPort, block, exit.at, exit.value, exit.pill});
        });
        continue;
      }
      std::string label = valueLabel(value, kLabelColumns);
      DesiredPort port{0, 8, textWidth(columnsOf(label), theme::kLabelSize) + 10};
      item_.outPorts.push_back({node_.outputs[i], 0, std::move(label)});
      size_t joined = 0;
      eachExit(i + offset, [&](size_t block, const BlockExit& exit) {
        port.at += rowX(block, exit.at);
        ++joined;
        outJoins_.push_back({desiredOutputs_.size(), block, exit.at, exit.value, exit.pill});
      });
      port.at = joined > 0 ? port.at / static_cast<double>(joined) : panelsWidth_ / 2;
      desiredOutputs_.push_back(port);
    }
  }

  template <typename See>
  void eachExit(size_t result, See&& see) const {
    for (size_t block = 0; block < blocks_.size(); ++block) {
      for (const BlockExit& exit : blocks_[block].exits) {
        if (exit.result == result) see(block, exit);
      }
    }
  }

  // The vertical room for the lines; more when they run further sideways.
  double gapFor(const std::vector<Join>& joins, const std::vector<double>& places) const {
    if (joins.empty()) return 12;
    double most = 0;
    for (const Join& join : joins) {
      if (join.port == kNoPort) continue;
      most = std::max(most, std::abs(places[join.port] - centre_ - rowX(join.block, join.at)));
    }
    return std::min(theme::kConnectorGap + most * 0.08, kMostConnectorGap);
  }

  void placePanels() {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      // connectInputs() sets y.
      item_.inside.panels.push_back(
          {ids_[i], {centre_ + panelX_[i], 0, panelWidth_[i], panelHeight_}});
    }
  }

  void connectInputs(const std::vector<double>& places) {
    std::vector<size_t> order(places.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return places[a] < places[b]; });
    for (uint32_t port = 0; port < order.size(); ++port) {
      item_.inPorts.push_back(places[order[port]]);
      item_.links.push_back({inValues_[order[port]], port});
    }

    panelTop_ = theme::kFrameHeader + gapFor(inJoins_, places);
    contentTop_ = panelTop_ + theme::kPanelPad + titleHeight();
    for (ScenePanel& panel : item_.inside.panels) panel.rect.y = panelTop_;
    for (const Join& join : inJoins_) {
      double x = centre_ + rowX(join.block, join.at);
      Curve curve = verticalCurve({places[join.port], theme::kFrameHeader}, {x, panelTop_});
      Point end{x, contentTop_ + join.at.y};
      extend(curve, straightCurve({x, panelTop_}, end));
      item_.inside.edges.push_back({inValues_[join.port], kNone, std::move(curve), join.pill});
      if (!join.pill) addDot(PinKind::Entry, join, {x, panelTop_});
    }
  }

  // A dot where a line crosses the border of a panel.
  void addDot(PinKind kind, const Join& join, Point at) {
    item_.inside.pins.push_back({kind, ids_[join.block], join.value, {at.x, at.y, 0, 0}, {}});
  }

  void connectOutputs(const std::vector<double>& places) {
    double panelBottom = panelTop_ + panelHeight_;
    item_.bodyHeight = std::ceil(panelBottom + gapFor(outJoins_, places));
    for (size_t i = 0; i < item_.outPorts.size(); ++i) item_.outPorts[i].x = places[i];
    for (const Join& join : outJoins_) {
      double x = centre_ + rowX(join.block, join.at);
      Curve curve = straightCurve({x, contentTop_ + join.at.y}, {x, panelBottom});
      // A result without a user after the frame ends at the border.
      if (join.port != kNoPort)
        extend(curve, verticalCurve({x, panelBottom}, {places[join.port], item_.bodyHeight}));
      item_.inside.edges.push_back({join.value, kNone, std::move(curve), false});
      if (!join.pill || join.port == kNoPort) addDot(PinKind::Exit, join, {x, panelBottom});
    }
    item_.height = item_.bodyHeight + (item_.outPorts.empty() ? 0 : theme::kLabelStrip);
    for (size_t i = 0; i < blocks_.size(); ++i) {
      append(item_.inside, std::move(blocks_[i].scene),
             {centre_ + panelX_[i] + inset_[i], contentTop_});
    }
    std::sort(item_.outPorts.begin(), item_.outPorts.end(),
              [](const OutPort& a, const OutPort& b) { return a.x < b.x; });
  }

  const Model& model_;
  const ModelNode& node_;
  std::vector<BlockId> ids_;  // of the blocks with a panel
  std::vector<BlockPicture> blocks_;
  LayoutItem item_;
  std::vector<double> panelX_, panelWidth_, inset_;
  double panelsWidth_ = 0;
  double panelHeight_ = 0;
  double panelTop_ = 0;
  double contentTop_ = 0;
  double centre_ = 0;  // x of the row of panels when the frame is wider
  std::vector<ValueId> inValues_;
  std::vector<DesiredPort> desiredInputs_, desiredOutputs_;
  std::vector<Join> inJoins_, outJoins_;
};

}  // namespace

LayoutItem shapeControlFlowBox(const Model& model, NodeId id, std::vector<BlockPicture> blocks) {
  return ControlFlowShaper(model, id, std::move(blocks)).shape();
}

}  // namespace ts::viz
