#include "viz/group_placer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/picture/font_width.h"
#include "look_table.h"
#include "viz/columns.h"
#include "viz/skyline.h"

namespace ts::viz {
namespace {

// The type of a tensor as graphs print it; that of a traced tensor is such as Float(1, 64).
bool isTensorType(std::string_view type) {
  if (type.find("Tensor") != type.npos) return true;
  auto isWord = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (type.empty() || type[0] < 'A' || type[0] > 'Z') return false;
  size_t end = 1;
  while (end < type.size() && isWord(type[end])) ++end;
  return end < type.size() && type[end] == '(';
}

// Boxes without any edge, such as the tensors of a file, fill rows.
std::vector<std::vector<uint32_t>> rowsOf(const std::vector<std::vector<uint32_t>>& layers) {
  std::vector<uint32_t> slots;
  for (const auto& layer : layers) slots.insert(slots.end(), layer.begin(), layer.end());
  const size_t length = std::max<size_t>(
      4, static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(slots.size())))));
  std::vector<std::vector<uint32_t>> rows;
  for (size_t at = 0; at < slots.size(); at += length) {
    const size_t end = std::min(at + length, slots.size());
    rows.emplace_back(slots.begin() + static_cast<ptrdiff_t>(at),
                      slots.begin() + static_cast<ptrdiff_t>(end));
  }
  return rows;
}

// The boxes behind a closed group that stands for several stick out above it and at its right:
// edges end there.
double stackOf(const PlacedBox& box) { return box.repeats > 1 && !box.inside ? look::kStack : 0; }

std::string timesText(size_t repeats) { return "×" + std::to_string(repeats); }

}  // namespace

GroupPlacer::GroupPlacer(Placer& placer, const ColumnCuts& cuts, GroupId group)
    : placer_(placer),
      cuts_(cuts),
      picture_(placer.picture_),
      group_(group),
      layout_(placer.layoutOf(group)),
      layers_(layout_.links.empty() ? rowsOf(layout_.layers) : layout_.layers),
      layerOf_(layout_.slots.size()),
      incoming_(layout_.slots.size()),
      outgoing_(layout_.slots.size()),
      fromPorts_(layout_.links.size()),
      toPorts_(layout_.links.size()) {
  for (size_t at = 0; at < layers_.size(); ++at)
    for (uint32_t slot : layers_[at]) layerOf_[slot] = static_cast<uint32_t>(at);
}

PlacedGroup GroupPlacer::run() {
  findLinks();
  for (uint32_t slot = 0; slot < layout_.slots.size(); ++slot) sized_.push_back(size(slot));
  widenBends();
  const CoordinateInput input = coordinateInput();
  return finish(coordinatesOf(input), input);
}

void GroupPlacer::findLinks() {
  std::vector<size_t> position(layout_.slots.size());
  for (const auto& layer : layers_)
    for (size_t at = 0; at < layer.size(); ++at) position[layer[at]] = at;
  for (uint32_t link = 0; link < layout_.links.size(); ++link) {
    outgoing_[layout_.links[link].from].push_back(link);
    incoming_[layout_.links[link].to].push_back(link);
  }
  for (uint32_t slot = 0; slot < layout_.slots.size(); ++slot) {
    std::ranges::stable_sort(incoming_[slot], {},
                             [&](uint32_t link) { return position[layout_.links[link].from]; });
    std::ranges::stable_sort(outgoing_[slot], {},
                             [&](uint32_t link) { return position[layout_.links[link].to]; });
  }
}

