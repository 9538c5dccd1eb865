// The stepper of Python code.
//
// A program with breakpoints runs at full speed, because only the instructions of their lines have
// traps. A step sets traps on the code of the running frames and, for a step into calls, on the
// code of each frame that starts. While visits are counted, all shown code has traps.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/eval/watcher.h"
#include "core/kernels/dispatch.h"
#include "debugger/stepping/non_finite.h"
#include "debugger/stepping/stepper.h"

namespace ts::stepping {

class PythonStepper final : public Stepper,
                            private eval::Watcher,
                            private kernels::DispatchObserver {
 public:
  PythonStepper(eval::Vm& vm, StepListener& listener, bool justMyCode);
  ~PythonStepper() override;

  void stopSoon(StopReason reason) override;
  std::vector<std::unique_ptr<StackFrame>> frames() override;
  void countVisits() override;
  std::vector<StepInTarget> stepInTargets() override;
  std::string jumpProblem(uint32_t line) const override;
  void jumpTo(uint32_t line) override;

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

  void breakpointsChanged() override;
  void stopping() override;
  void resumed(Resume resume) override;
  size_t depth() const override { return static_cast<size_t>(vm_.state().calls); }

  // Observes operators while visits are counted or NaN is looked for; else they cost nothing.
  void observeOperators();
  void stopAtNonFinite(const std::string& text);
  bool isShown(const eval::Code& code) const;
  CodeState& stateOf(eval::Code& code);
  Seen& seenOf(const eval::Frame& frame, size_t depth);
  void setTraps(CodeState& state);
  void trapAll(eval::Code& code);
  void trapFrames();
  void releaseAll();
  bool isNewLine(CodeState& state, const eval::Frame& frame);
  void chooseLines(CodeState& state);
  Hits hitBreakpoints(CodeState& state, eval::Frame& frame);
  // True while every shown line has to be seen.
  bool seesAllLines() const { return countsVisits_ || !breakpoints_->data.empty(); }

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
};

// Returns whether a handler of a running frame, from the innermost outwards, catches the exception.
// A context manager written in Python may swallow any exception, so it counts as a handler.
bool isCaught(eval::Vm& vm, const eval::Frame* frame, eval::ExceptionObject& exception);

}  // namespace ts::stepping
