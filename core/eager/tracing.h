// torch.jit.trace in programs that run: what core/trace asks of the evaluator, and what Python code
// asks of core/trace.
#pragma once

#include "core/eager/torch.h"
#include "core/trace/recorder.h"

namespace ts::eager {

// Null: nothing is being recorded, or recording pauses.
inline trace::Recorder* recorderOf(Vm& vm) { return eagerOf(vm).recorder; }
// Writes down that a value leaves the tensors here, if somebody records.
inline void noteLoss(Vm& vm, trace::Cause cause, const char* subject = "") {
  if (trace::Recorder* recorder = recorderOf(vm)) recorder->note(cause, subject);
}

// Nothing is recorded while it lives: what compiled code does is one node.
class TracingPause {
 public:
  explicit TracingPause(Vm& vm);
  ~TracingPause();
  TracingPause(const TracingPause&) = delete;

 private:
  Torch& torch_;
  trace::Recorder* recorder_;
};

// Values that tensors of the operators called while it lives have get no names: PyTorch calls them
// from a function of its own, whose variables aren't the user's.
class WithoutNames {
 public:
  explicit WithoutNames(Vm& vm) : torch_(eagerOf(vm)) { ++torch_.unnamed; }
  ~WithoutNames() { --torch_.unnamed; }
  WithoutNames(const WithoutNames&) = delete;

 private:
  Torch& torch_;
};

// Runs an operator as those that PyTorch records in its place. False: it is recorded as it is, and
// hasn't run.
bool runExpanded(Vm& vm, const ops::FunctionSchema& schema, Stack& stack);
// What PyTorch's constructors run once the data lie in a tensor: nothing new, but it stands in
// traces. Without a recorder: the tensor.
Tensor placedTensor(Vm& vm, const Tensor& made);
Tensor constructedTensor(Vm& vm, const Tensor& made);  // placed, and detached

std::span<const NativeDef> tracingCFunctions();  // torch._C

}  // namespace ts::eager
