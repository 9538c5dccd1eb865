#include "viz/placement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/picture/group_layout.h"
#include "core/picture/text_metrics.h"
#include "viz/box_text.h"
#include "viz/columns.h"
#include "viz/spread.h"
#include "viz/theme.h"

namespace ts::viz {
namespace {

constexpr double kSlotGap = 22;   // between boxes of a layer
constexpr double kLayerGap = 34;  // between layers
constexpr double kBendWidth = 8;
constexpr double kGroupPad = 16;
constexpr double kPinHeight = 22;  // of the whole picture's pins
constexpr int kAlignments = 12;

// A group with coordinates of its own: the content begins at 0, 0.
struct PlacedGroup {
  double width = 0;
  double height = 0;
  Placement inside;
  std::unordered_map<ValueId, double> inputs, outputs;  // x at the upper and the lower border
};

struct PlacedSlot {
  double width = kBendWidth;
  double height = 0;
  double x = 0;  // of the centre
  double top = 0;
  // Where links arrive and leave, relative to the centre, by link.
  std::map<uint32_t, double> in, out;
  PlacedGroup* open = nullptr;
};

// The group that goes on in several columns.
struct Columns {
  GroupId group = kNone;
  size_t count = 1;
};

class GroupPlacer {
 public:
  GroupPlacer(const Picture& picture, const std::unordered_set<GroupId>& open,
              const Columns& columns, GroupId id, bool isTop)
      : picture_(picture),
        open_(open),
        columns_(columns),
        id_(id),
        group_(picture.hierarchy.groups[id]),
        isTop_(isTop),
        layout_(layOutGroup(group_)) {}

  PlacedGroup run() {
    measure();
    findNeighbours();
    for (int i = 0; i < kAlignments; ++i) {
      choosePorts();
      align(i % 2 == 0);
    }
    choosePorts();
    stack();
    if (columns_.group == id_) wrap();
    shift();
    emitBoxes();
    emitEdges();
    return std::move(out_);
  }

 private:
  void measure() {
    slots_.resize(layout_.slots.size());
    children_.resize(layout_.slots.size());
    for (size_t i = 0; i < slots_.size(); ++i) {
      PlacedSlot& slot = slots_[i];
      const uint32_t id = layout_.slots[i].id;
      switch (layout_.slots[i].kind) {
        case SlotKind::Node:
        case SlotKind::Group: measureBox(i, slot, id); break;
        case SlotKind::Input:
        case SlotKind::Output:
          slot.width = isTop_ ? pinWidth(id) : kBendWidth;
          slot.height = isTop_ ? kPinHeight : 0;
          break;
        case SlotKind::Bend: break;
      }
    }
  }

  double pinWidth(ValueId id) const {
    return textWidth(columnsOf(pinText(picture_, id)), theme::kArgumentSize) + 2 * theme::kBoxPadX;
  }

  void measureBox(size_t index, PlacedSlot& slot, uint32_t id) {
    const bool isGroup = layout_.slots[index].kind == SlotKind::Group;
    if (isGroup && open_.contains(id)) {
      children_[index] =
          std::make_unique<PlacedGroup>(GroupPlacer(picture_, open_, columns_, id, false).run());
      slot.open = children_[index].get();
      slot.width = slot.open->width;
      slot.height = slot.open->height;
      return;
    }
    const std::vector<std::string> lines =
        isGroup ? groupLines(picture_, id) : nodeLines(picture_, id);
    for (size_t i = 0; i < lines.size(); ++i) {
      const double size = i == 0 ? theme::kTitleSize : theme::kArgumentSize;
      slot.width = std::max(slot.width, textWidth(columnsOf(lines[i]), size) + 2 * theme::kBoxPadX);
      slot.height += i == 0 ? theme::kTitleLine : theme::kArgumentLine;
    }
    slot.height += 2 * theme::kBoxPadY;
  }

