#include "viz/layout.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/picture/text_metrics.h"
#include "viz/control_flow_box.h"
#include "viz/segments.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr size_t kPillColumns = 34;
constexpr double kSegmentGap = 34;   // between two segments of a block
constexpr double kGridWidth = 1400;  // the longest row of pills
constexpr double kGridGap = 8;

class Layouter {
 public:
  Layouter(const Model& model, const LayoutOptions& options) : model_(model), options_(options) {}

  LayoutResult run() {
    LayoutResult out;
    out.scene = std::move(layOutBlock(0).scene);
    out.error = std::move(error_);
    return out;
  }

 private:
  BlockPicture layOutBlock(BlockId id) {
    const ModelBlock& block = model_.blocks[id];
    std::vector<LayoutItem> items;
    std::vector<SegmentItem> planned;
    for (NodeId node : block.nodes) {
      if (!model_.nodes[node].folded) prepare(node, items, planned);
    }
    std::vector<ValueId> sources, results;
    addSome(sources, block.parameters);
    addSome(sources, block.captures);
    for (const ModelArgument& result : block.results) {
      if (!result.folded) results.push_back(result.value);
    }
    SegmentPlan plan = planSegments(planned, sources, results);
    for (size_t i = 0; i < items.size(); ++i) finish(items[i], plan.drawn[i]);

    BlockPicture picture;
    addGrid(picture, id);
    std::vector<LayoutPin> below;  // pins at the lower border of the last segment
    for (size_t i = 0; i < plan.segments.size() && error_.empty(); ++i) {
      const Segment& segment = plan.segments[i];
      std::vector<LayoutItem> own(
          std::make_move_iterator(items.begin() + static_cast<ptrdiff_t>(segment.begin)),
          std::make_move_iterator(items.begin() + static_cast<ptrdiff_t>(segment.end)));
      std::vector<LayoutPin> outputs;
      for (ValueId value : segment.passed)
        outputs.push_back({PinKind::Exit, value, {}, true, false});
      if (i + 1 == plan.segments.size()) addResults(outputs, id, plan);
      stack(picture,
            layOutSegment(id, std::move(own), inputsOf(id, segment, i == 0), std::move(outputs)),
            below);
    }
    return picture;
  }

  static void addSome(std::vector<ValueId>& to, const std::vector<ValueId>& from) {
    to.insert(to.end(), from.begin(),
              from.begin() + static_cast<ptrdiff_t>(std::min(from.size(), kMostLines)));
  }

  bool isShown(const ModelNode& node) const {
    return !node.blocks.empty() && model_.blocks[node.blocks[0]].depth <= options_.depth;
  }

  void prepare(NodeId id, std::vector<LayoutItem>& items, std::vector<SegmentItem>& planned) {
    const ModelNode& node = model_.nodes[id];
    LayoutItem item;
    SegmentItem plan{id, {}, {}};
    if (isShown(node)) {
      std::vector<BlockPicture> blocks;
      for (BlockId inner : node.blocks) blocks.push_back(layOutBlock(inner));
      item = shapeControlFlowBox(model_, id, std::move(blocks));
      for (const InLink& link : item.links) plan.inputs.push_back(link.value);
      for (const OutPort& port : item.outPorts) plan.outputs.push_back(port.value);
    } else {
      item.node = id;
      for (const ModelArgument& argument : node.arguments) {
        if (!argument.folded) plan.inputs.push_back(argument.value);
      }
      for (ValueId value : hiddenCaptures(node)) plan.inputs.push_back(value);
      for (ValueId value : node.outputs) {
        if (model_.values[value].used && plan.outputs.size() < kMostLines)
          plan.outputs.push_back(value);
      }
    }
    items.push_back(std::move(item));
    planned.push_back(std::move(plan));
  }

  // The values that the hidden blocks of a node capture.
  std::vector<ValueId> hiddenCaptures(const ModelNode& node) const {
    std::vector<ValueId> all;
    std::unordered_set<ValueId> seen;
    for (BlockId inner : node.blocks) {
      for (ValueId value : model_.blocks[inner].captures) {
        if (seen.insert(value).second) all.push_back(value);
      }
    }
    return all;
  }

