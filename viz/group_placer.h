// The layout of one group: sizes, ports, coordinates and edges.
#pragma once

#include <vector>

#include "viz/coordinates.h"
#include "viz/placement.h"

namespace ts::viz {

// Lives for one call of run().
class GroupPlacer {
 public:
  GroupPlacer(Placer& placer, const ColumnCuts& cuts, GroupId group);

  PlacedGroup run();

 private:
  struct PortLabel {
    ValueId value;
    std::string text;
    double port;  // relative to the reference point
  };
  // The measures of a slot, along the layer (before, after) and across it (depth).
  struct SizedSlot {
    std::unique_ptr<PlacedBox> box;  // null for a bend
    double before = 0;
    double after = 0;
    double depth = 0;  // with its labels
    std::vector<PortLabel> labels;
  };
  // Where slots start across the layers, and the gap before each in which its links bend.
  struct LayerDepths {
    std::vector<double> starts, gaps;
    double total = 0;
  };
  enum class Side : uint8_t { Incoming, Outgoing };

  std::vector<uint32_t>& linksOf(uint32_t slot, Side side) {
    return (side == Side::Incoming ? incoming_ : outgoing_)[slot];
  }
  double& portOf(uint32_t link, Side side) {
    return (side == Side::Incoming ? toPorts_ : fromPorts_)[link];
  }
  bool isBend(uint32_t slot) const { return layout_.slots[slot].kind == SlotKind::Bend; }
  int weightOfLink(const LayoutLink& link) const;
  bool isPortSlot(uint32_t slot) const;

  void findLinks();
  SizedSlot size(uint32_t slot);
  void fillText(PlacedBox& box);
  void sizeOpen(PlacedBox& box);
  void placePorts(PlacedBox& box, Side side);
  void placeInnerPorts(const PlacedBox& box, Side side);
  std::vector<PortLabel> labelsOf(const PlacedBox& box);
  void widenBends();
  double halfGap(uint32_t slot) const;
  CoordinateInput coordinateInput() const;
  LayerDepths depthsOf(const std::vector<double>& at, const CoordinateInput& input) const;
  PlacedGroup finish(std::vector<double> at, const CoordinateInput& input);
  void placeBox(SizedSlot& slot, double at, double start, PlacedGroup& into);

  Placer& placer_;
  const ColumnCuts& cuts_;
  const Picture& picture_;
  const GroupId group_;
  const GroupLayout& layout_;
  std::vector<std::vector<uint32_t>> layers_;
  std::vector<uint32_t> layerOf_;                           // by slot
  std::vector<std::vector<uint32_t>> incoming_, outgoing_;  // links, by slot
  // By link: the ends, relative to the reference points of the slots.
  std::vector<double> fromPorts_, toPorts_;
  std::vector<SizedSlot> sized_;
};

}  // namespace ts::viz
