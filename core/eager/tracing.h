// torch.jit.trace in running programs: connects the evaluator and core/trace.
#pragma once

#include "core/eager/torch.h"
#include "core/trace/recorder.h"

namespace ts::eager {

// True while a function of numpy runs. PyTorch doesn't see what it does.
bool isInsideNumPy(Vm& vm);
// The active recorder; null if no trace is recorded, if recording pauses, and inside numpy.
inline trace::Recorder* recorderOf(Vm& vm) {
  trace::Recorder* const recorder = eagerOf(vm).recorder;
  return recorder && !isInsideNumPy(vm) ? recorder : nullptr;
}
// Notes that a value leaves the trace here, if a trace is recorded.
inline void noteLoss(Vm& vm, trace::Cause cause, const char* subject = "") {
  if (trace::Recorder* recorder = recorderOf(vm)) recorder->note(cause, subject);
}

// Pauses recording, because a call of compiled code is recorded as a single node.
class TracingPause {
 public:
  explicit TracingPause(Vm& vm);
  ~TracingPause();
  TracingPause(const TracingPause&) = delete;

 private:
  Torch& torch_;
  trace::Recorder* recorder_;
};

// While it exists, values of the called operators get no names: PyTorch calls these operators from
// an internal function, whose variables are not the user's.
class WithoutNames {
 public:
  explicit WithoutNames(Vm& vm) : torch_(eagerOf(vm)) { ++torch_.unnamed; }
  ~WithoutNames() { --torch_.unnamed; }
  WithoutNames(const WithoutNames&) = delete;

 private:
  Torch& torch_;
};

// Runs an operator as the operators that PyTorch records in its place. Returns false if the
// operator is recorded as it is; then it has not run.
bool runExpanded(Vm& vm, const ops::FunctionSchema& schema, Stack& stack);
// The operators that PyTorch's constructors run on a new tensor: they don't change it, but traces
// contain them. Without a recorder, returns the tensor.
Tensor placedTensor(Vm& vm, const Tensor& tensor);
Tensor constructedTensor(Vm& vm, const Tensor& tensor);  // placed, and detached

std::span<const NativeDef> tracingCFunctions();  // torch._C

}  // namespace ts::eager
