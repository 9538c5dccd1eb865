// Calls of operators that somebody may watch: what the tracer and a recorder of events stand on.
// Kernels that call each other do so as C++ functions and aren't seen, as in PyTorch's traces.
#pragma once

#include <span>

#include "core/kernels/registry.h"

namespace ts::kernels {

// All do nothing unless overridden. Values are borrowed.
class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  // Before an operator runs, with its arguments, and behind it, with its results. An operator that
  // fails ends by its exception, without the second.
  virtual void entered(const ops::FunctionSchema& schema,
                       std::span<const tensor::IValue> arguments) {
    (void)schema, (void)arguments;
  }
  virtual void left(const ops::FunctionSchema& schema, std::span<const tensor::IValue> results) {
    (void)schema, (void)results;
  }
};

// Of this thread; null: nobody. Gives the one before.
DispatchObserver* setDispatchObserver(DispatchObserver* observer);
DispatchObserver* dispatchObserver();

// Runs the operator on the arguments that lie on the stack, all of its schema's, and leaves its
// results there. Throws tensor::Error; NotImplemented when there is no kernel.
void dispatch(const ops::FunctionSchema& schema, Stack& stack);

}  // namespace ts::kernels
