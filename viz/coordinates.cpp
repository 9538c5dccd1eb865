#include "viz/coordinates.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ts::viz {
namespace {

// Slots joined to straight lines. `shift` is relative to the first slot of the line.
struct Alignment {
  std::vector<uint32_t> root;
  std::vector<double> shift;
};

class CoordinateMaker {
 public:
  explicit CoordinateMaker(const CoordinateInput& input)
      : input_(input),
        count_(input.before.size()),
        position_(count_),
        upper_(count_),
        lower_(count_),
        crossesBend_(input.links.size()),
        isHeaviest_(input.links.size()) {
    for (const auto& layer : input.layers)
      for (size_t at = 0; at < layer.size(); ++at) position_[layer[at]] = static_cast<int64_t>(at);
    for (uint32_t link = 0; link < input.links.size(); ++link) {
      upper_[input.links[link].to].push_back(link);
      lower_[input.links[link].from].push_back(link);
    }
    for (size_t slot = 0; slot < count_; ++slot) {
      std::ranges::stable_sort(upper_[slot], {},
                               [&](uint32_t link) { return position_[input.links[link].from]; });
      std::ranges::stable_sort(lower_[slot], {},
                               [&](uint32_t link) { return position_[input.links[link].to]; });
    }
    for (size_t link = 0; link < input.links.size(); ++link) {
      const CoordinateLink& each = input.links[link];
      isHeaviest_[link] =
          each.weight >= most(upper_[each.to]) && each.weight >= most(lower_[each.from]);
    }
    for (size_t at = 0; at + 1 < input.layers.size(); ++at)
      markCrossings(input.layers[at], input.layers[at + 1]);
  }

  std::vector<double> make() {
    std::vector<std::vector<double>> results;
    for (bool usesUpper : {true, false})
      for (bool isMirrored : {false, true})
        results.push_back(compact(align(usesUpper, isMirrored), isMirrored));
    return average(results);
  }

 private:
  int most(const std::vector<uint32_t>& links) const {
    int weight = INT32_MIN;
    for (uint32_t link : links) weight = std::max(weight, input_.links[link].weight);
    return weight;
  }

  // Long edges stay straight: a link between two bends wins against each link that crosses it.
  void markCrossings(const std::vector<uint32_t>& above, const std::vector<uint32_t>& below) {
    int64_t left = -1;
    size_t scanned = 0;
    for (size_t at = 0; at < below.size(); ++at) {
      std::optional<uint32_t> inner;
      if (input_.isBend[below[at]]) {
        const auto& links = upper_[below[at]];
        const auto innerLink = std::ranges::find_if(
            links, [&](uint32_t link) { return input_.isBend[input_.links[link].from]; });
        if (innerLink != links.end()) inner = *innerLink;
      }
      if (!inner && at + 1 < below.size()) continue;
      const int64_t right =
          inner ? position_[input_.links[*inner].from] : static_cast<int64_t>(above.size());
      for (; scanned <= at; ++scanned) {
        for (uint32_t link : upper_[below[scanned]]) {
          const int64_t from = position_[input_.links[link].from];
          if (from < left || from > right) crossesBend_[link] = true;
        }
      }
      left = right;
    }
  }

  Alignment align(bool usesUpper, bool isMirrored) const {
    Alignment out{std::vector<uint32_t>(count_), std::vector<double>(count_)};
    for (uint32_t slot = 0; slot < count_; ++slot) out.root[slot] = slot;
    const double sign = isMirrored ? -1 : 1;
    const size_t layers = input_.layers.size();
    for (size_t i = 0; i < layers; ++i) {
      const auto& layer = input_.layers[usesUpper ? i : layers - 1 - i];
      int64_t last = isMirrored ? INT64_MAX : -1;
      for (size_t step = 0; step < layer.size(); ++step) {
        const uint32_t slot = layer[isMirrored ? layer.size() - 1 - step : step];
        for (uint32_t link : candidates(usesUpper ? upper_[slot] : lower_[slot], isMirrored)) {
          const CoordinateLink& each = input_.links[link];
          const uint32_t other = usesUpper ? each.from : each.to;
          const int64_t at = position_[other];
          if (crossesBend_[link] || (isMirrored ? at >= last : at <= last)) continue;
          const double here = usesUpper ? each.toPort : each.fromPort;
          const double there = usesUpper ? each.fromPort : each.toPort;
          out.root[slot] = out.root[other];
          out.shift[slot] = out.shift[other] + sign * (there - here);
          last = at;
          break;
        }
      }
    }
    return out;
  }

