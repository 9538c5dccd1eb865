// Calls of operators that an observer may watch; the tracer and the event recorder are observers.
// Kernels call each other as C++ functions. An observer does not see these calls, as in PyTorch's
// traces.
#pragma once

#include <span>

#include "core/kernels/registry.h"

namespace ts::kernels {

// Receives operator calls of one thread. The default implementations do nothing. Values are
// borrowed.
class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  // `entered` is called before an operator runs, `left` after it. If the operator throws, `left` is
  // not called.
  virtual void entered(const ops::FunctionSchema& schema,
                       std::span<const tensor::IValue> arguments) {
    (void)schema, (void)arguments;
  }
  virtual void left(const ops::FunctionSchema& schema, std::span<const tensor::IValue> results) {
    (void)schema, (void)results;
  }
};

// Sets the observer of this thread; null removes it. Returns the previous observer.
DispatchObserver* setDispatchObserver(DispatchObserver* observer);
DispatchObserver* dispatchObserver();

// Returns the kernel for the device of the arguments, which are all arguments of the schema: `cpu`,
// if their tensors are on the CPU and on Meta. Otherwise the kernel of the other device, which may
// get tensors of the CPU as well. Throws NotImplemented if the device has none, and a RuntimeError
// for tensors of two such devices.
KernelFunction kernelFor(const ops::FunctionSchema& schema, KernelFunction cpu,
                         std::span<const tensor::IValue> arguments);

// Runs an operator. The stack must contain all arguments of the schema; they are replaced by the
// results. Throws tensor::Error; the kind is NotImplemented for an operator without a kernel.
void dispatch(const ops::FunctionSchema& schema, Stack& stack);

}  // namespace ts::kernels
