// Stops a running program: at breakpoints, after steps, at exceptions, on request.
//
// An engine runs Python code and graphs, which call each other. Two trackers tell the stepper where
// the engine is, one for each kind of code; the decisions are here.
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
#include "debugger/stepping/data_watch.h"
#include "debugger/stepping/frame_evaluator.h"
#include "debugger/stepping/graph_tracker.h"
#include "debugger/stepping/python_tracker.h"
#include "debugger/stepping/stop.h"
#include "debugger/stepping/visits.h"

namespace ts::stepping {

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
  ~Stepper();
  Stepper(const Stepper&) = delete;

  void setBreakpoints(BreakpointSetPtr breakpoints);
  // Stops at the first line of the user's code that runs next.
  void stopSoon(StopReason reason);
  // Stops for a request: at the next line, or at once in a loop of a graph that runs without events
  // of nodes. Call it by interrupt().
  void pause();
  // Runs `work` on the engine's thread while the program runs, within milliseconds unless native
  // code runs for longer.
  void interrupt(std::function<void()> work);
  // The frames of the stopped engine, innermost first.
  std::vector<std::unique_ptr<StackFrame>> frames();
  FrameEvaluator& evaluator() { return evaluator_; }
  // The number of the engine, which is a part of addresses.
  void setEngine(int64_t number) { engine_ = number; }
  // The calls that are left on the line of the innermost frame.
  std::vector<StepInTarget> stepInTargets();
  // The next step into calls enters this call only.
  void setStepInTarget(int64_t id) { stepInTarget_ = id; }
  // Tells why the innermost frame cannot continue at a line of its file; empty: it can.
  std::string jumpProblem(uint32_t line) const;
  // Moves the innermost frame to a line without a jumpProblem(). The engine stops there as soon as
  // it continues.
  void jumpTo(uint32_t line);
  // True when the engine was moved by hand: another run does not come to the same lines.
  bool hasJumped() const { return hasJumped_; }
  // Tells why Python cannot run the call of a frame in place of the graph; empty: it can.
  std::string pythonProblem(const StackFrame& frame);
  // Python runs the call with this number (see StackFrame::Start) in place of the graph.
  void setPythonCall(uint64_t call) { pythonCall_ = call; }
  // All nodes of the running graph that contains the address; empty when there is none.
  std::vector<Instruction> instructionsAround(uint64_t address) {
    return graphs_.instructionsAround(address);
  }

  // ---- positions: numbers of visits
  // Counts the visits of shown lines from now on; the engine runs slower. Call it before the run.
  // stopsInGraphs: runTo() may be called while a graph runs.
  void countVisits(bool stopsInGraphs);
  // The graphs that an earlier run of the same engine has run: with them, a stop of runTo() in a
  // graph knows the values of the graph.
  void setPastRuns(std::vector<VisitRun> runs) { pastRuns_ = std::move(runs); }
  const VisitLog& visits() const { return visits_; }
  // The engine stops at its first visit with this number or a later one. passesBreakpoints: it
  // stops nowhere before, and prints no log messages.
  void runTo(size_t visit, bool passesBreakpoints);
  // The engine passes everything up to a node. Needs setPastRuns().
  void runToNode(NodePlace place);
  // The number of the running calls when the engine stopped.
  size_t stopDepth() const { return stepDepth_; }
  // The node at which the engine has stopped.
  NodePlace nodePlace() const { return graphs_.place(); }
  // True on the way to a position whose way passes breakpoints.
  bool isPassing() const { return passesBreakpoints_; }
  // The engine stops once at each place; at one of a tracer warning if that filter is set then.
  // Needs countVisits().
  void stopAtPlaces(std::vector<NotedPlace> places) { places_ = std::move(places); }
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

 private:
  friend class PythonTracker;
  friend class GraphTracker;
  static constexpr size_t kNowhere = SIZE_MAX;