  void findNeighbours() {
    above_.resize(slots_.size());
    below_.resize(slots_.size());
    for (uint32_t i = 0; i < layout_.links.size(); ++i) {
      above_[layout_.links[i].to].push_back(i);
      below_[layout_.links[i].from].push_back(i);
    }
    for (const auto& layer : layout_.layers) {
      double at = 0;
      for (uint32_t slot : layer) {
        slots_[slot].x = at + slots_[slot].width / 2;
        at += slots_[slot].width + kSlotGap;
      }
      for (uint32_t slot : layer) slots_[slot].x -= (at - kSlotGap) / 2;
    }
  }

  // The places on the borders of a box, in the order of the other ends of its links.
  void choosePorts() {
    for (size_t i = 0; i < slots_.size(); ++i) {
      choosePorts(slots_[i], above_[i], slots_[i].in, true);
      choosePorts(slots_[i], below_[i], slots_[i].out, false);
    }
  }

  void choosePorts(PlacedSlot& slot, std::vector<uint32_t>& links,
                   std::map<uint32_t, double>& ports, bool isIn) {
    auto other = [&](uint32_t link) {
      return slots_[isIn ? layout_.links[link].from : layout_.links[link].to].x;
    };
    std::ranges::stable_sort(links, {}, other);
    // Links of one value share a port.
    std::vector<ValueId> values;
    for (uint32_t link : links)
      if (std::ranges::find(values, valueAt(link, isIn)) == values.end())
        values.push_back(valueAt(link, isIn));
    for (uint32_t link : links) {
      const ValueId value = valueAt(link, isIn);
      if (slot.open != nullptr) {
        const auto& pins = isIn ? slot.open->inputs : slot.open->outputs;
        if (const auto pin = pins.find(value); pin != pins.end()) {
          ports[link] = pin->second - slot.width / 2;
          continue;
        }
      }
      const auto at = static_cast<double>(std::ranges::find(values, value) - values.begin() + 1);
      const double room = std::max(0.0, slot.width - 2 * theme::kCorner);
      ports[link] = room * (at / static_cast<double>(values.size() + 1) - 0.5);
    }
  }

  // The value of a link as the slot at its end knows it.
  ValueId valueAt(uint32_t link, bool isIn) const {
    const LayoutLink& each = layout_.links[link];
    return isIn && each.becomes != kNone ? each.becomes : each.value;
  }

  // Moves each layer as near as its order allows to the ends of its links, above and below: with
  // one side only, chains of blocks and skipped connections would drift. So they would if bends had
  // more weight than the boxes beside them.
  void align(bool isDown) {
    for (size_t i = 0; i < layout_.layers.size(); ++i) {
      const auto& layer = layout_.layers[isDown ? i : layout_.layers.size() - 1 - i];
      std::vector<SpreadItem> items;
      for (uint32_t slot : layer) {
        std::vector<double> wanted;
        addWanted(slot, true, wanted);
        addWanted(slot, false, wanted);
        const double sum = std::accumulate(wanted.begin(), wanted.end(), 0.0);
        const double at =
            wanted.empty() ? slots_[slot].x : sum / static_cast<double>(wanted.size());
        items.push_back({at, slots_[slot].width, wanted.empty() ? 0.1 : 1.0});
      }
      const std::vector<double> places = spread(items, kSlotGap);
      for (size_t at = 0; at < layer.size(); ++at) slots_[layer[at]].x = places[at];
    }
  }

  void addWanted(uint32_t slot, bool fromAbove, std::vector<double>& wanted) const {
    for (uint32_t link : fromAbove ? above_[slot] : below_[slot]) {
      const LayoutLink& each = layout_.links[link];
      const PlacedSlot& from = slots_[each.from];
      const PlacedSlot& to = slots_[each.to];
      wanted.push_back(fromAbove ? from.x + from.out.at(link) - to.in.at(link)
                                 : to.x + to.in.at(link) - from.out.at(link));
    }
  }

