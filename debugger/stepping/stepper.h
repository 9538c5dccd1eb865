// Stops a running program: at breakpoints, after steps, at exceptions, on request. Each kind of
// engine has a stepper of its own, which says where the program is; the decisions are here.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "debugger/stepping/breakpoints.h"
#include "debugger/stepping/frame_evaluator.h"
#include "debugger/stepping/visits.h"

namespace ts::stepping {

enum class StopReason : uint8_t {
  Entry,
  Step,
  Breakpoint,
  FunctionBreakpoint,
  Pause,
  Exception,
  Divergence,
};

struct ExceptionText {
  std::string name;      // "ValueError"
  std::string fullName;  // "package.module.ValueError"
  std::string message;
  std::string trace;  // the stack and the message, as the engine prints it
};

struct Stop {
  StopReason reason = StopReason::Step;
  std::vector<int> breakpoints;             // the ids of those that were hit
  std::string exception;                    // of StopReason::Exception: the name of its class
  bool isUncaught = false;                  // no handler of the program catches it
  std::function<ExceptionText()> describe;  // of StopReason::Exception; may run code of the program
};

enum class Resume : uint8_t { Continue, StepIn, StepOver, StepOut, StepNode };

class Stepper;

// The debugger's side. All functions are called on the engine's thread.
class StepListener {
 public:
  virtual ~StepListener() = default;
  // The engine has stopped; it continues when this function returns. To end it, throw Cancelled.
  virtual Resume stopped(const Stop& stop) = 0;
  // The text of a log point, or a problem with a breakpoint's condition. frame: where.
  virtual void logged(const std::string& text, const StackFrame& frame) = 0;
  virtual void failed(const std::string& problem, const StackFrame& frame) = 0;
};

// Observes the calling thread from its construction to its destruction; the engine runs on that
// thread. Only interrupt() may be called on other threads.
class Stepper {
 public:
  Stepper(eval::Vm& vm, StepListener& listener, bool justMyCode);
  virtual ~Stepper();
  Stepper(const Stepper&) = delete;

  void setBreakpoints(BreakpointSetPtr breakpoints);
  // Stops at the first line of the user's code that runs next.
  virtual void stopSoon(StopReason reason);
  // Runs `work` on the engine's thread while the program runs, within milliseconds unless native
  // code runs for longer.
  void interrupt(std::function<void()> work);
  // The frames of the stopped engine, innermost first.
  virtual std::vector<std::unique_ptr<StackFrame>> frames() = 0;
  FrameEvaluator& evaluator() { return evaluator_; }

  // ---- positions: numbers of visits
  // Counts the visits of shown lines from now on; the engine runs slower. Call it before the run.
  virtual void countVisits() { countsVisits_ = true; }
  const VisitLog& visits() const { return visits_; }
  // The engine stops at its first visit with this number or a later one. passesBreakpoints: it
  // stops nowhere before, and prints no log messages.
  void runTo(size_t visit, bool passesBreakpoints);
  // True on the way to a position whose way passes breakpoints.
  bool isPassing() const { return passesBreakpoints_; }
  // The engine stops once at each place. Needs countVisits().
  void stopAtDivergences(std::vector<DivergencePlace> places) { divergences_ = std::move(places); }
  // The last visit before a position of runTo() at which breakpoints would have stopped the engine.
  std::optional<size_t> lastPassed() const { return lastPassed_; }

  // Code that runs during its lifetime is not stopped.
  class Quiet {
   public:
    explicit Quiet(Stepper& stepper) : stepper_(stepper) { ++stepper_.quiet_; }
    ~Quiet() { --stepper_.quiet_; }
    Quiet(const Quiet&) = delete;

   private:
    Stepper& stepper_;
  };

 protected:
  // A line or node that the engine is about to run.
  struct Arrival {
    bool isShown = false;
    bool isLine = false;  // a new line, not a later part of one
    const std::string* path = nullptr;
    uint32_t line = 0;
    size_t depth = 0;
  };
  static constexpr size_t kNowhere = SIZE_MAX;

  virtual void breakpointsChanged() {}
  // Called before the program continues.
  virtual void resumed(Resume) {}
  // Called when the engine stops.
  virtual void stopping() {}
  virtual size_t depth() const = 0;

  // Counts the visit, if the arrival is one.
  void count(const Arrival& arrival);
  // Stops if a breakpoint in `hit`, a step or a position wants it.
  void decide(const Arrival& arrival, std::vector<int> hit, bool isFunction);
  // Checks the condition and the hit count, and prints the log message.
  bool isHit(const Breakpoint& breakpoint, StackFrame& frame);
  void stop(const Stop& stop);
  bool isQuiet() const { return quiet_ > 0; }
  bool isStepping() const { return stopsSoon_ || resume_ != Resume::Continue; }
  void runInterrupts();

  eval::Vm& vm_;
  StepListener& listener_;
  const bool justMyCode_;
  BreakpointSetPtr breakpoints_;
  bool countsVisits_ = false;
  Resume resume_ = Resume::Continue;
  bool stopsSoon_ = false;
  size_t operators_ = 0;  // tensor operators that the engine has run
  std::atomic<bool> interrupted_{false};

 private:
  std::optional<StopReason> wanted(const Arrival& arrival) const;
  std::optional<DivergencePlace> takeDivergence(const Arrival& arrival);
  std::string logText(const Breakpoint& breakpoint, StackFrame& frame);

  FrameEvaluator evaluator_;
  VisitLog visits_;
  size_t target_ = kNowhere;
  bool passesBreakpoints_ = false;
  std::vector<DivergencePlace> divergences_;
  std::optional<size_t> lastPassed_;
  std::unordered_map<int, uint64_t> hits_;   // by the breakpoint's id
  std::unordered_map<int, bool> hasFailed_;  // conditions whose failure was reported
  StopReason soonReason_ = StopReason::Pause;
  size_t stepDepth_ = 0;
  int quiet_ = 0;
  std::mutex mutex_;
  std::vector<std::function<void()>> interrupts_;
};

}  // namespace ts::stepping
