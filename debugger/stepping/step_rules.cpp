#include "debugger/stepping/step_rules.h"

namespace ts::stepping {

void StepRules::stopSoon(StopReason reason) {
  stopsSoon_ = true;
  soonReason_ = reason;
}

std::optional<StopReason> StepRules::wanted(const Arrival& arrival) const {
  if (stopsSoon_) return arrival.isLine ? std::optional(soonReason_) : std::nullopt;
  const auto step = [](bool isWanted) {
    return isWanted ? std::optional(StopReason::Step) : std::nullopt;
  };
  switch (resume_) {
    case Resume::Continue: return {};
    case Resume::StepNode: return StopReason::Step;
    case Resume::StepIn: return step(arrival.isLine);
    case Resume::StepOver: return step(arrival.isLine && arrival.depth <= stopDepth_);
    case Resume::StepOut: return step(arrival.depth < stopDepth_);
  }
  return {};
}

void StepRules::reachCall(int64_t id, size_t depth) {
  if (call_ != id || depth != stopDepth_ || resume_ != Resume::StepOver) return;
  call_.reset();
  resume_ = Resume::StepIn;
}

void StepRules::stopped(size_t depth) {
  stopsSoon_ = false;
  stopDepth_ = depth;
  call_.reset();
}

Resume StepRules::resumed(Resume how, bool isInGraph) {
  resume_ = how;
  // The line is stepped over until the call is reached.
  if (resume_ == Resume::StepIn && call_) resume_ = Resume::StepOver;
  // Python code has no nodes: a step over one is a step over a line.
  if (resume_ == Resume::StepNode && !isInGraph) resume_ = Resume::StepIn;
  return resume_;
}

}  // namespace ts::stepping