  // The vertical place of each layer; boxes are centred in their layer.
  void stack() {
    double y = isTop_ ? theme::kMargin : kGroupHeader;
    for (size_t i = 0; i < layout_.layers.size(); ++i) {
      const auto& layer = layout_.layers[i];
      double height = 0;
      for (uint32_t slot : layer) height = std::max(height, slots_[slot].height);
      for (uint32_t slot : layer) slots_[slot].top = y + (height - slots_[slot].height) / 2;
      layerTops_.push_back(y);
      layerBottoms_.push_back(y + height);
      y += height + (i + 1 < layout_.layers.size() ? gapBelow(i) : 0);
    }
    // Without inputs or outputs, boxes would touch the border.
    if (!isTop_ && !layout_.layers.empty()) {
      const bool endsAtPins = layerBottoms_.back() == layerTops_.back();
      if (!endsAtPins) y += kGroupPad;
    }
    out_.height = y + (isTop_ ? theme::kMargin : 0);
    if (!isTop_ && !layout_.layers.empty() && layerTops_.front() < layerBottoms_.front()) {
      for (PlacedSlot& slot : slots_) slot.top += kGroupPad;
      for (double& at : layerTops_) at += kGroupPad;
      for (double& at : layerBottoms_) at += kGroupPad;
      out_.height += kGroupPad;
    }
  }

  // Moves the layers from each cut on to the next column.
  void wrap() {
    std::vector<LayerSpan> spans;
    for (size_t i = 0; i < layout_.layers.size(); ++i)
      spans.push_back({layerTops_[i], layerBottoms_[i], isSingle(layout_.layers[i])});
    cuts_ = evenCuts(spans, columns_.count);
    if (cuts_.empty()) return;
    const size_t layers = layout_.layers.size();
    const bool endsAtBorder = !isTop_ && layerTops_.back() == layerBottoms_.back();
    double left = 0, lowest = 0;
    for (size_t column = 0; column <= cuts_.size(); ++column) {
      const size_t first = column == 0 ? 0 : cuts_[column - 1];
      const size_t end = column < cuts_.size() ? cuts_[column] : layers;
      const double up = layerTops_[first] - layerTops_[0] - (column == 0 ? 0 : kLane);
      const auto [low, high] = sidesOf(first, end);
      for (size_t i = first; i < end; ++i) {
        layerTops_[i] -= up;
        layerBottoms_[i] -= up;
        for (uint32_t slot : layout_.layers[i]) {
          slots_[slot].top -= up;
          slots_[slot].x += left - low;
        }
      }
      lowest = std::max(lowest, layerBottoms_[end - 1] + (end < layers ? kLane : 0));
      left += high - low + kGutter;
      gutters_.push_back(left - kGutter / 2);
    }
    out_.height = lowest + (isTop_ ? theme::kMargin : endsAtBorder ? 0 : kGroupPad);
    if (!endsAtBorder) return;
    layerTops_.back() = layerBottoms_.back() = out_.height;
    for (uint32_t slot : layout_.layers.back()) slots_[slot].top = out_.height;
  }

  bool isSingle(const std::vector<uint32_t>& layer) const {
    if (layer.size() != 1) return false;
    const SlotKind kind = layout_.slots[layer[0]].kind;
    return kind == SlotKind::Node || kind == SlotKind::Group;
  }

  // The sides of the layers from `first` to before `end`.
  std::pair<double, double> sidesOf(size_t first, size_t end) const {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = first; i < end; ++i) {
      for (uint32_t slot : layout_.layers[i]) {
        low = std::min(low, slots_[slot].x - slots_[slot].width / 2);
        high = std::max(high, slots_[slot].x + slots_[slot].width / 2);
      }
    }
    return {low, high};
  }

  // Room for the curves of links that go far to the side.
  double gapBelow(size_t layer) const {
    double furthest = 0;
    for (uint32_t slot : layout_.layers[layer]) {
      for (uint32_t link : below_[slot]) {
        const LayoutLink& each = layout_.links[link];
        const double from = slots_[each.from].x + slots_[each.from].out.at(link);
        const double to = slots_[each.to].x + slots_[each.to].in.at(link);
        furthest = std::max(furthest, std::abs(from - to));
      }
    }
    return kLayerGap + std::min(80.0, furthest / 12);
  }