  // The one or two links in the middle of the heaviest.
  std::vector<uint32_t> candidates(const std::vector<uint32_t>& sorted, bool isMirrored) const {
    std::vector<uint32_t> heavy;
    for (uint32_t link : sorted)
      if (isHeaviest_[link]) heavy.push_back(link);
    if (heavy.size() < 2) return heavy;
    const uint32_t low = heavy[(heavy.size() - 1) / 2], high = heavy[heavy.size() / 2];
    if (low == high) return {low};
    return isMirrored ? std::vector{high, low} : std::vector{low, high};
  }

  // Moves the lines as close together as their slots allow. A mirrored alignment is computed with
  // the sides exchanged.
  std::vector<double> compact(const Alignment& lines, bool isMirrored) const {
    const auto& [root, shift] = lines;
    const auto& before = isMirrored ? input_.after : input_.before;
    const auto& after = isMirrored ? input_.before : input_.after;
    struct Neighbour {
      uint32_t line;
      double distance;
    };
    std::vector<std::vector<Neighbour>> next(count_);
    std::vector<uint32_t> waiting(count_);
    for (const auto& layer : input_.layers) {
      for (size_t step = 1; step < layer.size(); ++step) {
        const uint32_t slot = layer[isMirrored ? layer.size() - 1 - step : step];
        const uint32_t beside = layer[isMirrored ? layer.size() - step : step - 1];
        const double distance = shift[beside] + after[beside] + before[slot] - shift[slot];
        next[root[beside]].push_back({root[slot], distance});
        ++waiting[root[slot]];
      }
    }
    std::vector<uint32_t> order;
    for (uint32_t slot = 0; slot < count_; ++slot)
      if (root[slot] == slot && waiting[slot] == 0) order.push_back(slot);
    std::vector<double> x(count_);
    for (size_t at = 0; at < order.size(); ++at) {
      for (const auto& [line, distance] : next[order[at]]) {
        x[line] = std::max(x[line], x[order[at]] + distance);
        if (--waiting[line] == 0) order.push_back(line);
      }
    }
    // Then each line moves towards its neighbours on the other side, where it has any.
    for (size_t at = order.size(); at-- > 0;) {
      double furthest = INFINITY;
      for (const auto& [line, distance] : next[order[at]])
        furthest = std::min(furthest, x[line] - distance);
      if (furthest != INFINITY) x[order[at]] = std::max(x[order[at]], furthest);
    }
    std::vector<double> result(count_);
    for (size_t slot = 0; slot < count_; ++slot) {
      const double at = x[root[slot]] + shift[slot];
      result[slot] = isMirrored ? -at : at;
    }
    return result;
  }

  // Aligns the four results with the narrowest of them, and takes the mean of the two in the
  // middle.
  std::vector<double> average(const std::vector<std::vector<double>>& results) const {
    struct Bounds {
      double low = INFINITY, high = -INFINITY;
    };
    std::vector<Bounds> bounds(results.size());
    Bounds narrowest;
    for (size_t i = 0; i < results.size(); ++i) {
      for (size_t slot = 0; slot < count_; ++slot) {
        bounds[i].low = std::min(bounds[i].low, results[i][slot] - input_.before[slot]);
        bounds[i].high = std::max(bounds[i].high, results[i][slot] + input_.after[slot]);
      }
      if (i == 0 || bounds[i].high - bounds[i].low < narrowest.high - narrowest.low)
        narrowest = bounds[i];
    }
    std::vector<double> mean(count_);
    double least = INFINITY;
    for (size_t slot = 0; slot < count_; ++slot) {
      double low = INFINITY, high = -INFINITY, sum = 0;
      for (size_t i = 0; i < results.size(); ++i) {
        const double move =
            i % 2 == 0 ? narrowest.low - bounds[i].low : narrowest.high - bounds[i].high;
        const double place = results[i][slot] + move;
        low = std::min(low, place);
        high = std::max(high, place);
        sum += place;
      }
      mean[slot] = (sum - low - high) / 2;
      least = std::min(least, mean[slot] - input_.before[slot]);
    }
    for (double& place : mean) place -= least;
    return mean;
  }

  const CoordinateInput& input_;
  size_t count_;
  std::vector<int64_t> position_;                     // within the layer
  std::vector<std::vector<uint32_t>> upper_, lower_;  // by slot: the links above and below
  std::vector<bool> crossesBend_;                     // by link
  std::vector<bool> isHeaviest_;                      // by link: of all links at both of its ends
};

}  // namespace

std::vector<double> coordinatesOf(const CoordinateInput& input) {
  return CoordinateMaker(input).make();
}

}  // namespace ts::viz