// A deep box beside shallow ones reaches into the ranges of later layers. The bends below it keep
// its width free there.
void GroupPlacer::widenBends() {
  std::vector<double> depths(layers_.size());
  for (size_t i = 0; i < layers_.size(); ++i)
    for (uint32_t slot : layers_[i]) depths[i] = std::max(depths[i], sized_[slot].depth);
  for (size_t index = 0; index < layers_.size(); ++index) {
    const auto& layer = layers_[index];
    for (uint32_t slot : layer) {
      if (isBend(slot) || layer.size() < 2) continue;
      const SizedSlot& sized = sized_[slot];
      double others = 0;
      for (uint32_t other : layer)
        if (other != slot && !isBend(other)) others = std::max(others, sized_[other].depth);
      double left = sized.depth - others;
      const auto& links = outgoing_[slot];
      const auto first = std::ranges::find_if(
          links, [&](uint32_t link) { return isBend(layout_.links[link].to); });
      if (first == links.end()) continue;
      const double port = fromPorts_[*first];
      uint32_t link = *first;
      for (size_t below = index + 1; left > 0 && isBend(layout_.links[link].to); ++below) {
        const uint32_t bend = layout_.links[link].to;
        sized_[bend].before = std::max(sized_[bend].before, sized.before + port);
        sized_[bend].after = std::max(sized_[bend].after, sized.after - port);
        left -= depths[below] + look::kLayerGap;
        if (outgoing_[bend].empty()) break;
        link = outgoing_[bend][0];
      }
    }
  }
}

double GroupPlacer::halfGap(uint32_t slot) const {
  return (isBend(slot) ? look::kBendGap : look::kGap) / 2;
}

// The main line of tensors is made straight before edges that skip layers.
int GroupPlacer::weightOfLink(const LayoutLink& link) const {
  const bool isLong = isBend(link.from) || isBend(link.to);
  return (isTensorType(picture_.model.values[link.value].type) ? 2 : 0) + (isLong ? 0 : 1);
}

// Inputs and outputs of a group inside the graph are points on its border, where its first and last
// layer have nothing else.
bool GroupPlacer::isPortSlot(uint32_t slot) const {
  const SlotKind kind = layout_.slots[slot].kind;
  if (group_ == 0 || (kind != SlotKind::Input && kind != SlotKind::Output)) return false;
  const size_t border = kind == SlotKind::Input ? 0 : layers_.size() - 1;
  return layerOf_[slot] == border && std::ranges::all_of(layers_[border], [&](uint32_t other) {
           return layout_.slots[other].kind == kind;
         });
}

void GroupPlacer::fillText(PlacedBox& box) {
  switch (box.kind) {
    case SlotKind::Node: box.text = placer_.nodeText(box.id); break;
    case SlotKind::Group:
      box.text = placer_.groupText(box.id);
      box.repeats = std::max<size_t>(1, picture_.hierarchy.groups[box.id].repeats.size());
      break;
    default: {
      const bool isInput = box.kind == SlotKind::Input;
      box.text.family = isInput ? "input" : "output";
      box.text.title = valueName(picture_.model.values[box.id]);
      if (box.text.title.empty()) box.text.title = box.text.family;
    }
  }
  box.textWidth = widthOf(box.text.title, kTitleFont);
  box.textHeight = look::kTitle * look::kLineHeight;
  auto addDetail = [&](const std::string& line) {
    if (line.empty()) return;
    box.textWidth = std::max(box.textWidth, widthOf(line, kDetailFont));
    box.textHeight += look::kDetail * look::kLineHeight;
  };
  for (const std::string& line : box.text.details) addDetail(line);
  addDetail(box.text.note);
}