  void shift() {
    double left = 0, right = 0;
    bool isFirst = true;
    for (const PlacedSlot& slot : slots_) {
      left = isFirst ? slot.x - slot.width / 2 : std::min(left, slot.x - slot.width / 2);
      right = isFirst ? slot.x + slot.width / 2 : std::max(right, slot.x + slot.width / 2);
      isFirst = false;
    }
    const double pad = isTop_ ? theme::kMargin : kGroupPad;
    const double title =
        isTop_ ? 0
               : textWidth(columnsOf(frameTitle(picture_, group_)), theme::kTitleSize) + 2 * pad;
    const double extra = std::max(0.0, title - (right - left) - 2 * pad);
    for (PlacedSlot& slot : slots_) slot.x += pad + extra / 2 - left;
    for (double& gutter : gutters_) gutter += pad + extra / 2 - left;
    out_.width = right - left + 2 * pad + extra;
  }

  void emitBoxes() {
    for (size_t i = 0; i < slots_.size(); ++i) {
      const PlacedSlot& slot = slots_[i];
      const Rect rect{slot.x - slot.width / 2, slot.top, slot.width, slot.height};
      const uint32_t id = layout_.slots[i].id;
      switch (layout_.slots[i].kind) {
        case SlotKind::Node:
          out_.inside.boxes.push_back({id, kNone, false, rect, nodeLines(picture_, id)});
          break;
        case SlotKind::Group: emitGroup(id, slot, rect); break;
        case SlotKind::Input:
          out_.inputs[id] = slot.x;
          if (isTop_) out_.inside.pins.push_back({id, true, rect, pinText(picture_, id)});
          break;
        case SlotKind::Output:
          out_.outputs[id] = slot.x;
          if (isTop_) out_.inside.pins.push_back({id, false, rect, pinText(picture_, id)});
          break;
        case SlotKind::Bend: break;
      }
    }
  }

  void emitGroup(GroupId id, const PlacedSlot& slot, const Rect& rect) {
    if (slot.open == nullptr) {
      out_.inside.boxes.push_back({kNone, id, false, rect, groupLines(picture_, id)});
      return;
    }
    out_.inside.boxes.push_back(
        {kNone, id, true, rect, {frameTitle(picture_, picture_.hierarchy.groups[id])}});
    Placement& inner = slot.open->inside;
    for (PlacedBox& box : inner.boxes) {
      box.rect.x += rect.x;
      box.rect.y += rect.y;
      out_.inside.boxes.push_back(std::move(box));
    }
    for (PlacedEdge& edge : inner.edges) {
      for (Point& point : edge.curve) point = {point.x + rect.x, point.y + rect.y};
      out_.inside.edges.push_back(std::move(edge));
    }
  }

  void emitEdges() {
    std::vector<size_t> layerOf(slots_.size());
    for (size_t i = 0; i < layout_.layers.size(); ++i)
      for (uint32_t slot : layout_.layers[i]) layerOf[slot] = i;
    for (uint32_t i = 0; i < layout_.links.size(); ++i) {
      const LayoutLink& link = layout_.links[i];
      const PlacedSlot& from = slots_[link.from];
      const PlacedSlot& to = slots_[link.to];
      const bool fromBend = layout_.slots[link.from].kind == SlotKind::Bend;
      const bool toBend = layout_.slots[link.to].kind == SlotKind::Bend;
      const double fromX = from.x + from.out.at(i), toX = to.x + to.in.at(i);
      const auto cut = std::ranges::find(cuts_, layerOf[link.to]);
      if (cut != cuts_.end()) {
        out_.inside.edges.push_back({link.value,
                                     detour({fromX, from.top + from.height}, {toX, to.top},
                                            gutters_[static_cast<size_t>(cut - cuts_.begin())]),
                                     true});
        continue;
      }
      const double gapTop = layerBottoms_[layerOf[link.from]];
      const double gapBottom = layerTops_[layerOf[link.to]];
      // Straight through the layer of a bend, and beside lower boxes of a layer.
      const Point start{fromX, fromBend ? layerTops_[layerOf[link.from]] : from.top + from.height};
      Curve curve = straightCurve(start, {fromX, gapTop});
      extendCurve(curve, verticalCurve({fromX, gapTop}, {toX, gapBottom}));
      if (!toBend) extendCurve(curve, straightCurve({toX, gapBottom}, {toX, to.top}));
      const SlotKind end = layout_.slots[link.to].kind;
      out_.inside.edges.push_back(
          {link.value, std::move(curve),
           end == SlotKind::Node || end == SlotKind::Group || (end == SlotKind::Output && isTop_)});
    }
  }

