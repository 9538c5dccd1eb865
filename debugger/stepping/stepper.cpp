#include "debugger/stepping/stepper.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "core/interp/state.h"

namespace ts::stepping {

Stepper::Stepper(eval::Vm& vm, StepListener& listener, bool justMyCode)
    : control_(vm, listener, *this, justMyCode),
      python_(control_),
      graphs_(control_),
      tape_(control_, graphs_) {}

void Stepper::setBreakpoints(BreakpointSetPtr breakpoints) {
  control_.breakpoints.set(std::move(breakpoints));
  python_.breakpointsChanged();
}

void Stepper::pause() {
  if (!graphs_.isHidden()) return stopSoon(StopReason::Pause);
  Stop paused;
  paused.reason = StopReason::Pause;
  graphs_.show(interp::runningFrames());
  control_.stop(paused);
  graphs_.hide();
}

void Stepper::countVisits(bool stopsInGraphs) {
  control_.positions.startCounting(stopsInGraphs);
  python_.observeOperators();
}

std::vector<std::unique_ptr<StackFrame>> Stepper::frames() {
  std::vector<std::unique_ptr<StackFrame>> shown;
  std::vector<GraphTracker::PlacedFrame> others = tape_.frames();
  std::ranges::move(graphs_.frames(), std::back_inserter(others));
  // A graph that runs the tape is around it.
  std::ranges::stable_sort(others, std::greater(), &GraphTracker::PlacedFrame::pythonCalls);
  size_t next = 0;
  const auto takeInside = [&](size_t depth) {
    for (; next < others.size() && others[next].pythonCalls >= depth; ++next)
      shown.push_back(std::move(others[next].frame));
  };
  python_.eachFrame([&](std::unique_ptr<StackFrame> frame, size_t depth) {
    takeInside(depth);
    if (frame) shown.push_back(std::move(frame));
  });
  takeInside(0);
  return shown;
}

std::vector<StepInTarget> Stepper::stepInTargets() {
  return graphs_.isInnermost() ? graphs_.stepInTargets() : python_.stepInTargets();
}

std::string Stepper::jumpProblem(uint32_t line) const {
  if (graphs_.isInnermost())
    return "a graph cannot jump: its values belong to the nodes that have run";
  return python_.jumpProblem(line);
}

void Stepper::jumpTo(uint32_t line) {
  python_.jumpTo(line);
  control_.moveByHand();
  stopSoon(StopReason::Goto);
}

std::string Stepper::pythonProblem(const StackFrame& frame) {
  return frame.node() ? graphs_.pythonProblem(frame) : "Python runs the frame already";
}

}  // namespace ts::stepping