GroupPlacer::SizedSlot GroupPlacer::size(uint32_t slot) {
  SizedSlot out;
  if (isBend(slot)) return out;
  out.box = std::make_unique<PlacedBox>();
  PlacedBox& box = *out.box;
  box.kind = layout_.slots[slot].kind;
  box.id = layout_.slots[slot].id;
  box.slot = slot;
  box.isPort = isPortSlot(slot);
  fillText(box);
  if (box.isPort) {
    out.before = out.after = 6;
    return out;
  }
  const bool isGroup = box.kind == SlotKind::Group;
  if (isGroup && placer_.open_.contains(box.id))
    box.inside = std::make_unique<PlacedGroup>(GroupPlacer(placer_, cuts_, box.id).run());
  if (box.inside) {
    sizeOpen(box);
  } else {
    const bool isPill = !isGroup && box.kind != SlotKind::Node;
    box.rect.width = std::ceil(box.textWidth + 2 * (isPill ? look::kPill : look::kPadX));
    box.rect.height = std::ceil(box.textHeight + 2 * (isPill ? look::kPillY : look::kPadY));
    if (isGroup) box.rect.width += 2 * look::kHandle;
    if (box.repeats > 1) {
      const double times = widthOf(timesText(box.repeats), kTitleFont);
      box.rect.width += 2 * std::max(0.0, times + 12 - look::kHandle);
    }
  }
  double least = 0;
  for (Side side : {Side::Incoming, Side::Outgoing}) {
    placePorts(box, side);
    for (uint32_t link : linksOf(slot, side))
      least = std::max(least, std::abs(portOf(link, side)) + 8);
  }
  box.rect.width = std::max(box.rect.width, 2 * least);
  const double half = box.rect.width / 2, stack = stackOf(box);
  out.labels = labelsOf(box);
  out.before = half;
  out.after = half + stack;
  double strip = 0;
  for (const PortLabel& label : out.labels) {
    const double width = widthOf(label.text, kLabelFont);
    out.after = std::max(out.after, label.port + look::kLabelShift + width);
    strip = look::kLabelStrip;
  }
  out.depth = box.rect.height + stack + strip;
  return out;
}

void GroupPlacer::sizeOpen(PlacedBox& box) {
  const Group& group = picture_.hierarchy.groups[box.id];
  const GroupLayout& layout = placer_.layoutOf(box.id);
  const double header = widthOf(placer_.texts_.titleOf(box.id), kTitleFont) +
                        widthOf(group.type, kDetailFont) + (box.repeats > 1 ? 90 : 58);
  auto meets = [&](SlotKind kind, const std::vector<uint32_t>& layer) {
    return !layer.empty() &&
           std::ranges::all_of(layer, [&](uint32_t s) { return layout.slots[s].kind == kind; });
  };
  const bool hasLayers = !layout.layers.empty();
  const bool first = hasLayers && meets(SlotKind::Input, layout.layers.front());
  const bool last = hasLayers && meets(SlotKind::Output, layout.layers.back());
  PlacedGroup& inside = *box.inside;
  inside.y = look::kHeader + (first ? 0 : look::kPad);
  box.rect.width = std::ceil(std::max(inside.width + 2 * look::kPad, header));
  box.rect.height = std::ceil(inside.y + inside.height + (last ? 0 : look::kPad));
  inside.x = (box.rect.width - inside.width) / 2;
}

// Places of the links of a box along its side. A box with one important input has it in the middle;
// links of a value that leave a box share a port.
void GroupPlacer::placePorts(PlacedBox& box, Side side) {
  const std::vector<uint32_t>& own = linksOf(box.slot, side);
  if (box.inside) return placeInnerPorts(box, side);
  if (own.size() < 2) return;                // in the middle
  std::vector<std::vector<uint32_t>> ports;  // the links of each
  std::unordered_map<ValueId, size_t> portOfValue;
  for (uint32_t link : own) {
    const ValueId value = layout_.links[link].value;
    const auto shared = portOfValue.find(value);
    if (side == Side::Outgoing && shared != portOfValue.end()) {
      ports[shared->second].push_back(link);
    } else {
      portOfValue[value] = ports.size();
      ports.push_back({link});
    }
  }
  std::vector<int> weights;
  for (const auto& links : ports) weights.push_back(weightOfLink(layout_.links[links[0]]));
  const auto heaviest = std::ranges::max_element(weights);
  const bool isSingle = std::ranges::count(weights, *heaviest) == 1;
  const double middle = isSingle ? static_cast<double>(heaviest - weights.begin())
                                 : static_cast<double>(ports.size() - 1) / 2;
  double distance = look::kPortGap;
  if (side == Side::Outgoing && ports.size() > 1) {
    double widest = 0;
    for (const auto& links : ports) {
      const std::string label = shapeLabel(picture_, layout_.links[links[0]].value);
      widest = std::max(widest, widthOf(label, kLabelFont));
    }
    distance = std::max(look::kPortGap, widest + 2 * look::kLabelShift + 4);
  }
  for (size_t at = 0; at < ports.size(); ++at)
    for (uint32_t link : ports[at])
      portOf(link, side) = (static_cast<double>(at) - middle) * distance;
}