  // ---- for the trackers
  // True while every shown line has to be seen.
  bool seesAllLines() const { return countsVisits_ || !breakpoints_->data.empty(); }
  // True when the graph that runs next needs all events.
  bool seesGraphs() const {
    const size_t next = visits_.runs().size();
    const bool isOnWay = next < pastRuns_.size() && (pastRuns_[next].contains(target_) ||
                                                     contains(pastRuns_, next, targetNode_.run));
    return (countsVisits_ && (stopsInGraphs_ || !places_.empty() || isOnWay)) ||
           !breakpoints_->data.empty();
  }
  bool isPastTarget() const { return target_ != kNowhere && visits_.count() > target_; }
  // True when the engine stops in the next code that starts.
  bool isEntering() const {
    return stopsSoon_ || resume_ == Resume::StepIn || resume_ == Resume::StepNode;
  }
  // True when the engine may stop within a line of code that starts.
  bool seesAllInstructions() const { return isEntering() || !breakpoints_->data.empty(); }
  // The number of the running calls, of both kinds of code.
  size_t depth() const { return python_.depth() + graphs_.depth(); }
  // Counts the visit, if the arrival is one.
  void count(const Arrival& arrival);
  // Stops if a breakpoint in `hits`, a step or a position wants it.
  void decide(const Arrival& arrival, Hits hits);
  // Call it when the call with this id is about to run in the frame that has stopped last.
  void reachTarget(int64_t id, size_t depth);
  bool hasStepInTarget() const { return stepInTarget_.has_value(); }
  // A number for a call that starts, and its first visit.
  StackFrame::Start newStart() { return {++calls_, visits_.count()}; }
  // Checks the condition and the hit count, and prints the log message.
  bool isHit(const Breakpoint& breakpoint, StackFrame& frame);
  void stop(const Stop& stop);
  // Stops for an event that is not an exception of the program. text: the event.
  void stopAtEvent(StopReason reason, const std::string& name, const std::string& text);
  bool isQuiet() const { return quiet_ > 0; }
  // A step that has left all frames ends in the next code, such as the next cell of a notebook.
  void outermostStarted() {
    if (resume_ == Resume::StepOver || resume_ == Resume::StepOut) resume_ = Resume::StepIn;
  }
  // Python takes a call: the position that the engine runs to is reached.
  void moveByHand();
  void runInterrupts();
  // The engine stops wherever it wants from here on.
  void forgetGoal();

  std::optional<StopReason> wanted(const Arrival& arrival) const;
  void findChanges(const Arrival& arrival, Hits& hits);
  std::optional<NotedPlace> takePlace(const Arrival& arrival);
  std::string logText(const Breakpoint& breakpoint, StackFrame& frame);

  eval::Vm& vm_;
  StepListener& listener_;
  const bool justMyCode_;
  BreakpointSetPtr breakpoints_;
  bool countsVisits_ = false;
  bool stopsInGraphs_ = false;
  std::vector<VisitRun> pastRuns_;
  Resume resume_ = Resume::Continue;
  bool stopsSoon_ = false;
  bool hasJumped_ = false;
  size_t operators_ = 0;  // tensor operators that the engine has run
  int64_t engine_ = 0;
  uint64_t pythonCall_ = 0;  // 0: none
  std::atomic<bool> interrupted_{false};
  FrameEvaluator evaluator_;
  DataWatch data_;
  std::string lastPlace_;  // of the last line that has run, while data is watched
  size_t lastDepth_ = 0;   // likewise
  std::optional<int64_t> stepInTarget_;
  uint64_t calls_ = 0;
  VisitLog visits_;
  size_t target_ = kNowhere;
  NodePlace targetNode_;
  bool passesBreakpoints_ = false;
  std::vector<NotedPlace> places_;
  std::optional<size_t> lastPassed_;
  std::unordered_map<int, uint64_t> hits_;   // by the breakpoint's id
  std::unordered_map<int, bool> hasFailed_;  // conditions whose failure was reported
  StopReason soonReason_ = StopReason::Pause;
  size_t stepDepth_ = 0;
  int quiet_ = 0;
  std::mutex mutex_;
  std::vector<std::function<void()>> interrupts_;
  std::atomic<bool>* const outerInterrupt_;  // of a stepper that observes the same thread
  const std::function<void()> outerOnInterrupt_;
  PythonTracker python_;  // they observe the thread from here on
  GraphTracker graphs_;
};

}  // namespace ts::stepping
