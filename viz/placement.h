// Coordinates of a picture's first view: nested boxes, edges and labels, as the viewer places them.
// core/picture/viewer/src/groupLayout.ts and wrap.ts have the same algorithm for pages, where
// groups open and close; tests hold the two equal.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/picture/box_text.h"
#include "core/picture/group_layout.h"
#include "core/picture/picture.h"
#include "viz/page_size.h"
#include "viz/scene.h"

namespace ts::viz {

struct PlacedGroup;

struct PlacedBox {
  SlotKind kind = SlotKind::Node;
  uint32_t id = kNone;  // of the node, the group or the value
  uint32_t slot = 0;
  Rect rect;  // relative to the content of the group around it
  BoxText text;
  double textWidth = 0;
  double textHeight = 0;
  size_t repeats = 1;
  bool isPort = false;                  // a point on the border of its group
  std::unique_ptr<PlacedGroup> inside;  // of an open group; else null
};

// A part of an edge, between slots of neighbouring layers.
struct PlacedPiece {
  ValueId value = kNone;
  // The start, the ends of the bend, and the end; more points are corners of a detour.
  std::vector<Point> path;
  bool hasArrow = false;
  bool isTensor = false;
};

struct PlacedLabel {
  std::string text;
  double x = 0;  // of the left end of the baseline
  double y = 0;
};

// The content of an open group.
struct PlacedGroup {
  GroupId group = 0;
  double x = 0;  // of the content within the box of the group
  double y = 0;
  double width = 0;  // of the content
  double height = 0;
  std::vector<PlacedBox> boxes;
  std::vector<PlacedPiece> pieces;
  std::vector<PlacedLabel> labels;
  // The places of values on the upper and the lower side, relative to the content.
  std::unordered_map<ValueId, double> inputs, outputs;
};

// By group: the layers that begin a further column.
using ColumnCuts = std::map<GroupId, std::vector<size_t>>;

// Places groups with the open groups inside them. Belongs to one thread; the picture outlives it.
class Placer {
 public:
  explicit Placer(const Picture& picture);

  PlacedGroup place(GroupId group, const ColumnCuts& cuts = {});
  // The cuts with which the picture is largest on a page: one long group goes on in further
  // columns. None when it fits well as it is.
  ColumnCuts bestCuts(const PageSize& page);

 private:
  friend class GroupPlacer;
  const GroupLayout& layoutOf(GroupId group);
  const BoxText& nodeText(NodeId id);
  const BoxText& groupText(GroupId id);

  const Picture& picture_;
  const std::unordered_set<GroupId> open_;
  BoxTexts texts_;
  std::unordered_map<GroupId, GroupLayout> layouts_;
  std::unordered_map<uint32_t, BoxText> nodes_, groups_;
};

}  // namespace ts::viz
