// Stops a running program: at breakpoints, after steps, at exceptions, on request.
//
// An engine runs Python code and graphs, which call each other, and the tape. Three trackers, one
// for each kind of code, tell the stepper's StopControl where the engine is; the decisions are
// there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "debugger/stepping/graph_tracker.h"
#include "debugger/stepping/python_tracker.h"
#include "debugger/stepping/stop_control.h"
#include "debugger/stepping/tape_tracker.h"

namespace ts::stepping {

// Observes the calling thread from its construction to its destruction; the engine runs on that
// thread. Only interrupt() may be called on other threads.
class Stepper final : private RunningCode {
 public:
  Stepper(eval::Vm& vm, StepListener& listener, bool justMyCode);
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  void setBreakpoints(BreakpointSetPtr breakpoints);
  // Stops at the first line of the user's code that runs next.
  void stopSoon(StopReason reason) { control_.stopSoon(reason); }
  // Stops for a request: at the next line, or at once in a loop of a graph that runs without events
  // of nodes. Call it by interrupt().
  void pause();
  // Runs `work` on the engine's thread while the program runs, within milliseconds unless native
  // code runs for longer.
  void interrupt(std::function<void()> work) { control_.interrupts.add(std::move(work)); }
  // The frames of the stopped engine, innermost first.
  std::vector<std::unique_ptr<StackFrame>> frames() override;
  FrameEvaluator& evaluator() { return control_.evaluator; }
  // The number of the engine, which is a part of addresses.
  void setEngine(int64_t number) { graphs_.setEngine(number); }
  // The calls that are left on the line of the innermost frame.
  std::vector<StepInTarget> stepInTargets();
  // The next step into calls enters this call only.
  void setStepInTarget(int64_t id) { control_.steps.setCall(id); }
  // Tells why the innermost frame cannot continue at a line of its file; empty: it can.
  std::string jumpProblem(uint32_t line) const;
  // Moves the innermost frame to a line without a jumpProblem(). The engine stops there as soon as
  // it continues.
  void jumpTo(uint32_t line);
  // True when the engine was moved by hand: another run does not come to the same lines.
  bool hasJumped() const { return control_.wasMovedByHand(); }
  // Tells why Python cannot run the call of a frame in place of the graph; empty: it can.
  std::string pythonProblem(const StackFrame& frame);
  // Python runs the call with this number (see StackFrame::Start) in place of the graph.
  void setPythonCall(uint64_t call) { graphs_.setPythonCall(call); }
  // All nodes of the running graph that contains the address; empty when there is none.
  std::vector<Instruction> instructionsAround(uint64_t address) {
    return graphs_.instructionsAround(address);
  }

  // Where the engine is, and how far it runs.
  Positions& positions() { return control_.positions; }
  const Positions& positions() const { return control_.positions; }
  // As Positions::startCounting().
  void countVisits(bool stopsInGraphs);
  // The engine stops once at each place; at one of a tracer warning if that filter is set then.
  // Needs countVisits().
  void stopAtPlaces(std::vector<NotedPlace> places) { control_.places.set(std::move(places)); }
  // The number of the running calls when the engine stopped.
  size_t stopDepth() const { return control_.steps.stopDepth(); }
  // The node at which the engine has stopped.
  NodePlace nodePlace() const override { return graphs_.place(); }

  // Code that runs during its lifetime is not stopped.
  class Quiet {
   public:
    explicit Quiet(Stepper& stepper) : quiet_(stepper.control_) {}

   private:
    StopControl::Quiet quiet_;
  };

 private:
  size_t depth() const override { return python_.depth() + graphs_.depth() + tape_.depth(); }
  bool isInGraph() const override { return graphs_.isInnermost(); }
  bool isInTape() const override { return tape_.isInnermost(); }
  void trapFrames() override { python_.trapFrames(); }
  void passRaised() override { python_.passRaised(); }
  void stopping() override { python_.stopping(); }
  void resumed(Resume how) override { python_.resumed(how); }

  StopControl control_;
  PythonTracker python_;  // they observe the thread from here on
  GraphTracker graphs_;
  TapeTracker tape_;
};

}  // namespace ts::stepping
