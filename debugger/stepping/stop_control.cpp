#include "debugger/stepping/stop_control.h"

#include <utility>

namespace ts::stepping {

StopControl::StopControl(eval::Vm& vm, StepListener& listener, RunningCode& code, bool justMyCode)
    : vm(vm),
      code(code),
      justMyCode(justMyCode),
      evaluator(vm),
      interrupts(vm),
      breakpoints(vm, evaluator, listener),
      listener_(listener) {}

bool StopControl::isHit(const Breakpoint& breakpoint, StackFrame& frame) {
  const Quiet quiet(*this);
  return breakpoints.isHit(breakpoint, frame, isPassing());
}

void StopControl::findChanges(const Arrival& arrival, Hits& hits) {
  if (!breakpoints.watchesData() || isQuiet() || !breakpoints.mayHaveChanged(arrival)) return;
  const Quiet quiet(*this);
  const auto stack = code.frames();
  if (!stack.empty()) breakpoints.findChanges(arrival, stack, isPassing(), hits);
}

std::optional<StopReason> StopControl::wanted(const Arrival& arrival) const {
  if (!arrival.isShown) return {};
  if (arrival.isLine && positions.isPastTarget()) return StopReason::Step;
  if (positions.runsToNode() && positions.isTarget(code.nodePlace())) return StopReason::Step;
  if (isPassing()) return {};
  return steps.wanted(arrival);
}

void StopControl::decide(const Arrival& arrival, Hits hits) {
  findChanges(arrival, hits);
  if (isPassing() && !hits.ids.empty()) {
    positions.notePassed();
    hits.ids.clear();
  }
  Stop reached;
  reached.breakpoints = std::move(hits.ids);
  const auto place = isPassing() ? std::nullopt : places.take(arrival, breakpoints.all().tracer);
  if (place) {
    const bool isDivergence = place->kind == NotedPlace::Kind::Divergence;
    reached.reason = isDivergence ? StopReason::Divergence : StopReason::TracerWarning;
    reached.text = place->text;
    reached.describe = [&] {
      const char* name = isDivergence ? kDivergence : kTracerWarning;
      return ExceptionText{name, name, place->text, place->detail};
    };
    return stop(reached);
  }
  const std::optional<StopReason> other = wanted(arrival);
  if (!reached.breakpoints.empty()) {
    reached.reason = hits.reason;
    reached.text = std::move(hits.text);
  } else if (other) {
    reached.reason = *other;
  } else {
    return;
  }
  stop(reached);
}

void StopControl::stopSoon(StopReason reason) {
  steps.stopSoon(reason);
  code.trapFrames();
}

void StopControl::stopAtEvent(StopReason reason, const std::string& name, const std::string& text) {
  Stop event;
  event.reason = reason;
  event.text = text;
  event.describe = [&] { return ExceptionText{name, name, text, text}; };
  stop(event);
}

void StopControl::stop(const Stop& stop) {
  positions.forgetTarget();
  code.stopping();
  steps.stopped(code.depth());
  const Resume how = listener_.stopped(stop);
  code.resumed(steps.resumed(how, code.isInGraph()));
}

}  // namespace ts::stepping
