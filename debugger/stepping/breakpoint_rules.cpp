#include "debugger/stepping/breakpoint_rules.h"

#include <fmt/format.h>

#include <utility>

namespace ts::stepping {

BreakpointRules::BreakpointRules(eval::Vm& vm, FrameEvaluator& evaluator, StepListener& listener)
    : vm_(vm),
      evaluator_(evaluator),
      listener_(listener),
      breakpoints_(std::make_shared<BreakpointSet>()),
      data_(vm) {}

bool BreakpointRules::isHit(const Breakpoint& breakpoint, StackFrame& frame, bool isSilent) {
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
  if (!isSilent) listener_.logged(logText(breakpoint, frame), frame);
  return false;
}

std::string BreakpointRules::logText(const Breakpoint& breakpoint, StackFrame& frame) {
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

bool BreakpointRules::mayHaveChanged(const Arrival& arrival) {
  const bool isReturn = std::exchange(lastDepth_, arrival.depth) > arrival.depth;
  return arrival.isLine || arrival.isNode || isReturn;
}

void BreakpointRules::findChanges(const Arrival& arrival,
                                  const std::vector<std::unique_ptr<StackFrame>>& stack,
                                  bool isSilent, Hits& hits) {
  const BreakpointSetPtr watched = breakpoints_;
  std::vector<DataWatch::Change> changes;
  evaluator_.guarded(FrameEvaluator::kFuel, [&] { changes = data_.changes(watched->data, stack); });
  for (const DataWatch::Change& change : changes) {
    if (!isHit(*change.breakpoint, *change.frame, isSilent)) continue;
    if (hits.ids.empty()) hits.reason = StopReason::DataBreakpoint;
    hits.ids.push_back(change.breakpoint->id);
    hits.text += fmt::format("{}{}{}", hits.text.empty() ? "" : "; ", change.text,
                             lastPlace_.empty() ? "" : " (" + lastPlace_ + ")");
  }
  lastPlace_ = fmt::format("{}:{}", *arrival.path, arrival.line);
}

}  // namespace ts::stepping
