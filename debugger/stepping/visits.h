// The positions of an engine. A visit is the moment before a line of shown code runs, once in each
// round of a loop. Engines run the same program, so most visits of one engine have a partner among
// those of another one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ts::stepping {

// There may be millions of them.
struct Visit {
  uint32_t place = 0;  // a hash of path and line
  uint32_t depth = 0;  // of calls
};

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

  // path: the same object for the same text while the log lives.
  void add(const std::string& path, uint32_t line, size_t depth) {
    ++count_;
    if (kept_.size() >= kMost) return;
    if (&path != lastPath_) readPath(path);
    kept_.push_back({lastHash_ + line * kLineFactor, static_cast<uint32_t>(depth)});
  }
  // The number of visits so far, also of those that are not kept.
  size_t count() const { return count_; }
  const std::vector<Visit>& kept() const { return kept_; }

  // A run of a graph begins; returns its index among runs(), or kMost for one that is not kept.
  size_t beginRun();
  void endRun(size_t index) {
    if (index < runs_.size()) runs_[index].end = count_;
  }
  const std::vector<VisitRun>& runs() const { return runs_; }

 private:
  static constexpr uint32_t kLineFactor = 2'654'435'761;  // odd: lines of a path differ
  void readPath(const std::string& path);

  std::vector<Visit> kept_;
  std::vector<VisitRun> runs_;  // in the order in which they begin
  size_t count_ = 0;
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
  VisitPairs(const std::vector<Visit>& from, const std::vector<Visit>& to);

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
