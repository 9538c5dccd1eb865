#include "core/picture/layered.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace ts::viz {
namespace {

constexpr int kSweeps = 8;
// A sweep stops to pay when a group has more slots than a view shows.
constexpr size_t kManySlots = 5000;

class LayerMaker {
 public:
  explicit LayerMaker(const LayerInput& input) : input_(input) {}

  Layers make() {
    assignLayers();
    addBends();
    orderLayers();
    return std::move(out_);
  }

 private:
  size_t count() const { return input_.slots.size(); }

  // The longest path from the start decides; slots without inputs move down to their users.
  void assignLayers() {
    layerOf_.assign(count(), 0);
    std::vector<std::vector<uint32_t>> incoming(count()), outgoing(count());
    for (const LayerEdge& edge : input_.edges) {
      if (edge.from >= edge.to) continue;
      incoming[edge.to].push_back(edge.from);
      outgoing[edge.from].push_back(edge.to);
    }
    std::vector<size_t> filled;
    uint32_t last = 0;
    bool hasFirst = false;
    for (uint32_t slot = 0; slot < count(); ++slot) {
      hasFirst |= input_.slots[slot] == SlotRank::First;
      if (input_.slots[slot] != SlotRank::Free) continue;
      uint32_t layer = hasFirst ? 1 : 0;
      for (uint32_t from : incoming[slot]) layer = std::max(layer, layerOf_[from] + 1);
      while (layer < filled.size() && filled[layer] >= kMostInLayer) ++layer;
      if (layer >= filled.size()) filled.resize(layer + 1);
      ++filled[layer];
      layerOf_[slot] = layer;
      last = std::max(last, layer);
    }
    for (uint32_t slot = static_cast<uint32_t>(count()); slot-- > 0;) {
      if (input_.slots[slot] != SlotRank::Free || !incoming[slot].empty() || outgoing[slot].empty())
        continue;
      uint32_t next = UINT32_MAX;
      for (uint32_t to : outgoing[slot])
        if (input_.slots[to] == SlotRank::Free) next = std::min(next, layerOf_[to]);
      if (next != UINT32_MAX && next > layerOf_[slot] + 1 && filled[next - 1] < kMostInLayer) {
        --filled[layerOf_[slot]];
        layerOf_[slot] = next - 1;
        ++filled[next - 1];
      }
    }
    const bool hasFree = std::ranges::find(input_.slots, SlotRank::Free) != input_.slots.end();
    for (uint32_t slot = 0; slot < count(); ++slot)
      if (input_.slots[slot] == SlotRank::Last) layerOf_[slot] = hasFree || hasFirst ? last + 1 : 0;
  }

  // An edge over more than one layer runs through bends, which all edges of its value share.
  void addBends() {
    std::unordered_map<uint64_t, std::vector<uint32_t>> chains;  // by start and value
    for (const LayerEdge& edge : input_.edges) {
      if (edge.from >= edge.to) continue;
      const uint32_t begin = layerOf_[edge.from], end = layerOf_[edge.to];
      if (end <= begin) continue;
      std::vector<uint32_t>& chain = chains[uint64_t{edge.from} << 32 | edge.value];
      while (chain.size() + 1 < end - begin) {
        const uint32_t bend = static_cast<uint32_t>(count() + out_.bends.size());
        out_.bends.push_back(edge.value);
        layerOf_.push_back(begin + 1 + static_cast<uint32_t>(chain.size()));
        addLink(chain.empty() ? edge.from : chain.back(), bend, edge.index);
        chain.push_back(bend);
      }
      const size_t bends = end - begin - 1;
      addLink(bends == 0 ? edge.from : chain[bends - 1], edge.to, edge.index);
    }
  }

  void addLink(uint32_t from, uint32_t to, uint32_t edge) {
    out_.links.push_back({from, to, edge});
  }

  void orderLayers() {
    const uint32_t last = layerOf_.empty() ? 0 : *std::ranges::max_element(layerOf_);
    out_.layers.resize(layerOf_.empty() ? 0 : last + 1);
    upper_.resize(layerOf_.size());
    lower_.resize(layerOf_.size());
    for (const LayerLink& link : out_.links) {
      upper_[link.to].push_back(link.from);
      lower_[link.from].push_back(link.to);
    }
    firstOrder();
    position_.resize(layerOf_.size());
    for (const auto& layer : out_.layers) number(layer);
    size_t fewest = crossings();
    std::vector<std::vector<uint32_t>> best = out_.layers;
    const int sweeps = layerOf_.size() > kManySlots ? 2 : kSweeps;
    for (int sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
      const bool isDown = sweep % 2 == 0;
      for (size_t i = 1; i < out_.layers.size(); ++i) {
        const size_t at = isDown ? i : out_.layers.size() - 1 - i;
        sortLayer(out_.layers[at], isDown ? upper_ : lower_);
      }
      swapNeighbours();
      const size_t now = crossings();
      if (now < fewest) {
        fewest = now;
        best = out_.layers;
      }
    }
    out_.layers = std::move(best);
  }