// The links of an open group go on inside it.
void GroupPlacer::placeInnerPorts(const PlacedBox& box, Side side) {
  for (uint32_t link : linksOf(box.slot, side)) {
    const LayoutLink& each = layout_.links[link];
    const bool isIn = side == Side::Incoming;
    const auto& places = isIn ? box.inside->inputs : box.inside->outputs;
    const auto place = places.find(isIn && each.becomes != kNone ? each.becomes : each.value);
    if (place != places.end())
      portOf(link, side) = box.inside->x + place->second - box.rect.width / 2;
  }
}

// The labels of the values that leave a box. An open group has them inside.
std::vector<GroupPlacer::PortLabel> GroupPlacer::labelsOf(const PlacedBox& box) {
  std::vector<PortLabel> labels;
  if (box.inside || box.isPort) return labels;
  for (uint32_t link : outgoing_[box.slot]) {
    const ValueId value = layout_.links[link].value;
    std::string text = shapeLabel(picture_, value);
    if (text.empty() || std::ranges::find(labels, value, &PortLabel::value) != labels.end())
      continue;
    labels.push_back({value, std::move(text), fromPorts_[link]});
  }
  return labels;
}

CoordinateInput GroupPlacer::coordinateInput() const {
  CoordinateInput input;
  input.layers = layers_;
  for (uint32_t slot = 0; slot < sized_.size(); ++slot) {
    input.isBend.push_back(isBend(slot));
    input.before.push_back(sized_[slot].before + halfGap(slot));
    input.after.push_back(sized_[slot].after + halfGap(slot));
  }
  for (size_t link = 0; link < layout_.links.size(); ++link) {
    const LayoutLink& each = layout_.links[link];
    input.links.push_back(
        {each.from, each.to, fromPorts_[link], toPorts_[link], weightOfLink(each)});
  }
  return input;
}

PlacedGroup GroupPlacer::finish(std::vector<double> at, const CoordinateInput& input) {
  PlacedGroup out;
  out.group = group_;
  LayerDepths depths = depthsOf(at, input);
  double depth = depths.total;
  WrappedColumns wrapped;
  if (const auto cuts = cuts_.find(group_); cuts != cuts_.end() && !cuts->second.empty()) {
    wrapped = wrapColumns(layers_, cuts->second,
                          {at, depths.starts, [&](uint32_t slot) { return sized_[slot].before; },
                           [&](uint32_t slot) { return sized_[slot].after; },
                           [&](uint32_t slot) { return sized_[slot].depth; }});
    depth = wrapped.depth;
    // Points on the border of the group stay there.
    for (uint32_t slot = 0; slot < sized_.size(); ++slot) {
      if (sized_[slot].box && sized_[slot].box->isPort)
        depths.starts[slot] = layout_.slots[slot].kind == SlotKind::Input ? 0 : depth;
    }
  }
  std::vector<double> farSides(sized_.size());  // where links leave
  for (uint32_t slot = 0; slot < sized_.size(); ++slot) {
    out.width = std::max(out.width, at[slot] + sized_[slot].after);
    farSides[slot] = depths.starts[slot];
    if (!sized_[slot].box) continue;
    const PlacedBox& box = *sized_[slot].box;
    farSides[slot] = depths.starts[slot] + stackOf(box) + box.rect.height;
  }
  for (size_t link = 0; link < layout_.links.size(); ++link) {
    const LayoutLink& each = layout_.links[link];
    const Point from{at[each.from] + fromPorts_[link], farSides[each.from]};
    const Point to{at[each.to] + toPorts_[link], depths.starts[each.to]};
    PlacedPiece piece;
    piece.value = each.value;
    piece.isTensor = isTensorType(picture_.model.values[each.value].type);
    const PlacedBox* target = sized_[each.to].box.get();
    piece.hasArrow = target != nullptr && !target->isPort;
    const auto& column = wrapped.column;
    if (!column.empty() && column[each.from] != column[each.to])
      piece.path = detour(from, to, wrapped.gutters[column[each.from]]);
    else
      piece.path = {from, {from.x, std::max(from.y, to.y - depths.gaps[each.to])}, to, to};
    out.pieces.push_back(std::move(piece));
  }
  for (uint32_t slot = 0; slot < sized_.size(); ++slot)
    if (sized_[slot].box) placeBox(sized_[slot], at[slot], depths.starts[slot], out);
  out.height = depth;
  return out;
}

