#include "debugger/stepping/stepper.h"

#include <fmt/format.h>

#include <algorithm>

namespace ts::stepping {

using namespace eval;

Stepper::Stepper(Vm& vm, StepListener& listener, bool justMyCode)
    : vm_(vm),
      listener_(listener),
      justMyCode_(justMyCode),
      breakpoints_(std::make_shared<BreakpointSet>()),
      evaluator_(vm) {
  vm_.interrupt = &interrupted_;
  vm_.onInterrupt = [this] { runInterrupts(); };
}

Stepper::~Stepper() {
  vm_.interrupt = nullptr;
  vm_.onInterrupt = nullptr;
}

void Stepper::setBreakpoints(BreakpointSetPtr breakpoints) {
  breakpoints_ = std::move(breakpoints);
  breakpointsChanged();
}

void Stepper::interrupt(std::function<void()> work) {
  std::lock_guard lock(mutex_);
  interrupts_.push_back(std::move(work));
  interrupted_.store(true);
}

void Stepper::runInterrupts() {
  std::vector<std::function<void()>> work;
  {
    std::lock_guard lock(mutex_);
    work.swap(interrupts_);
  }
  for (const auto& one : work) one();
}

void Stepper::runTo(size_t visit, bool passesBreakpoints) {
  target_ = visit;
  passesBreakpoints_ = passesBreakpoints;
}

void Stepper::stopSoon(StopReason reason) {
  stopsSoon_ = true;
  soonReason_ = reason;
}

// ---- decisions

void Stepper::count(const Arrival& arrival) {
  if (countsVisits_ && arrival.isShown && arrival.isLine)
    visits_.add(*arrival.path, arrival.line, arrival.depth);
}

std::optional<StopReason> Stepper::wanted(const Arrival& arrival) const {
  if (!arrival.isShown) return {};
  if (arrival.isLine && target_ != kNowhere && visits_.count() > target_) return StopReason::Step;
  if (passesBreakpoints_) return {};
  if (stopsSoon_) return arrival.isLine ? std::optional(soonReason_) : std::nullopt;
  const auto step = [](bool isWanted) {
    return isWanted ? std::optional(StopReason::Step) : std::nullopt;
  };
  switch (resume_) {
    case Resume::Continue: return {};
    case Resume::StepNode: return StopReason::Step;
    case Resume::StepIn: return step(arrival.isLine);
    case Resume::StepOver: return step(arrival.isLine && arrival.depth <= stepDepth_);
    case Resume::StepOut: return step(arrival.depth < stepDepth_);
  }
  return {};
}

std::optional<DivergencePlace> Stepper::takeDivergence(const Arrival& arrival) {
  if (passesBreakpoints_ || !arrival.isShown || !arrival.isLine) return {};
  const auto found = std::ranges::find_if(divergences_, [&](const DivergencePlace& place) {
    return operators_ >= place.operators &&
           (place.path.empty() || (arrival.line == place.line && *arrival.path == place.path));
  });
  if (found == divergences_.end()) return {};
  DivergencePlace taken = std::move(*found);
  divergences_.erase(found);
  return taken;
}

void Stepper::decide(const Arrival& arrival, std::vector<int> hit, bool isFunction) {
  if (passesBreakpoints_ && !hit.empty()) {
    lastPassed_ = visits_.count() - 1;
    hit.clear();
  }
  Stop made;
  made.breakpoints = std::move(hit);
  if (const auto divergence = takeDivergence(arrival)) {
    made.reason = StopReason::Divergence;
    made.exception = "divergence";
    made.describe = [&] {
      return ExceptionText{"divergence", "divergence", divergence->text, divergence->detail};
    };
    return stop(made);
  }
  const std::optional<StopReason> other = wanted(arrival);
  if (!made.breakpoints.empty())
    made.reason = isFunction ? StopReason::FunctionBreakpoint : StopReason::Breakpoint;
  else if (other)
    made.reason = *other;
  else
    return;
  stop(made);
}

void Stepper::stop(const Stop& stop) {
  stopsSoon_ = false;
  target_ = kNowhere;
  passesBreakpoints_ = false;
  stopping();
  stepDepth_ = depth();
  resume_ = listener_.stopped(stop);
  resumed(resume_);
}

// ---- breakpoints

bool Stepper::isHit(const Breakpoint& breakpoint, StackFrame& frame) {
  const Quiet quiet(*this);
  if (!breakpoint.condition.empty()) {
    bool isTrue = false;
    Evaluated result = evaluator_.evaluate(frame, breakpoint.condition);
    if (result.error.empty())
      result = evaluator_.guarded(FrameEvaluator::kFuel,
                                  [&, value = result.value] { isTrue = vm_.truth(value); });
    if (!result.error.empty()) {
      if (!std::exchange(hasFailed_[breakpoint.id], true))
        listener_.failed(fmt::format("the condition `{}` of a breakpoint failed, so the program "
                                     "does not stop there: {}",
                                     breakpoint.condition, result.error),
                         frame);
      return false;
    }
    if (!isTrue) return false;
  }
  if (breakpoint.hits && !breakpoint.hits->admits(++hits_[breakpoint.id])) return false;
  if (breakpoint.log.empty()) return true;
  if (!passesBreakpoints_) listener_.logged(logText(breakpoint, frame), frame);
  return false;
}

std::string Stepper::logText(const Breakpoint& breakpoint, StackFrame& frame) {
  std::string text;
  for (const LogPart& part : logParts(breakpoint.log)) {
    if (!part.isExpression) {
      text += part.text;
      continue;
    }
    Evaluated result = evaluator_.evaluate(frame, part.text);
    if (result.error.empty())
      result = evaluator_.guarded(FrameEvaluator::kFuel, [&, value = result.value] {
        text += vm_.format(value, part.format);
      });
    if (!result.error.empty()) text += "<" + result.error + ">";
  }
  return text;
}

}  // namespace ts::stepping
