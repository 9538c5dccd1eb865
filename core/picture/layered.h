// Layers of a group: which boxes are side by side, in which order, and where longer edges pass.
// Sizes and coordinates come later, so that the layers do not depend on which boxes are open.
#pragma once

#include <cstdint>
#include <vector>

namespace ts::viz {

enum class SlotRank : uint8_t { Free, First, Last };

// An edge between two slots.
struct LayerEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  uint32_t value = 0;  // edges of one value share their bends
  uint32_t index = 0;  // of the caller
};

struct LayerInput {
  // Slots in the order in which their content runs; an edge goes from an earlier slot to a later
  // one.
  std::vector<SlotRank> slots;
  std::vector<LayerEdge> edges;
};

struct LayerLink {
  uint32_t from = 0;
  uint32_t to = 0;
  uint32_t edge = 0;  // the index of an edge that runs here
};

struct Layers {
  std::vector<uint32_t> bends;  // the slots behind those of the input: the value of each
  std::vector<std::vector<uint32_t>> layers;
  std::vector<LayerLink> links;  // between neighbouring layers, downwards
};

// The most boxes side by side; a wider layer continues in the next ones.
inline constexpr size_t kMostInLayer = 12;

// Takes time linear in the number of slots and bends, times the number of sweeps. Deterministic.
Layers makeLayers(const LayerInput& input);

// The number of crossings between two layers. ends: pairs of positions.
size_t countCrossings(std::vector<std::pair<uint32_t, uint32_t>> ends);

}  // namespace ts::viz
