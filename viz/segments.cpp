#include "viz/segments.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ts::viz {
namespace {

// A lighter block is not cut; Graphviz lays it out in tens of milliseconds.
constexpr size_t kWholeWeight = 150;
constexpr size_t kLeastWeight = 50;
constexpr size_t kMostWeight = 100;
// The largest number of segment borders that a line may cross; a longer line is harder to follow
// than a name.
constexpr size_t kReach = 1;

size_t weightOf(const SegmentItem& item) { return 1 + item.inputs.size() / 4; }

// The end of each segment. Cuts where the fewest values are live, within the limits on weight.
std::vector<size_t> cuts(const std::vector<SegmentItem>& items, const std::vector<size_t>& alive) {
  std::vector<size_t> ends;
  size_t total = 0;
  for (const SegmentItem& item : items) total += weightOf(item);
  size_t begin = 0;
  while (total > kWholeWeight) {
    size_t weight = 0, best = begin, at = begin;
    for (; at + 1 < items.size() && (weight < kMostWeight || best == begin); ++at) {
      weight += weightOf(items[at]);
      if (weight < kLeastWeight) continue;
      if (best == begin || alive[at] <= alive[best - 1]) best = at + 1;
    }
    if (best == begin) break;
    for (size_t i = begin; i < best; ++i) total -= weightOf(items[i]);
    ends.push_back(best);
    begin = best;
  }
  ends.push_back(items.size());
  return ends;
}

class Planner {
 public:
  Planner(const std::vector<SegmentItem>& items, const std::vector<ValueId>& sources,
          const std::vector<ValueId>& results)
      : items_(items), sources_(sources), results_(results) {}

  SegmentPlan plan() {
    cut();
    for (size_t i = 0; i < items_.size(); ++i) {
      for (ValueId value : items_[i].outputs) home_[value] = segmentOf_[i];
    }
    for (ValueId value : sources_) home_[value] = 0;
    connect();
    return std::move(plan_);
  }

 private:
  void cut() {
    std::unordered_map<ValueId, size_t> defined, lastUse;
    for (ValueId value : sources_) defined[value] = 0;
    for (size_t i = 0; i < items_.size(); ++i) {
      for (ValueId value : items_[i].outputs) defined[value] = i;
      for (ValueId value : items_[i].inputs) lastUse[value] = i;
    }
    for (ValueId value : results_) lastUse[value] = items_.size();
    // alive[i]: the number of values that a cut after item i crosses.
    std::vector<ptrdiff_t> change(items_.size() + 2, 0);
    for (auto [value, last] : lastUse) {
      auto definition = defined.find(value);
      if (definition == defined.end() || definition->second >= last) continue;
      ++change[definition->second];
      --change[last];
    }
    std::vector<size_t> alive(items_.size());
    ptrdiff_t running = 0;
    for (size_t i = 0; i < items_.size(); ++i) alive[i] = static_cast<size_t>(running += change[i]);

    size_t begin = 0;
    for (size_t end : cuts(items_, alive)) {
      plan_.segments.push_back({begin, end, {}, {}});
      segmentOf_.resize(end, plan_.segments.size() - 1);
      begin = end;
    }
    arrived_.resize(plan_.segments.size());
    passed_.resize(plan_.segments.size());
    named_.resize(plan_.segments.size(), 0);
  }

  void connect() {
    for (size_t i = 0; i < items_.size(); ++i) {
      std::vector<bool> drawn;
      size_t lines = 0;
      for (ValueId value : items_[i].inputs) {
        bool line = lines < kMostLines && bring(value, segmentOf_[i], true);
        lines += line;
        drawn.push_back(line);
      }
      plan_.drawn.push_back(std::move(drawn));
    }
    for (size_t i = 0; i < results_.size(); ++i) {
      plan_.resultDrawn.push_back(i < kMostLines &&
                                  bring(results_[i], plan_.segments.size() - 1, false));
    }
  }

  // Makes a value available in a segment as a line or a pill. Returns false when its user must name
  // it.
  bool bring(ValueId value, size_t segment, bool mayName) {
    auto home = home_.find(value);
    if (home != home_.end() && home->second == segment) {
      if (isSource(value, segment)) arrive(value, segment, Arrival::Source);
      return true;
    }
    if (arrived_[segment].contains(value)) return true;
    if (home != home_.end() && home->second < segment && segment - home->second <= kReach &&
        pass(value, home->second, segment)) {
      return true;
    }
    if (!mayName || named_[segment] == kMostLines) return false;
    ++named_[segment];
    arrive(value, segment, Arrival::Named);
    return true;
  }

  bool pass(ValueId value, size_t from, size_t to) {
    for (size_t at = from; at < to; ++at) {
      if (!passed_[at].contains(value) && plan_.segments[at].passed.size() >= kMostLines)
        return false;
    }
    if (isSource(value, from)) arrive(value, from, Arrival::Source);
    for (size_t at = from; at < to; ++at) {
      if (passed_[at].insert(value).second) plan_.segments[at].passed.push_back(value);
      arrive(value, at + 1, Arrival::Passed);
    }
    return true;
  }

  bool isSource(ValueId value, size_t segment) const {
    return segment == 0 && std::find(sources_.begin(), sources_.end(), value) != sources_.end();
  }

  void arrive(ValueId value, size_t segment, Arrival arrival) {
    if (arrived_[segment].insert(value).second)
      plan_.segments[segment].inputs.push_back({value, arrival});
  }

  const std::vector<SegmentItem>& items_;
  const std::vector<ValueId>& sources_;
  const std::vector<ValueId>& results_;
  SegmentPlan plan_;
  std::vector<size_t> segmentOf_;
  std::unordered_map<ValueId, size_t> home_;
  std::vector<std::unordered_set<ValueId>> arrived_;
  std::vector<std::unordered_set<ValueId>> passed_;
  std::vector<size_t> named_;  // number of pills, by segment
};

}  // namespace

SegmentPlan planSegments(const std::vector<SegmentItem>& items, const std::vector<ValueId>& sources,
                         const std::vector<ValueId>& results) {
  return Planner(items, sources, results).plan();
}

}  // namespace ts::viz