  // Depth first from the start, so that neighbours begin near to each other.
  void firstOrder() {
    std::vector<bool> seen(layerOf_.size());
    std::vector<uint32_t> stack;
    for (uint32_t start = 0; start < layerOf_.size(); ++start) {
      if (seen[start] || !upper_[start].empty()) continue;
      stack.push_back(start);
      while (!stack.empty()) {
        const uint32_t slot = stack.back();
        stack.pop_back();
        if (seen[slot]) continue;
        seen[slot] = true;
        out_.layers[layerOf_[slot]].push_back(slot);
        for (size_t i = lower_[slot].size(); i-- > 0;)
          if (!seen[lower_[slot][i]]) stack.push_back(lower_[slot][i]);
      }
    }
  }

  void number(const std::vector<uint32_t>& layer) {
    for (size_t i = 0; i < layer.size(); ++i) position_[layer[i]] = static_cast<uint32_t>(i);
  }

  // By the mean position of the neighbours; a slot without neighbours keeps its place.
  void sortLayer(std::vector<uint32_t>& layer, const std::vector<std::vector<uint32_t>>& beside) {
    std::vector<std::pair<double, uint32_t>> keys;
    keys.reserve(layer.size());
    for (uint32_t slot : layer) {
      double sum = 0;
      for (uint32_t other : beside[slot]) sum += position_[other];
      keys.emplace_back(
          beside[slot].empty() ? position_[slot] : sum / static_cast<double>(beside[slot].size()),
          slot);
    }
    std::ranges::stable_sort(keys, {}, &std::pair<double, uint32_t>::first);
    for (size_t i = 0; i < layer.size(); ++i) layer[i] = keys[i].second;
    number(layer);
  }

  // Swaps neighbours while that removes crossings.
  void swapNeighbours() {
    for (auto& layer : out_.layers) {
      for (size_t i = 0; i + 1 < layer.size(); ++i) {
        const uint32_t left = layer[i], right = layer[i + 1];
        if (upper_[left].size() + lower_[left].size() > 64) continue;
        const ptrdiff_t gain =
            between(upper_[left], upper_[right]) + between(lower_[left], lower_[right]);
        if (gain <= 0) continue;
        std::swap(layer[i], layer[i + 1]);
        std::swap(position_[left], position_[right]);
      }
    }
  }

  // The crossings of two neighbours, less those after a swap.
  ptrdiff_t between(const std::vector<uint32_t>& left, const std::vector<uint32_t>& right) const {
    ptrdiff_t gain = 0;
    for (uint32_t a : left) {
      for (uint32_t b : right) {
        gain += position_[a] > position_[b];
        gain -= position_[a] < position_[b];
      }
    }
    return gain;
  }

  size_t crossings() const {
    size_t total = 0;
    for (const auto& layer : out_.layers) {
      std::vector<std::pair<uint32_t, uint32_t>> ends;
      for (uint32_t slot : layer)
        for (uint32_t other : lower_[slot]) ends.emplace_back(position_[slot], position_[other]);
      total += countCrossings(std::move(ends));
    }
    return total;
  }

  const LayerInput& input_;
  Layers out_;
  std::vector<uint32_t> layerOf_;
  std::vector<uint32_t> position_;                    // in the layer
  std::vector<std::vector<uint32_t>> upper_, lower_;  // neighbours
};

}  // namespace

Layers makeLayers(const LayerInput& input) { return LayerMaker(input).make(); }

// Counts inversions with a binary indexed tree.
size_t countCrossings(std::vector<std::pair<uint32_t, uint32_t>> ends) {
  std::ranges::sort(ends);
  uint32_t width = 0;
  for (const auto& [upper, lower] : ends) width = std::max(width, lower + 1);
  std::vector<size_t> tree(width + 1, 0);
  size_t total = 0, seen = 0;
  for (const auto& [upper, lower] : ends) {
    size_t before = 0;  // ends at or left of this one
    for (uint32_t i = lower + 1; i > 0; i &= i - 1) before += tree[i];
    total += seen - before;
    for (uint32_t i = lower + 1; i <= width; i += i & (~i + 1)) ++tree[i];
    ++seen;
  }
  return total;
}

}  // namespace ts::viz