  // Completes an item once it is known which inputs are lines.
  void finish(LayoutItem& item, const std::vector<bool>& drawn) {
    if (item.frame) {
      std::vector<InLink> links;
      for (size_t i = 0; i < item.links.size(); ++i) {
        if (drawn[i]) links.push_back(item.links[i]);
      }
      item.links = std::move(links);
      return;
    }
    const ModelNode& node = model_.nodes[item.node];
    std::vector<bool> arguments(node.arguments.size(), false);
    std::vector<ValueId> values;
    size_t input = 0;
    for (size_t i = 0; i < node.arguments.size(); ++i) {
      if (node.arguments[i].folded) continue;
      arguments[i] = drawn[input++];
      if (arguments[i]) values.push_back(node.arguments[i].value);
    }
    std::vector<ValueId> captures = hiddenCaptures(node);
    size_t extra = 0;
    for (ValueId value : captures) {
      if (!drawn[input++]) continue;
      values.push_back(value);
      ++extra;
    }
    BoxShape shape = shapeBox(model_, node, arguments, extra, hiddenNote(node));
    item.width = shape.width;
    item.bodyHeight = shape.height;
    item.height = shape.height + (shape.outPorts.empty() ? 0 : theme::kLabelStrip);
    item.inPorts = std::move(shape.inPorts);
    item.outPorts = std::move(shape.outPorts);
    item.lines = std::move(shape.lines);
    for (uint32_t i = 0; i < values.size(); ++i) item.links.push_back({values[i], i});
  }

  std::string hiddenNote(const ModelNode& node) const {
    if (node.blocks.empty()) return {};
    size_t nodes = 0;
    for (BlockId inner : node.blocks) nodes += model_.blocks[inner].shownNodes;
    return std::to_string(nodes) + (nodes == 1 ? " node inside" : " nodes inside");
  }

  std::vector<LayoutPin> inputsOf(BlockId id, const Segment& segment, bool first) {
    const ModelBlock& block = model_.blocks[id];
    std::vector<LayoutPin> pins;
    std::unordered_set<ValueId> parameters;
    if (first) {
      for (uint32_t i = 0; i < block.parameters.size() && i < kMostLines; ++i) {
        const ModelValue& value = model_.values[block.parameters[i]];
        // The unused, unnamed counter of a while loop.
        if (block.owner != kNone && !value.named && !value.used) continue;
        parameters.insert(block.parameters[i]);
        pins.push_back(
            {PinKind::Parameter, block.parameters[i], parameterText(id, i), true, true, i});
      }
    }
    for (const SegmentInput& input : segment.inputs) {
      if (parameters.contains(input.value)) continue;
      switch (input.arrival) {
        case Arrival::Source: pins.push_back({PinKind::Entry, input.value}); break;
        case Arrival::Passed: pins.push_back({PinKind::Entry, input.value, {}, true, false}); break;
        case Arrival::Named:
          pins.push_back({PinKind::Reference, input.value, nameText(input.value)});
          break;
      }
    }
    return pins;
  }

  TextLine nameText(ValueId value) const {
    const ModelValue& named = model_.values[value];
    return {
        {shortened((named.named ? "" : "%") + named.name, kPillColumns), Ink::Reference, value}};
  }

  // "i.1 : int"; for a loop-carried value also its constant initial value: "n : int = 0".
  TextLine parameterText(BlockId id, uint32_t index) const {
    const ModelBlock& block = model_.blocks[id];
    const ModelValue& value = model_.values[block.parameters[index]];
    TextLine line{{shortened(value.name, kPillColumns), Ink::Reference},
                  {" : " + shortened(value.type, kPillColumns), Ink::Note}};
    if (block.owner == kNone) return line;
    const ModelNode& owner = model_.nodes[block.owner];
    if (owner.kind == "prim::Loop" && index >= 1 && index + 1 < owner.arguments.size() &&
        owner.arguments[index + 1].folded) {
      line.push_back(
          {" = " + shortened(owner.arguments[index + 1].text, kPillColumns), Ink::Literal});
    }
    return line;
  }

