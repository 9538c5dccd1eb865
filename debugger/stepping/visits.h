// The positions of an engine. A visit is the moment before a line of shown code runs, once in each
// round of a loop. Engines run the same program, so most visits of one engine have a partner among
// those of another one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/interp/events.h"

namespace ts::stepping {

// The line is a hash of path and line.
using Visit = interp::LineVisit;

// The visits of one run of a graph.
struct VisitRun {
  size_t begin = 0, end = SIZE_MAX;  // end: behind the last one; SIZE_MAX: the graph runs
  bool contains(size_t visit) const { return begin <= visit && visit < end; }
};

// A place in a graph at which a step by node stops: its run among VisitLog::runs(), and the number
// of shown nodes and iterations that the run has reached before it.
struct NodePlace {
  size_t run = SIZE_MAX;  // SIZE_MAX: the engine is not at a node
  size_t arrivals = 0;
  friend bool operator==(const NodePlace&, const NodePlace&) = default;
};
// True when the run of a graph with the index `outer` contains that with the index `inner`, or is
// it. runs: of an earlier run of the engine.
bool contains(const std::vector<VisitRun>& runs, size_t outer, size_t inner);

class VisitLog {
 public:
  // Positions and runs beyond this number are not kept: lock-step and stepping back end there.
  static constexpr size_t kMost = 4'000'000;

  VisitLog() = default;
  VisitLog(const VisitLog&) = delete;
  VisitLog& operator=(const VisitLog&) = delete;

  // path: the same object for the same text while the log lives.
  void add(const std::string& path, uint32_t line, size_t depth) {
    if (log_.next == end_) grow();
    *log_.next++ = {numberOf(path, line), static_cast<uint32_t>(depth)};
    setEnd();
  }
  // The number of a line in visits.
  uint32_t numberOf(const std::string& path, uint32_t line) {
    if (&path != lastPath_) readPath(path);
    const uint32_t number = lastHash_ + line * kLineFactor;
    return number == 0 ? 1 : number;
  }
  // Where graphs write their visits. The log is full before the visit `goal`, and behind it.
  interp::LineLog& log() { return log_; }
  void setGoal(size_t goal) {
    goal_ = goal;
    setEnd();
  }
  // The number of visits so far, also of those that are not kept.
  size_t count() const { return before_ + static_cast<size_t>(log_.next - begin_); }
  std::span<const Visit> kept() const { return {kept_.get(), std::min(count(), kMost)}; }

  // A run of a graph begins; returns its index among runs(), or kMost for one that is not kept.
  size_t beginRun();
  void endRun(size_t index) {
    if (index < runs_.size()) runs_[index].end = count();
  }
  const std::vector<VisitRun>& runs() const { return runs_; }

 private:
  static constexpr uint32_t kLineFactor = 2'654'435'761;  // odd: lines of a path differ
  static constexpr size_t kFew = 4096;
  void readPath(const std::string& path);
  void grow();
  void setEnd() {
    const size_t room = goal_ - std::min(goal_, count());
    log_.end = log_.next + std::min(room, static_cast<size_t>(end_ - log_.next));
  }

  std::unique_ptr<Visit[]> kept_;    // with room for more
  std::unique_ptr<Visit[]> unkept_;  // visits behind those that are kept, which replace each other
  interp::LineLog log_;              // in one of the two
  Visit *begin_ = nullptr, *end_ = nullptr;
  size_t before_ = 0;  // visits before begin_
  size_t goal_ = SIZE_MAX;
  std::vector<VisitRun> runs_;  // in the order in which they begin
  const std::string* lastPath_ = nullptr;
  uint32_t lastHash_ = 0;
};

// A place that was found before the run: the first visit of the line after this number of tensor
// operators.
struct NotedPlace {
  enum class Kind : uint8_t { Divergence, TracerWarning } kind = Kind::Divergence;
  std::string path;  // empty: the first visit of any line
  uint32_t line = 0;
  size_t operators = 0;
  std::string text;    // "trace: branch: ..."
  std::string detail;  // the difference that a caller sees
};

// The visits of two engines, paired in order by their places.
class VisitPairs {
 public:
  VisitPairs() = default;
  VisitPairs(std::span<const Visit> from, std::span<const Visit> to);

  struct Partner {
    size_t visit = SIZE_MAX;  // SIZE_MAX: the visit is unknown
    bool isExact = false;     // else the visit behind the partner of the last one that has one
  };
  // Where the other engine is meanwhile.
  Partner partnerOf(size_t visit) const;

 private:
  std::vector<Partner> partners_;
};

}  // namespace ts::stepping
