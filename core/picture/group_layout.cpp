#include "core/picture/group_layout.h"

#include <unordered_map>

namespace ts::viz {
namespace {

uint64_t slotKey(SlotKind kind, uint32_t id) { return static_cast<uint64_t>(kind) << 32 | id; }

// The slot of an end of an edge. border: the kind of slot that stands for the border there.
uint64_t endKey(const Member& member, ValueId value, SlotKind border) {
  if (member.id == kNone) return slotKey(border, value);
  return slotKey(member.isGroup ? SlotKind::Group : SlotKind::Node, member.id);
}

}  // namespace

GroupLayout layOutGroup(const Group& group) {
  GroupLayout out;
  LayerInput input;
  std::unordered_map<uint64_t, uint32_t> slots;
  auto add = [&](SlotKind kind, uint32_t id, SlotRank rank) {
    slots[slotKey(kind, id)] = static_cast<uint32_t>(out.slots.size());
    out.slots.push_back({kind, id});
    input.slots.push_back(rank);
  };
  for (ValueId value : group.inputs) add(SlotKind::Input, value, SlotRank::First);
  for (const Member& member : group.members)
    add(member.isGroup ? SlotKind::Group : SlotKind::Node, member.id, SlotRank::Free);
  for (ValueId value : group.outputs) add(SlotKind::Output, value, SlotRank::Last);
  for (uint32_t i = 0; i < group.edges.size(); ++i) {
    const GroupEdge& edge = group.edges[i];
    const ValueId arriving = edge.becomes == kNone ? edge.value : edge.becomes;
    input.edges.push_back({slots.at(endKey(edge.from, edge.value, SlotKind::Input)),
                           slots.at(endKey(edge.to, arriving, SlotKind::Output)), edge.value, i});
  }
  Layers layers = makeLayers(input);
  for (ValueId value : layers.bends) out.slots.push_back({SlotKind::Bend, value});
  out.layers = std::move(layers.layers);
  for (const LayerLink& link : layers.links) {
    const GroupEdge& edge = group.edges[link.edge];
    const bool arrives = link.to == input.edges[link.edge].to;
    out.links.push_back({link.from, link.to, edge.value, arrives ? edge.becomes : kNone});
  }
  return out;
}

}  // namespace ts::viz
