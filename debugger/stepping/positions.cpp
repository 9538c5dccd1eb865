#include "debugger/stepping/positions.h"

namespace ts::stepping {

void Positions::runTo(size_t visit, bool passesBreakpoints) {
  target_ = visit;
  visits_.setGoal(visit);
  passesBreakpoints_ = passesBreakpoints;
}

void Positions::runToNode(NodePlace place) {
  targetNode_ = place;
  passesBreakpoints_ = true;
}

bool Positions::stopsInNextGraph() const {
  const size_t next = visits_.runs().size();
  return stopsInGraphs_ ||
         (next < pastRuns_.size() &&
          (pastRuns_[next].contains(target_) || contains(pastRuns_, next, targetNode_.run)));
}

void Positions::forgetTarget() {
  target_ = kNowhere;
  visits_.setGoal(kNowhere);
  targetNode_ = {};
  passesBreakpoints_ = false;
}

}  // namespace ts::stepping