// A slot comes as close to the layers before as their boxes in its range allow, so that a short
// branch beside a long one has no holes. Slots of a layer whose links run through each other's
// ranges start together.
GroupPlacer::LayerDepths GroupPlacer::depthsOf(const std::vector<double>& at,
                                               const CoordinateInput& input) const {
  LayerDepths out{std::vector<double>(sized_.size()), std::vector<double>(sized_.size()), 0};
  Skyline skyline;
  std::vector<double> reach(sized_.size());
  for (size_t index = 0; index < layers_.size(); ++index) {
    std::vector<LayerRange> ranges;
    for (uint32_t slot : layers_[index]) {
      const SizedSlot& sized = sized_[slot];
      double start = at[slot] - sized.before, end = at[slot] + sized.after;
      for (uint32_t link : incoming_[slot]) {
        const CoordinateLink& each = input.links[link];
        const double source = at[each.from] + each.fromPort;
        start = std::min(start, source - 2);
        end = std::max(end, source + 2);
        reach[slot] = std::max(reach[slot], std::abs(source - at[slot] - each.toPort));
      }
      ranges.push_back({start - look::kBendGap / 2, end + look::kBendGap / 2, {slot}});
    }
    for (const LayerRange& range : joinedRanges(std::move(ranges))) {
      double furthest = 0;
      for (uint32_t slot : range.slots) furthest = std::max(furthest, reach[slot]);
      const double gap = index == 0
                             ? 0
                             : std::min(look::kMostLayerGap,
                                        look::kLayerGap + 0.16 * std::max(0.0, furthest - 40));
      double start = skyline.most(range.start, range.end) + gap;
      if (std::ranges::any_of(range.slots, [&](uint32_t slot) {
            return layout_.slots[slot].kind == SlotKind::Output;
          }))
        start = std::max(start, out.total + gap);
      skyline.set(range.start, range.end, start);
      for (uint32_t slot : range.slots) {
        const SizedSlot& sized = sized_[slot];
        const double end = start + sized.depth;
        out.starts[slot] = start;
        out.gaps[slot] = gap;
        if (sized.depth > 0) {
          skyline.set(at[slot] - sized.before - look::kBendGap / 2,
                      at[slot] + sized.after + look::kBendGap / 2, end);
        }
        out.total = std::max(out.total, end);
      }
    }
  }
  // Outputs on the border of a group are in line.
  if (!layers_.empty()) {
    for (uint32_t slot : layers_.back())
      if (sized_[slot].box && sized_[slot].box->isPort) out.starts[slot] = out.total;
  }
  return out;
}

void GroupPlacer::placeBox(SizedSlot& slot, double at, double start, PlacedGroup& into) {
  PlacedBox& box = *slot.box;
  box.rect.x = at - box.rect.width / 2;
  box.rect.y = start + stackOf(box);
  if (box.kind == SlotKind::Input) into.inputs[box.id] = at;
  if (box.kind == SlotKind::Output) into.outputs[box.id] = at;
  for (PortLabel& label : slot.labels) {
    into.labels.push_back({std::move(label.text), at + label.port + look::kLabelShift,
                           box.rect.bottom() + look::kLabelStrip - 5});
  }
  into.boxes.push_back(std::move(box));
}

}  // namespace ts::viz
