// The positions of an engine: where it is, and how far it runs.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "debugger/stepping/stack_frame.h"
#include "debugger/stepping/stop.h"
#include "debugger/stepping/visits.h"

namespace ts::stepping {

// A position is the number of a visit. Owned by a stepper; belongs to the engine's thread.
class Positions {
 public:
  // Counts the visits of shown lines from now on; the engine runs slower. Use it before the run, by
  // Stepper::countVisits(). stopsInGraphs: runTo() may be called while a graph runs.
  void startCounting(bool stopsInGraphs) {
    areCounted_ = true;
    stopsInGraphs_ = stopsInGraphs;
  }
  bool areCounted() const { return areCounted_; }
  // The graphs that an earlier run of the same engine has run: with them, a stop of runTo() in a
  // graph knows the values of the graph.
  void setPastRuns(std::vector<VisitRun> runs) { pastRuns_ = std::move(runs); }
  const VisitLog& visits() const { return visits_; }
  // The engine stops at its first visit with this number or a later one. passesBreakpoints: it
  // stops nowhere before, and prints no log messages.
  void runTo(size_t visit, bool passesBreakpoints);
  // The engine passes everything up to a node. Needs setPastRuns().
  void runToNode(NodePlace place);
  // True on the way to a position whose way passes breakpoints.
  bool isPassing() const { return passesBreakpoints_; }
  // The last visit before a position of runTo() at which breakpoints would have stopped the engine.
  std::optional<size_t> lastPassed() const { return lastPassed_; }

  // ---- for the stepper and its trackers
  VisitLog& log() { return visits_; }
  // Counts the visit, if the arrival is one.
  void count(const Arrival& arrival) {
    if (areCounted_ && arrival.isShown && arrival.isLine)
      visits_.add(*arrival.path, arrival.line, arrival.depth);
  }
  // A number for a call that starts, and its first visit.
  StackFrame::Start newStart() { return {++calls_, visits_.count()}; }
  bool isPastTarget() const { return target_ != kNowhere && visits_.count() > target_; }
  bool runsToNode() const { return targetNode_.run != kNowhere; }
  bool isTarget(const NodePlace& place) const { return place == targetNode_; }
  // True when the engine may have to stop in the graph that runs next.
  bool stopsInNextGraph() const;
  // A breakpoint on the way would have stopped the engine.
  void notePassed() { lastPassed_ = visits_.count() - 1; }
  // The engine stops wherever it wants from here on.
  void forgetTarget();

 private:
  static constexpr size_t kNowhere = SIZE_MAX;

  bool areCounted_ = false;
  bool stopsInGraphs_ = false;
  uint64_t calls_ = 0;
  VisitLog visits_;
  std::vector<VisitRun> pastRuns_;
  size_t target_ = kNowhere;
  NodePlace targetNode_;
  bool passesBreakpoints_ = false;
  std::optional<size_t> lastPassed_;
};

}  // namespace ts::stepping
