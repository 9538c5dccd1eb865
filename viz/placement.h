// Coordinates of a picture: nested boxes, and edges between them. Groups are placed one by one,
// inner ones first, so that the layers of each stay as layOutGroup() makes them.
#pragma once

#include <string>
#include <vector>

#include "core/picture/picture.h"
#include "viz/page_size.h"
#include "viz/scene.h"

namespace ts::viz {

struct PlacedBox {
  NodeId node = kNone;  // one of the two is set
  GroupId group = kNone;
  bool isOpen = false;  // an open group is a frame around others
  Rect rect;
  std::vector<std::string> lines;  // the first is the title
};

// A value at the border of the whole picture.
struct PlacedPin {
  ValueId value = kNone;
  bool isInput = true;
  Rect rect;
  std::string text;
};

struct PlacedEdge {
  ValueId value = kNone;
  Curve curve;
  bool hasArrow = false;
};

struct Placement {
  double width = 0;
  double height = 0;
  std::vector<PlacedBox> boxes;  // frames before the boxes inside them
  std::vector<PlacedPin> pins;
  std::vector<PlacedEdge> edges;
};

// Shows Picture::focus with the groups of Picture::open. With a page that has a height, one long
// group goes on in further columns where the picture becomes larger on the page so.
Placement place(const Picture& picture, const PageSize& page = {});

inline constexpr double kGroupHeader = 24;  // of an open group: the bar with its title

}  // namespace ts::viz