  void addResults(std::vector<LayoutPin>& pins, BlockId id, const SegmentPlan& plan) {
    const ModelBlock& block = model_.blocks[id];
    bool graph = block.owner == kNone;
    bool loop = !graph && model_.nodes[block.owner].kind == "prim::Loop";
    size_t result = 0;  // index among the unfolded results
    for (uint32_t i = 0; i < block.results.size() && i < kMostLines; ++i) {
      const ModelArgument& argument = block.results[i];
      bool goesOn = loop && i == 0;  // the condition of the loop
      if (argument.folded) {
        // The title of the loop contains a constant condition.
        if (goesOn) continue;
        pins.push_back({PinKind::Result,
                        argument.value,
                        {{shortened(argument.text, kPillColumns), Ink::Literal}},
                        false,
                        true,
                        i});
        continue;
      }
      bool drawn = plan.resultDrawn[result++];
      LayoutPin pin{PinKind::Exit, argument.value, {}, drawn, true, i};
      if (goesOn) {
        pin.kind = PinKind::Result;
        pin.text = {{"go on if", Ink::Note}};
        if (!drawn)
          pin.text.push_back(
              {" " + model_.values[argument.value].name, Ink::Reference, argument.value});
      } else if (graph || !drawn) {
        const ModelValue& value = model_.values[argument.value];
        pin.kind = PinKind::Result;
        if (value.named || !drawn) pin.text = nameText(argument.value);
        pin.text.push_back(
            {(pin.text.empty() ? "" : " : ") + shortened(value.type, kPillColumns), Ink::Note});
      }
      pins.push_back(std::move(pin));
    }
  }

  // Adds rows of pills for parameters without lines.
  void addGrid(BlockPicture& picture, BlockId id) const {
    const std::vector<ValueId>& parameters = model_.blocks[id].parameters;
    double x = 0, y = 0, width = 0;
    for (uint32_t i = kMostLines; i < parameters.size(); ++i) {
      TextLine text = parameterText(id, i);
      double pill = pillWidth(text);
      if (x > 0 && x + pill > kGridWidth) {
        x = 0;
        y += theme::kPillHeight + kGridGap;
      }
      picture.scene.pins.push_back({PinKind::Parameter,
                                    id,
                                    parameters[i],
                                    {x, y, pill, theme::kPillHeight},
                                    std::move(text)});
      x += pill + kGridGap;
      width = std::max(width, x - kGridGap);
    }
    picture.scene.width = width;
    picture.scene.height = width > 0 ? y + theme::kPillHeight + kGridGap : 0;
  }

  // Adds a segment below the picture. below: in, the pins at the lower border of the segment above;
  // out, the pins of this segment.
  void stack(BlockPicture& picture, SegmentPicture segment, std::vector<LayoutPin>& below) {
    if (!segment.error.empty()) {
      error_ = std::move(segment.error);
      return;
    }
    Scene& scene = picture.scene;
    bool first =
        below.empty() && picture.entries.empty() && scene.boxes.empty() && scene.frames.empty();
    double top = scene.height + (first ? 0 : kSegmentGap);
    double width = std::max(scene.width, segment.scene.width);
    double moveOld = (width - scene.width) / 2;
    double moveNew = (width - segment.scene.width) / 2;
    shift(picture, below, moveOld);
    std::unordered_map<ValueId, Point> from;
    for (const LayoutPin& pin : below) from[pin.value] = pin.at;
    for (const LayoutPin& pin : segment.inputs) {
      Point at{pin.at.x + moveNew, pin.at.y + top};
      if (pin.kind == PinKind::Parameter || (pin.kind == PinKind::Entry && pin.mark)) {
        picture.entries.push_back({pin.value, pin.index, at, !pin.text.empty()});
      } else if (auto source = from.find(pin.value);
                 source != from.end() && pin.kind == PinKind::Entry) {
        scene.edges.push_back({pin.value, kNone, verticalCurve(source->second, at), false});
      }
    }
    below.clear();
    for (LayoutPin& pin : segment.outputs) {
      pin.at = {pin.at.x + moveNew, pin.at.y + top};
      if (pin.index != kNone)
        picture.exits.push_back({pin.index, pin.value, pin.at, !pin.text.empty()});
      else
        below.push_back(std::move(pin));
    }
    double height = top + segment.scene.height;
    append(scene, std::move(segment.scene), {moveNew, top});
    scene.width = width;
    scene.height = height;
  }

  static void shift(BlockPicture& picture, std::vector<LayoutPin>& below, double by) {
    if (by == 0) return;
    Scene moved;
    moved.width = picture.scene.width;
    moved.height = picture.scene.height;
    append(moved, std::move(picture.scene), {by, 0});
    picture.scene = std::move(moved);
    for (BlockEntry& entry : picture.entries) entry.at.x += by;
    for (LayoutPin& pin : below) pin.at.x += by;
  }

  const Model& model_;
  LayoutOptions options_;
  std::string error_;
};

}  // namespace

LayoutResult layOut(const Model& model, const LayoutOptions& options) {
  return Layouter(model, options).run();
}

}  // namespace ts::viz
