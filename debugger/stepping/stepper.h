// Stops a running Python program: at breakpoints, after steps, at exceptions, on request.
//
// A program with breakpoints runs at full speed, because only the instructions of their lines have
// traps. A step sets traps on the code of the running frames and, for a step into calls, on the
// code of each frame that starts.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/eval/watcher.h"
#include "debugger/stepping/breakpoints.h"
#include "debugger/stepping/frame_evaluator.h"

namespace ts::stepping {

enum class StopReason : uint8_t {
  Entry,
  Step,
  Breakpoint,
  FunctionBreakpoint,
  Pause,
  Exception,
};

struct Stop {
  StopReason reason = StopReason::Step;
  std::vector<int> breakpoints;                // the ids of those that were hit
  eval::Ref<eval::ExceptionObject> exception;  // of StopReason::Exception; else null
  bool isUncaught = false;                     // no handler of the program catches it
  eval::Frame* frame = nullptr;                // the innermost frame to show
};

enum class Resume : uint8_t { Continue, StepIn, StepOver, StepOut };

// The debugger's side. All functions are called on the program's thread.
class StepListener {
 public:
  virtual ~StepListener() = default;
  // The program has stopped; it continues when this function returns. To end the program, throw
  // Cancelled.
  virtual Resume stopped(const Stop& stop) = 0;
  // The text of a log point, or a problem with a breakpoint's condition. frame: where.
  virtual void logged(const std::string& text, const eval::Frame& frame) = 0;
  virtual void failed(const std::string& problem, const eval::Frame& frame) = 0;
};

// Observes the calling thread from its construction to its destruction; the Vm runs on that thread.
// Only interrupt() may be called on other threads.
class Stepper final : public eval::Watcher {
 public:
  Stepper(eval::Vm& vm, StepListener& listener, bool justMyCode);
  ~Stepper() override;
  Stepper(const Stepper&) = delete;

  void setBreakpoints(BreakpointSetPtr breakpoints);
  // Stops at the first line of the user's code that runs next.
  void stopSoon(StopReason reason);
  // Runs `work` on the program's thread while the program runs, within milliseconds unless native
  // code runs for longer.
  void interrupt(std::function<void()> work);
  FrameEvaluator& evaluator() { return evaluator_; }
  bool isShown(const eval::Code& code) const;

  // Code that runs during its lifetime is not stopped.
  class Quiet {
   public:
    explicit Quiet(Stepper& stepper) : stepper_(stepper) { ++stepper_.quiet_; }
    ~Quiet() { --stepper_.quiet_; }
    Quiet(const Quiet&) = delete;

   private:
    Stepper& stepper_;
  };

  bool enters(eval::Vm& vm, const eval::Frame& frame) override;
  void trapped(eval::Vm& vm, eval::Frame& frame) override;
  void compiled(eval::Vm& vm, eval::Code& code) override;
  void raised(eval::Vm& vm, eval::Frame& frame, eval::ExceptionObject& exception) override;
  void breakpointCalled(eval::Vm& vm) override;

 private:
  struct CodeState {
    eval::Ref<eval::Code> code;
    std::vector<uint32_t> lines;      // computed when the code gets its first trap
    std::vector<uint32_t> stopLines;  // of breakpoints; sorted
    bool isFull = false;              // every instruction has a trap
    bool startsFunctionBreakpoint = false;
  };
  // The last instruction of a frame that was seen at a depth of calls.
  struct Seen {
    const eval::Frame* frame = nullptr;
    uint32_t at = kNothing;
  };
  static constexpr uint32_t kNothing = ~0u;

  CodeState& stateOf(eval::Code& code);
  Seen& seenOf(const eval::Frame& frame, size_t depth);
  void setTraps(CodeState& state);
  void trapAll(eval::Code& code);
  void releaseAll();
  bool isNewLine(CodeState& state, const eval::Frame& frame);
  void chooseLines(CodeState& state);
  std::vector<int> hitBreakpoints(CodeState& state, eval::Frame& frame, bool& isFunction);
  bool isHit(const Breakpoint& breakpoint, eval::Frame& frame);
  bool wantsStop(const eval::Frame& frame, bool isLine) const;
  std::string logText(const Breakpoint& breakpoint, eval::Frame& frame);
  void stop(Stop stop);
  void start(Resume resume, eval::Frame& frame);
  void runInterrupts();
  size_t depth() const { return static_cast<size_t>(vm_.state().calls); }

  eval::Vm& vm_;
  StepListener& listener_;
  const bool justMyCode_;
  eval::Watcher* const outer_;
  FrameEvaluator evaluator_;
  BreakpointSetPtr breakpoints_;
  std::unordered_map<const eval::Code*, CodeState> codes_;
  std::vector<CodeState*> full_;
  std::vector<Seen> seen_;                   // by depth
  std::unordered_map<int, uint64_t> hits_;   // by the breakpoint's id
  std::unordered_map<int, bool> hasFailed_;  // conditions whose failure was reported
  Resume resume_ = Resume::Continue;
  bool stopsSoon_ = false;
  StopReason soonReason_ = StopReason::Pause;
  size_t stepDepth_ = 0;
  eval::Ref<eval::ExceptionObject> reported_;  // the exception of the last stop
  int quiet_ = 0;

  std::atomic<bool> interrupted_{false};
  std::mutex mutex_;
  std::vector<std::function<void()>> interrupts_;
};

// Returns whether a handler of a running frame, from the innermost outwards, catches the exception.
// A context manager written in Python may swallow any exception, so it counts as a handler.
bool isCaught(eval::Vm& vm, const eval::Frame* frame, eval::ExceptionObject& exception);

}  // namespace ts::stepping
