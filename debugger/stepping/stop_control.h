// Decides where a running engine stops.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "debugger/stepping/breakpoint_rules.h"
#include "debugger/stepping/interrupts.h"
#include "debugger/stepping/noted_places.h"
#include "debugger/stepping/positions.h"
#include "debugger/stepping/stack_frame.h"
#include "debugger/stepping/step_listener.h"
#include "debugger/stepping/step_rules.h"
#include "debugger/stepping/stop.h"

namespace ts::stepping {

// The running code of an engine, of both kinds; the stepper implements it by its trackers.
class RunningCode {
 public:
  virtual ~RunningCode() = default;
  // The number of the running calls.
  virtual size_t depth() const = 0;
  // Innermost first.
  virtual std::vector<std::unique_ptr<StackFrame>> frames() = 0;
  // True when the innermost code is a graph with events of nodes.
  virtual bool isInGraph() const = 0;
  // True when the innermost code is a node of the tape.
  virtual bool isInTape() const = 0;
  virtual NodePlace nodePlace() const = 0;
  // The engine stops at the next line of each running frame of Python code.
  virtual void trapFrames() = 0;
  // The exception that is raised next left a graph, where the engine has stopped already.
  virtual void passRaised() = 0;
  virtual void stopping() = 0;
  virtual void resumed(Resume how) = 0;
};

// Owned by a stepper, whose trackers tell it where the engine is. Belongs to the engine's thread.
class StopControl {
 public:
  StopControl(eval::Vm& vm, StepListener& listener, RunningCode& code, bool justMyCode);

  eval::Vm& vm;
  RunningCode& code;
  const bool justMyCode;
  FrameEvaluator evaluator;
  Interrupts interrupts;
  Positions positions;
  StepRules steps;
  BreakpointRules breakpoints;
  NotedPlaces places;

  // Code that runs during its lifetime is not stopped.
  class Quiet {
   public:
    explicit Quiet(StopControl& control) : control_(control) { ++control_.quiet_; }
    ~Quiet() { --control_.quiet_; }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

   private:
    StopControl& control_;
  };
  bool isQuiet() const { return quiet_ > 0; }
  bool isPassing() const { return positions.isPassing(); }
  // True when the graph that runs next needs all events.
  bool seesGraphs() const {
    return (positions.areCounted() && (!places.empty() || positions.stopsInNextGraph())) ||
           breakpoints.watchesData();
  }
  // True when the engine may stop within a line of code that starts.
  bool seesAllInstructions() const { return steps.isEntering() || breakpoints.watchesData(); }

  // Checks a breakpoint that the innermost frame has reached.
  bool isHit(const Breakpoint& breakpoint, StackFrame& frame);
  // Adds the data breakpoints whose value has changed since the previous arrival.
  void findChanges(const Arrival& arrival, Hits& hits);
  // Stops if a breakpoint in `hits`, a step or a position wants it.
  void decide(const Arrival& arrival, Hits hits);
  // Stops at the first line of the user's code that runs next.
  void stopSoon(StopReason reason);
  void stop(const Stop& stop);
  // Stops for an event that is not an exception of the program. text: the event.
  void stopAtEvent(StopReason reason, const std::string& name, const std::string& text);
  // Tells the listener of a problem in a frame.
  void report(const std::string& problem, const StackFrame& frame) {
    listener_.failed(problem, frame);
  }

  // The engine was moved by hand: another run does not come to the same lines.
  void moveByHand() { wasMoved_ = true; }
  bool wasMovedByHand() const { return wasMoved_; }

 private:
  std::optional<StopReason> wanted(const Arrival& arrival) const;

  StepListener& listener_;
  int quiet_ = 0;
  bool wasMoved_ = false;
};

}  // namespace ts::stepping
