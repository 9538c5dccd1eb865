#include "viz/placement.h"

#include <algorithm>

#include "viz/columns.h"
#include "viz/group_placer.h"

namespace ts::viz {
namespace {

constexpr size_t kMostColumns = 8;
constexpr double kLeastGain = 1.2;         // of the size at which the picture fits
constexpr double kLeastColumnGain = 1.04;  // of one more column
constexpr double kLeastDepth = 900;        // a shorter picture is not wrapped
// A group in it with this share of its depth may be wrapped in its place.
constexpr double kLeastShare = 0.5;
constexpr size_t kMostBoxesInColumns = 1000;  // a larger picture would take too long

size_t boxesIn(const PlacedGroup& placed) {
  size_t boxes = placed.boxes.size();
  for (const PlacedBox& box : placed.boxes)
    if (box.inside) boxes += boxesIn(*box.inside);
  return boxes;
}

const PlacedBox* deepestGroup(const PlacedGroup& placed) {
  const PlacedBox* deepest = nullptr;
  for (const PlacedBox& box : placed.boxes)
    if (box.inside && (deepest == nullptr || box.rect.height > deepest->rect.height))
      deepest = &box;
  return deepest;
}

}  // namespace

Placer::Placer(const Picture& picture)
    : picture_(picture), open_(picture.open.begin(), picture.open.end()), texts_(picture) {}

PlacedGroup Placer::place(GroupId group, const ColumnCuts& cuts) {
  return GroupPlacer(*this, cuts, group).run();
}

ColumnCuts Placer::bestCuts(const PageSize& page) {
  const PlacedGroup focused = place(picture_.focus);
  if (page.height == 0 || focused.height < kLeastDepth || boxesIn(focused) > kMostBoxesInColumns)
    return {};
  double bestFit = scaleOn(page, focused.width, focused.height) * kLeastGain;
  ColumnCuts best;
  double depth = focused.height;
  for (const PlacedGroup* inside = &focused; inside != nullptr;) {
    for (size_t columns = 2; columns <= kMostColumns; ++columns) {
      std::vector<size_t> cuts = evenCuts(layoutOf(inside->group), *inside, columns);
      if (cuts.empty()) break;
      ColumnCuts tried{{inside->group, std::move(cuts)}};
      const PlacedGroup placed = place(picture_.focus, tried);
      const double fit = scaleOn(page, placed.width, placed.height);
      if (fit <= bestFit * kLeastColumnGain) continue;
      bestFit = fit;
      best = std::move(tried);
    }
    const PlacedBox* deepest = deepestGroup(*inside);
    const bool isDeep = deepest != nullptr && deepest->rect.height > kLeastShare * depth;
    inside = isDeep ? deepest->inside.get() : nullptr;
    if (inside != nullptr) depth = inside->height;
  }
  return best;
}

const GroupLayout& Placer::layoutOf(GroupId group) {
  auto [at, isNew] = layouts_.try_emplace(group);
  if (!isNew) return at->second;
  GroupLayout& layout = at->second = layOutGroup(picture_.hierarchy.groups[group]);
  // A value that control flow or a repeat renames is shown as one value.
  const std::vector<ValueId>& shownAs = picture_.hierarchy.shownAs;
  for (LayoutSlot& slot : layout.slots)
    if (slot.kind != SlotKind::Node && slot.kind != SlotKind::Group) slot.id = shownAs[slot.id];
  for (LayoutLink& link : layout.links) {
    link.value = shownAs[link.value];
    if (link.becomes != kNone) link.becomes = shownAs[link.becomes];
  }
  return layout;
}

const BoxText& Placer::nodeText(NodeId id) {
  auto [at, isNew] = nodes_.try_emplace(id);
  if (isNew) at->second = texts_.ofNode(id);
  return at->second;
}

const BoxText& Placer::groupText(GroupId id) {
  auto [at, isNew] = groups_.try_emplace(id);
  if (isNew) at->second = texts_.ofGroup(id);
  return at->second;
}

}  // namespace ts::viz
