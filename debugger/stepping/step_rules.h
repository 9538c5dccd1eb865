// How a stopped engine continues, and where that step ends.
#pragma once

#include <cstdint>
#include <optional>

#include "debugger/stepping/stop.h"

namespace ts::stepping {

// Owned by a stepper; belongs to the engine's thread.
class StepRules {
 public:
  // The engine stops at the first line of the user's code that runs next.
  void stopSoon(StopReason reason);
  // True when the engine stops in the next code that starts.
  bool isEntering() const {
    return stopsSoon_ || resume_ == Resume::StepIn || resume_ == Resume::StepNode;
  }
  // Why the step or stopSoon() stops the engine at a shown arrival; nothing: the engine goes on.
  std::optional<StopReason> wanted(const Arrival& arrival) const;
  // True when a step over or out of a call ends outside of a run of a graph at the depth, or in its
  // first frame.
  bool endsIn(size_t depth) const {
    return (resume_ == Resume::StepOver && stopDepth_ > depth) ||
           (resume_ == Resume::StepOut && stopDepth_ > depth + 1);
  }
  // A step that has left all frames ends in the next code, such as the next cell of a notebook.
  void outermostStarted() {
    if (resume_ == Resume::StepOver || resume_ == Resume::StepOut) resume_ = Resume::StepIn;
  }

  // The next step into calls enters this call only.
  void setCall(int64_t id) { call_ = id; }
  bool hasCall() const { return call_.has_value(); }
  // The call with this id is about to run in the frame that has stopped last.
  void reachCall(int64_t id, size_t depth);

  // The engine stops; depth: of its running calls.
  void stopped(size_t depth);
  // The engine continues. Returns the step that it makes. isInGraph: the innermost code is a graph.
  Resume resumed(Resume how, bool isInGraph);
  // The number of the running calls when the engine stopped.
  size_t stopDepth() const { return stopDepth_; }

 private:
  Resume resume_ = Resume::Continue;
  bool stopsSoon_ = false;
  StopReason soonReason_ = StopReason::Pause;
  size_t stopDepth_ = 0;
  std::optional<int64_t> call_;
};

}  // namespace ts::stepping
