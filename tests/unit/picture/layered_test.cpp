#include "core/picture/layered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ts::viz {
namespace {

LayerInput freeSlots(size_t count, std::vector<LayerEdge> edges) {
  LayerInput input;
  input.slots.assign(count, SlotRank::Free);
  for (uint32_t i = 0; i < edges.size(); ++i) edges[i].index = i;
  input.edges = std::move(edges);
  return input;
}

std::vector<size_t> layerOf(const Layers& layers) {
  std::vector<size_t> of;
  for (size_t i = 0; i < layers.layers.size(); ++i) {
    for (uint32_t slot : layers.layers[i]) {
      if (slot >= of.size()) of.resize(slot + 1);
      of[slot] = i;
    }
  }
  return of;
}

TEST(Layered, PutsEachSlotBelowTheSlotsThatItUses) {
  const Layers layers = makeLayers(freeSlots(4, {{0, 1, 0}, {1, 2, 1}, {0, 3, 2}, {2, 3, 3}}));
  EXPECT_EQ(layerOf(layers)[3], 3u);
  // A bend for each layer that the long edge passes.
  EXPECT_EQ(layers.bends, (std::vector<uint32_t>{2, 2}));
}

TEST(Layered, LinksJoinNeighbouringLayers) {
  std::mt19937 random(1);
  std::vector<LayerEdge> edges;
  for (uint32_t to = 1; to < 300; ++to)
    for (int i = 0; i < 2; ++i) edges.push_back({static_cast<uint32_t>(random() % to), to, to});
  const Layers layers = makeLayers(freeSlots(300, edges));
  const std::vector<size_t> of = layerOf(layers);
  ASSERT_FALSE(layers.links.empty());
  for (const LayerLink& link : layers.links) EXPECT_EQ(of[link.from] + 1, of[link.to]);
}

TEST(Layered, EdgesOfOneValueShareTheirBends) {
  const Layers layers =
      makeLayers(freeSlots(5, {{0, 1, 7}, {1, 2, 8}, {2, 3, 9}, {0, 3, 7}, {0, 4, 7}, {3, 4, 5}}));
  EXPECT_EQ(std::ranges::count(layers.bends, 7u), 3);
}

TEST(Layered, InputsAreInTheFirstLayerAndOutputsInTheLast) {
  LayerInput input;
  input.slots = {SlotRank::First, SlotRank::Free, SlotRank::Free, SlotRank::Last};
  input.edges = {{0, 2, 0, 0}, {1, 2, 1, 1}, {2, 3, 2, 2}};
  const Layers layers = makeLayers(input);
  const std::vector<size_t> of = layerOf(layers);
  EXPECT_EQ(of[0], 0u);
  EXPECT_EQ(of[3], layers.layers.size() - 1);
}

TEST(Layered, UntanglesCrossedEdges) {
  // Two chains whose second halves are listed the other way round.
  const Layers layers = makeLayers(freeSlots(4, {{0, 3, 0}, {1, 2, 1}}));
  std::vector<std::pair<uint32_t, uint32_t>> ends;
  for (const LayerLink& link : layers.links) {
    auto place = [&](size_t layer, uint32_t slot) {
      return static_cast<uint32_t>(std::ranges::find(layers.layers[layer], slot) -
                                   layers.layers[layer].begin());
    };
    ends.emplace_back(place(0, link.from), place(1, link.to));
  }
  EXPECT_EQ(countCrossings(ends), 0u);
}

TEST(Layered, AWideLayerContinuesInTheNext) {
  const Layers layers = makeLayers(freeSlots(50, {}));
  for (const auto& layer : layers.layers) EXPECT_LE(layer.size(), kMostInLayer);
}

TEST(Layered, CountsCrossings) {
  EXPECT_EQ(countCrossings({{0, 2}, {1, 1}, {2, 0}}), 3u);
  EXPECT_EQ(countCrossings({{0, 0}, {0, 1}, {1, 1}}), 0u);
}

}  // namespace
}  // namespace ts::viz
