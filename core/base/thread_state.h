// The state of a thread that changes the results of the programs that it runs. Every other
// thread_local variable is a cache, a part of an allocator, or a guard against recursion.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/torch_profile.h"

namespace ts::eval {
class Vm;
class Watcher;
}  // namespace ts::eval
namespace ts::interp {
class Interpreter;
class Machine;
}  // namespace ts::interp
namespace ts::kernels {
class DispatchObserver;
class Generator;
struct PrintOptions;
}  // namespace ts::kernels
namespace ts::tensor {
enum class DType : int8_t;
}

namespace ts {

// All pointers are borrowed.
struct ThreadState {
  // ---- settings. programs::Runtime sets them while it is entered. Threads that work for this one
  // inherit the plain values (see inheriting()), and none of the pointers.

  // The version of PyTorch to agree with; none: that of the process, see torch_profile.h.
  std::optional<TorchProfile> profile;
  // torch.set_default_dtype(); torch.float32 at first.
  tensor::DType defaultDType{6};
  // torch.set_grad_enabled()
  bool isGradEnabled = true;
  // The generator that torch.manual_seed seeds; null: the thread's own.
  kernels::Generator* generator = nullptr;
  // torch.set_printoptions(); null: the thread's own.
  kernels::PrintOptions* printOptions = nullptr;
  // The evaluator whose objects torch.jit compiles. compiler::RunningProgram sets it.
  eval::Vm* program = nullptr;

  // ---- calls in progress

  // Observes Python code. eval::setWatcher() sets it.
  eval::Watcher* watcher = nullptr;
  // Observes operators. kernels::setDispatchObserver() sets it.
  kernels::DispatchObserver* dispatchObserver = nullptr;
  // The innermost machine, its interpreter, and the number of machines that run nested in one
  // another. Each interp::Machine sets them while it lives.
  const interp::Machine* machine = nullptr;
  interp::Interpreter* interpreter = nullptr;
  uint32_t machines = 0;

  // The state of a thread that works for this one.
  ThreadState inherited() const {
    ThreadState state;
    state.profile = profile;
    state.defaultDType = defaultDType;
    state.isGradEnabled = isGradEnabled;
    return state;
  }
};

// Constant-initialised, so that an access is a plain load.
extern constinit thread_local ThreadState threadState;

// Enters a state, and restores the thread's previous one on destruction.
class ThreadStateScope {
 public:
  explicit ThreadStateScope(const ThreadState& entered)
      : outer_(std::exchange(threadState, entered)) {}
  ~ThreadStateScope() { threadState = outer_; }
  ThreadStateScope(const ThreadStateScope&) = delete;
  ThreadStateScope& operator=(const ThreadStateScope&) = delete;

 private:
  const ThreadState outer_;
};

// Wraps a function for another thread, which then runs it with the settings of this thread.
template <typename Function>
auto inheriting(Function function) {
  return [function = std::move(function), state = threadState.inherited()]<typename... Args>(
             Args&&... args) mutable -> std::invoke_result_t<Function&, Args...> {
    const ThreadStateScope scope(state);
    return function(std::forward<Args>(args)...);
  };
}

}  // namespace ts
