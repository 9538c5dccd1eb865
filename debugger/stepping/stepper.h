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
#include "debugger/stepping/data_watch.h"
#include "debugger/stepping/frame_evaluator.h"
#include "debugger/stepping/visits.h"

namespace ts::stepping {

enum class StopReason : uint8_t {
  Entry,
  Step,
  Breakpoint,
  FunctionBreakpoint,
  DataBreakpoint,
  InstructionBreakpoint,
  Pause,
  Exception,
  Divergence,
  NonFinite,
  TracerWarning,
  Goto,
  Python,  // Python runs the call of a graph
};

struct ExceptionText {
  std::string name;      // "ValueError"
  std::string fullName;  // "package.module.ValueError"
  std::string message;
  std::string trace;  // the stack and the message, as the engine prints it
};

struct Stop {
  StopReason reason = StopReason::Step;
  std::vector<int> breakpoints;  // the ids of those that were hit
  std::string text;         // a short text for the editor, such as the name of an exception's class
  bool isUncaught = false;  // no handler of the program catches the exception
  std::function<ExceptionText()> describe;  // null: no exceptionInfo; may run code of the program
};

// A call on the line where a frame has stopped.
struct StepInTarget {
  int64_t id = 0;
  std::string text;  // its source
  uint32_t line = 0;
};

// A node of a graph in a disassembly.
struct Instruction {
  uint64_t address = 0;
  std::string text, function;
  SourceFilePtr source;  // may be null
  uint32_t line = 0;
};

enum class Resume : uint8_t { Continue, StepIn, StepOver, StepOut, StepNode };

// The names of events that exceptionInfo tells like exceptions.
inline constexpr const char* kDivergence = "divergence";
inline constexpr const char* kNonFinite = "nan";
inline constexpr const char* kTracerWarning = "TracerWarning";

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
  // Makes a call that Python runs in place of a graph. The stepper that asks for it stays quiet
  // meanwhile. Returns true when the program was stepping at the call's end.
  virtual bool runInPython(const std::function<void()>& call) {
    call();
    return false;
  }
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
  // The number of the engine, which is a part of addresses.
  void setEngine(int64_t number) { engine_ = number; }
  // The calls that are left on the line of the innermost frame.
  virtual std::vector<StepInTarget> stepInTargets() { return {}; }
  // The next step into calls enters this call only.
  void setStepInTarget(int64_t id) { stepInTarget_ = id; }
  // Tells why the innermost frame cannot continue at a line of its file; empty: it can.
  virtual std::string jumpProblem(uint32_t line) const;
  // Moves the innermost frame to a line without a jumpProblem(). The engine stops there as soon as
  // it continues.
  virtual void jumpTo(uint32_t line);
  // True when the engine was moved by hand: another run does not come to the same lines.
  bool hasJumped() const { return hasJumped_; }
  // Tells why Python cannot run the call of a frame in place of the graph; empty: it can.
  virtual std::string pythonProblem(const StackFrame& frame);
  // Python runs the call with this number (see StackFrame::Start) in place of the graph.
  void setPythonCall(uint64_t call) { pythonCall_ = call; }
  // True when the program stops again without a breakpoint.
  bool isStepping() const { return stopsSoon_ || resume_ != Resume::Continue; }
  // All nodes of the running graph that contains the address; empty when there is none.
  virtual std::vector<Instruction> instructionsAround(uint64_t) { return {}; }

  // ---- positions: numbers of visits
  // Counts the visits of shown lines from now on; the engine runs slower. Call it before the run.
  virtual void countVisits() { countsVisits_ = true; }
  const VisitLog& visits() const { return visits_; }
  // The engine stops at its first visit with this number or a later one. passesBreakpoints: it
  // stops nowhere before, and prints no log messages.
  void runTo(size_t visit, bool passesBreakpoints);
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

 protected:
  // A line or node that the engine is about to run.
  struct Arrival {
    bool isShown = false;
    bool isLine = false;  // a new line, not a later part of one
    bool isNode = false;  // a node of a graph
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
  // The breakpoints that an arrival has hit.
  struct Hits {
    std::vector<int> ids;
    StopReason reason = StopReason::Breakpoint;
    std::string text;  // of the stop
  };
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
  // Python takes a call: the position that the engine runs to is reached.
  void moveByHand();
  void runInterrupts();

  eval::Vm& vm_;
  StepListener& listener_;
  const bool justMyCode_;
  BreakpointSetPtr breakpoints_;
  bool countsVisits_ = false;
  Resume resume_ = Resume::Continue;
  bool stopsSoon_ = false;
  bool hasJumped_ = false;
  size_t operators_ = 0;  // tensor operators that the engine has run
  int64_t engine_ = 0;
  uint64_t pythonCall_ = 0;  // 0: none
  std::atomic<bool> interrupted_{false};

 private:
  std::optional<StopReason> wanted(const Arrival& arrival) const;
  void findChanges(const Arrival& arrival, Hits& hits);
  std::optional<NotedPlace> takePlace(const Arrival& arrival);
  std::string logText(const Breakpoint& breakpoint, StackFrame& frame);

  FrameEvaluator evaluator_;
  DataWatch data_;
  std::string lastPlace_;  // of the last line that has run, while data is watched
  size_t lastDepth_ = 0;   // likewise
  std::optional<int64_t> stepInTarget_;
  uint64_t calls_ = 0;
  VisitLog visits_;
  size_t target_ = kNowhere;
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
};

}  // namespace ts::stepping
