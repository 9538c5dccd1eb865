#include "debugger/stepping/stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interp/state.h"

namespace ts::stepping {

using namespace eval;

Stepper::Stepper(Vm& vm, StepListener& listener, bool justMyCode)
    : vm_(vm),
      listener_(listener),
      justMyCode_(justMyCode),
      breakpoints_(std::make_shared<BreakpointSet>()),
      evaluator_(vm),
      data_(vm),
      outerInterrupt_(vm.interrupt),
      outerOnInterrupt_(vm.onInterrupt),
      python_(*this),
      graphs_(*this) {
  vm_.interrupt = &interrupted_;
  vm_.onInterrupt = [this] { runInterrupts(); };
}

Stepper::~Stepper() {
  vm_.interrupt = outerInterrupt_;
  vm_.onInterrupt = outerOnInterrupt_;
}

void Stepper::setBreakpoints(BreakpointSetPtr breakpoints) {
  breakpoints_ = std::move(breakpoints);
  python_.breakpointsChanged();
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
  visits_.setGoal(visit);
  passesBreakpoints_ = passesBreakpoints;
}

void Stepper::runToNode(NodePlace place) {
  targetNode_ = place;
  passesBreakpoints_ = true;
}

void Stepper::stopSoon(StopReason reason) {
  stopsSoon_ = true;
  soonReason_ = reason;
  python_.trapFrames();
}

void Stepper::pause() {
  if (!graphs_.isHidden()) return stopSoon(StopReason::Pause);
  Stop made;
  made.reason = StopReason::Pause;
  graphs_.show(interp::runningFrames());
  stop(made);
  graphs_.hide();
}

void Stepper::countVisits(bool stopsInGraphs) {
  countsVisits_ = true;
  stopsInGraphs_ = stopsInGraphs;
  python_.observeOperators();
}

std::vector<std::unique_ptr<StackFrame>> Stepper::frames() {
  std::vector<std::unique_ptr<StackFrame>> found;
  std::vector<GraphTracker::PlacedFrame> graphs = graphs_.frames();
  size_t next = 0;
  const auto takeInside = [&](size_t depth) {
    for (; next < graphs.size() && graphs[next].pythonCalls >= depth; ++next)
      found.push_back(std::move(graphs[next].frame));
  };
  python_.eachFrame([&](std::unique_ptr<StackFrame> frame, size_t depth) {
    takeInside(depth);
    if (frame) found.push_back(std::move(frame));
  });
  takeInside(0);
  return found;
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
  hasJumped_ = true;
  stopSoon(StopReason::Goto);
}

std::string Stepper::pythonProblem(const StackFrame& frame) {
  return frame.node() ? graphs_.pythonProblem(frame) : "Python runs the frame already";
}

void Stepper::moveByHand() {
  hasJumped_ = true;
  forgetGoal();
}

void Stepper::forgetGoal() {
  target_ = kNowhere;
  visits_.setGoal(kNowhere);
  targetNode_ = {};
  passesBreakpoints_ = false;
}

// ---- decisions

void Stepper::count(const Arrival& arrival) {
  if (countsVisits_ && arrival.isShown && arrival.isLine)
    visits_.add(*arrival.path, arrival.line, arrival.depth);
}

std::optional<StopReason> Stepper::wanted(const Arrival& arrival) const {
  if (!arrival.isShown) return {};
  if (arrival.isLine && isPastTarget()) return StopReason::Step;
  if (targetNode_.run != kNowhere && graphs_.place() == targetNode_) return StopReason::Step;
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

std::optional<NotedPlace> Stepper::takePlace(const Arrival& arrival) {
  if (passesBreakpoints_ || !arrival.isShown || !arrival.isLine) return {};
  const auto found = std::ranges::find_if(places_, [&](const NotedPlace& place) {
    return (place.kind == NotedPlace::Kind::Divergence || breakpoints_->tracer) &&
           operators_ >= place.operators &&
           (place.path.empty() || (arrival.line == place.line && *arrival.path == place.path));
  });
  if (found == places_.end()) return {};
  NotedPlace taken = std::move(*found);
  places_.erase(found);
  return taken;
}

// Adds the data breakpoints whose value has changed since the previous line. The rest of a line
// behind a call counts as a line of its own.
void Stepper::findChanges(const Arrival& arrival, Hits& hits) {
  if (breakpoints_->data.empty() || isQuiet()) return;
  const bool isReturn = std::exchange(lastDepth_, arrival.depth) > arrival.depth;
  if (!arrival.isLine && !arrival.isNode && !isReturn) return;
  const Quiet quiet(*this);
  const BreakpointSetPtr all = breakpoints_;
  const auto stack = frames();
  if (stack.empty()) return;
  std::vector<DataWatch::Change> changes;
  evaluator_.guarded(FrameEvaluator::kFuel, [&] { changes = data_.changes(all->data, stack); });
  for (const DataWatch::Change& change : changes) {
    if (!isHit(*change.breakpoint, *change.frame)) continue;
    if (hits.ids.empty()) hits.reason = StopReason::DataBreakpoint;
    hits.ids.push_back(change.breakpoint->id);
    hits.text += fmt::format("{}{}{}", hits.text.empty() ? "" : "; ", change.text,
                             lastPlace_.empty() ? "" : " (" + lastPlace_ + ")");
  }
  lastPlace_ = fmt::format("{}:{}", *arrival.path, arrival.line);
}

void Stepper::reachTarget(int64_t id, size_t depth) {
  if (stepInTarget_ != id || depth != stepDepth_ || resume_ != Resume::StepOver) return;
  stepInTarget_.reset();
  resume_ = Resume::StepIn;
}

void Stepper::decide(const Arrival& arrival, Hits hits) {
  findChanges(arrival, hits);
  if (passesBreakpoints_ && !hits.ids.empty()) {
    lastPassed_ = visits_.count() - 1;
    hits.ids.clear();
  }
  Stop made;
  made.breakpoints = std::move(hits.ids);
  if (const auto place = takePlace(arrival)) {
    const bool isDivergence = place->kind == NotedPlace::Kind::Divergence;
    made.reason = isDivergence ? StopReason::Divergence : StopReason::TracerWarning;
    made.text = place->text;
    made.describe = [&] {
      const char* name = isDivergence ? kDivergence : kTracerWarning;
      return ExceptionText{name, name, place->text, place->detail};
    };
    return stop(made);
  }
  const std::optional<StopReason> other = wanted(arrival);
  if (!made.breakpoints.empty()) {
    made.reason = hits.reason;
    made.text = std::move(hits.text);
  } else if (other)
    made.reason = *other;
  else
    return;
  stop(made);
}

void Stepper::stopAtEvent(StopReason reason, const std::string& name, const std::string& text) {
  Stop made;
  made.reason = reason;
  made.text = text;
  made.describe = [&] { return ExceptionText{name, name, text, text}; };
  stop(made);
}

void Stepper::stop(const Stop& stop) {
  stopsSoon_ = false;
  forgetGoal();
  python_.stopping();
  stepDepth_ = depth();
  stepInTarget_.reset();
  resume_ = listener_.stopped(stop);
  // The line is stepped over until the call is reached.
  if (resume_ == Resume::StepIn && stepInTarget_) resume_ = Resume::StepOver;
  // Python code has no nodes: a step over one is a step over a line.
  if (resume_ == Resume::StepNode && !graphs_.isInnermost()) resume_ = Resume::StepIn;
  python_.resumed(resume_);
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
