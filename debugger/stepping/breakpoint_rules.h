// Which breakpoints stop an engine: conditions, hit counts, log messages and watched values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "debugger/stepping/breakpoints.h"
#include "debugger/stepping/data_watch.h"
#include "debugger/stepping/frame_evaluator.h"
#include "debugger/stepping/step_listener.h"
#include "debugger/stepping/stop.h"

namespace ts::stepping {

// Owned by a stepper; belongs to the engine's thread.
class BreakpointRules {
 public:
  BreakpointRules(eval::Vm& vm, FrameEvaluator& evaluator, StepListener& listener);

  void set(BreakpointSetPtr breakpoints) { breakpoints_ = std::move(breakpoints); }
  const BreakpointSet& all() const { return *breakpoints_; }
  // For code that runs conditions, which may let another set replace this one.
  BreakpointSetPtr share() const { return breakpoints_; }
  bool watchesData() const { return !breakpoints_->data.empty(); }

  // Checks the condition and the hit count, and prints the log message unless the engine is silent.
  // The engine must be quiet meanwhile.
  bool isHit(const Breakpoint& breakpoint, StackFrame& frame, bool isSilent);
  // True when values may have changed since the last call: a new line or node, or the rest of a
  // line behind a call.
  bool mayHaveChanged(const Arrival& arrival);
  // Adds the data breakpoints whose value has changed since the previous arrival. stack: the
  // frames, innermost first. The engine must be quiet meanwhile.
  void findChanges(const Arrival& arrival, const std::vector<std::unique_ptr<StackFrame>>& stack,
                   bool isSilent, Hits& hits);

 private:
  std::string logText(const Breakpoint& breakpoint, StackFrame& frame);

  eval::Vm& vm_;
  FrameEvaluator& evaluator_;
  StepListener& listener_;
  BreakpointSetPtr breakpoints_;
  std::unordered_map<int, uint64_t> hits_;   // by the breakpoint's id
  std::unordered_map<int, bool> hasFailed_;  // conditions whose failure was reported
  DataWatch data_;
  std::string lastPlace_;  // of the last line that has run, while data is watched
  size_t lastDepth_ = 0;   // likewise
};

}  // namespace ts::stepping