  // An edge to the next column: below its box, up in the space between the columns, and down to its
  // end.
  static Curve detour(Point from, Point to, double gutter) {
    const double below = from.y + kLane - 6, above = to.y - kLane + 6;
    const Point corners[] = {from, {from.x, below}, {gutter, below}, {gutter, above}, {to.x, above},
                             to};
    Curve curve = straightCurve(corners[0], corners[1]);
    for (size_t i = 2; i < std::size(corners); ++i)
      extendCurve(curve, straightCurve(corners[i - 1], corners[i]));
    return curve;
  }

  // Leaves out parts without length.
  static void extendCurve(Curve& curve, const Curve& next) {
    if (next.front().x == next.back().x && next.front().y == next.back().y) return;
    if (curve.front().x == curve.back().x && curve.front().y == curve.back().y) {
      curve = next;
      return;
    }
    extend(curve, next);
  }

  const Picture& picture_;
  const std::unordered_set<GroupId>& open_;
  const Columns& columns_;
  GroupId id_;
  const Group& group_;
  bool isTop_;
  GroupLayout layout_;
  PlacedGroup out_;
  std::vector<PlacedSlot> slots_;
  std::vector<std::unique_ptr<PlacedGroup>> children_;  // of open groups, by slot
  std::vector<std::vector<uint32_t>> above_, below_;    // links by slot
  std::vector<double> layerTops_, layerBottoms_;
  std::vector<size_t> cuts_;     // the layers that begin further columns
  std::vector<double> gutters_;  // behind each column: the middle of the space
};

constexpr size_t kMostColumns = 8;
constexpr size_t kMostBoxesInColumns = 1000;  // a larger picture would take too long
constexpr double kLeastGain = 1.2;            // of the size on the page, by columns at all
constexpr double kLeastColumnGain = 1.04;     // by one more column
constexpr double kLeastShare =
    0.5;  // of the height of a group: a group in it is tried in its place

Placement placeWith(const Picture& picture, const Columns& columns) {
  const std::unordered_set<GroupId> open(picture.open.begin(), picture.open.end());
  PlacedGroup placed = GroupPlacer(picture, open, columns, picture.focus, true).run();
  placed.inside.width = placed.width;
  placed.inside.height = placed.height;
  return std::move(placed.inside);
}

// The highest open group directly in a group; null when none is a large part of its height.
const PlacedBox* highestIn(const Picture& picture, const Placement& placed, GroupId group,
                           double height) {
  const PlacedBox* highest = nullptr;
  for (const PlacedBox& box : placed.boxes) {
    const bool isInside = box.isOpen && picture.hierarchy.groups[box.group].parent == group;
    if (isInside && box.rect.height > kLeastShare * height &&
        (highest == nullptr || box.rect.height > highest->rect.height))
      highest = &box;
  }
  return highest;
}

}  // namespace

Placement place(const Picture& picture, const PageSize& page) {
  const Placement plain = placeWith(picture, {});
  Placement best = plain;
  if (page.height == 0 || plain.boxes.size() > kMostBoxesInColumns) return best;
  double scale = scaleOn(page, plain.width, plain.height) * kLeastGain;
  GroupId group = picture.focus;
  double height = plain.height;
  while (true) {
    for (size_t count = 2; count <= kMostColumns; ++count) {
      Placement placed = placeWith(picture, {group, count});
      const double next = scaleOn(page, placed.width, placed.height);
      if (next <= scale * kLeastColumnGain) continue;
      scale = next;
      best = std::move(placed);
    }
    const PlacedBox* inner = highestIn(picture, plain, group, height);
    if (inner == nullptr) return best;
    group = inner->group;
    height = inner->rect.height;
  }
}

}  // namespace ts::viz
