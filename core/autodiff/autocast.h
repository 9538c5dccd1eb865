// torch.autocast on the CPU: below it operators convert the floats of their arguments. The state is
// that of the thread, see ThreadSettings::autocast. Which operator converts to which dtype are the
// kernels that PyTorch registers for AutocastCPU.
#pragma once

#include "core/base/thread_state.h"
#include "core/kernels/registry.h"
#include "core/ops/schema.h"
#include "core/tensor/tensor.h"

namespace ts::autodiff {

// Converts the arguments on the stack if autocast is enabled and the operator converts. The parts
// of such an operator convert nothing: autocast is off while the object lives. The conversions are
// recorded on the tape.
class AutocastScope {
 public:
  AutocastScope(const ops::FunctionSchema& schema, kernels::Stack& stack)
      : outer_(threadState.settings().autocast.isEnabled) {
    if (outer_) convert(schema, stack);
  }
  ~AutocastScope() { threadState.settings().autocast.isEnabled = outer_; }
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  static void convert(const ops::FunctionSchema& schema, kernels::Stack& stack);

  const bool outer_;
};

// The conversions of parameters are kept, so that each is converted once, until the outermost
// torch.autocast ends and calls this.
void forgetAutocasts();

}  // namespace ts::autodiff
