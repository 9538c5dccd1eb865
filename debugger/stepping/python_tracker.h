// Tells a stepper where Python code is.
//
// A program with breakpoints runs at full speed, because only the starts of their lines have traps.
// A step sets traps on the code of the running frames and, for a step into calls, on the code of
// each frame that starts. While visits are counted, the lines of all shown code have traps.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/eval/vm/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/stepping/non_finite.h"
#include "debugger/stepping/stop_control.h"

namespace ts::stepping {

// A part of its stepper. Observes the calling thread from its construction to its destruction.
class PythonTracker final : private eval::Watcher, private kernels::DispatchObserver {
 public:
  explicit PythonTracker(StopControl& control);
  ~PythonTracker() override;

  size_t depth() const;  // of the running calls of Python code
  // Calls `use` with each running frame, innermost first, and its depth. The frame is null when it
  // is not shown, such as that of evaluated source.
  void eachFrame(const std::function<void(std::unique_ptr<StackFrame>, size_t)>& use);
  // Sets traps on the code of all running frames.
  void trapFrames();
  // Observes operators while visits are counted or NaN is looked for; else they cost nothing.
  void observeOperators();
  void breakpointsChanged();
  void stopping();              // the engine stops
  void resumed(Resume resume);  // it continues
  // The exception that is raised next left a graph, where the engine has stopped already.
  void passRaised() { passesRaised_ = true; }
  std::vector<StepInTarget> stepInTargets();
  std::string jumpProblem(uint32_t line) const;
  // Moves the frame that has stopped.
  void jumpTo(uint32_t line);

 private:
  struct CodeState {
    eval::Ref<eval::Code> code;
    std::vector<uint32_t> lines;      // computed when the code gets its first trap
    std::vector<uint32_t> stopLines;  // of breakpoints; sorted
    std::vector<bool> starts;         // likewise; see lineStartsOf()
    bool isShown = false;             // computed with the lines
    bool countsLines = false;         // the starts of lines have traps
    bool isFull = false;              // every instruction has a trap
    bool startsFunctionBreakpoint = false;
  };
  // The last instruction of a frame that was seen at a depth of calls.
  struct Seen {
    const eval::Frame* frame = nullptr;
    uint32_t at = kNothing;
    StackFrame::Start start;
  };
  static constexpr uint32_t kNothing = ~0u;

  bool enters(eval::Vm& vm, const eval::Frame& frame) override;
  void trapped(eval::Vm& vm, eval::Frame& frame) override;
  void compiled(eval::Vm& vm, eval::Code& code) override;
  void raised(eval::Vm& vm, eval::Frame& frame, eval::ExceptionObject& exception) override;
  void breakpointCalled(eval::Vm& vm) override;
  void tracerWarned(eval::Vm& vm, const std::string& text) override;
  void entered(const ops::FunctionSchema& schema,
               std::span<const tensor::IValue> arguments) override;
  void left(const ops::FunctionSchema& schema, std::span<const tensor::IValue> results) override;

  void stopAtNonFinite(const std::string& text);
  bool isShown(const eval::Code& code) const;
  CodeState& stateOf(eval::Code& code);
  Seen& seenOf(const eval::Frame& frame, size_t depth);
  void setTraps(CodeState& state);
  void trapAll(eval::Code& code);
  void trapLines(eval::Code& code);
  void releaseAll();
  bool isNewLine(CodeState& state, const eval::Frame& frame);
  void chooseLines(CodeState& state);
  Hits hitBreakpoints(CodeState& state, eval::Frame& frame);

  StopControl& control_;
  eval::Vm& vm_;
  eval::Watcher* const outer_;
  kernels::DispatchObserver* outerObserver_ = nullptr;
  bool observesOperators_ = false;
  NonFiniteSearch nonFinite_;
  std::set<std::string> warned_;  // torch.jit.trace traces again to check itself
  std::unordered_map<const eval::Code*, CodeState> codes_;
  std::vector<CodeState*> full_;
  eval::Frame* movable_ = nullptr;             // the frame whose trap has stopped the engine
  std::vector<Seen> seen_;                     // by depth
  eval::Ref<eval::ExceptionObject> reported_;  // the exception of the last stop
  bool passesRaised_ = false;
};

// Returns whether a handler of a running frame, from the innermost outwards, catches the exception.
// A context manager written in Python may swallow any exception, so it counts as a handler.
bool isCaught(eval::Vm& vm, const eval::Frame* frame, eval::ExceptionObject& exception);

}  // namespace ts::stepping
