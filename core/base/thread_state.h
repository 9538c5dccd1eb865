// The state of a thread that changes the results of the programs that it runs. Every other
// thread_local variable is a cache, a part of an allocator, or a guard against recursion.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/torch_profile.h"

namespace ts::autodiff {
class TapeObserver;
}
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

// torch.autocast on the CPU: see autodiff/autocast.h.
struct AutocastState {
  bool isEnabled = false;
  tensor::DType dtype{15};  // torch.bfloat16
  bool keepsConversions = true;
};

// The settings of the programs that a thread runs. All pointers are borrowed.
struct ThreadSettings {
  // The version of PyTorch to agree with; none: that of the process, see torch_profile.h. Its
  // owner, a runtime::Runtime, sets it once.
  std::optional<TorchProfile> profile;
  // Set by torch.set_default_dtype(); torch.float32 at first.
  tensor::DType defaultDType{6};
  // Set by torch.set_grad_enabled().
  bool isGradEnabled = true;
  // Set by torch.inference_mode().
  bool isInferenceMode = false;
  AutocastState autocast;
  // Observes the tape in the thread's program; see autodiff/tape_observer.h. Usually null.
  autodiff::TapeObserver* tapeObserver = nullptr;
  // The generator that torch.manual_seed seeds; null: the thread's own.
  kernels::Generator* generator = nullptr;
  // Set by torch.set_printoptions(); null: the thread's own.
  kernels::PrintOptions* printOptions = nullptr;
};

// All pointers are borrowed.
struct ThreadState {
  // ---- settings

  // The settings of code that runs outside of all runtimes.
  ThreadSettings own;
  // The settings of the runtime that the thread has entered (runtime::Runtime::Scope); or null.
  ThreadSettings* entered = nullptr;

  // ---- calls in progress

  // The evaluator whose objects torch.jit compiles. compiler::RunningProgram sets it.
  eval::Vm* program = nullptr;
  // Observes Python code. eval::setWatcher() sets it.
  eval::Watcher* watcher = nullptr;
  // Observes operators. kernels::setDispatchObserver() sets it.
  kernels::DispatchObserver* dispatchObserver = nullptr;
  // The innermost machine, its interpreter, and the number of machines that run nested in one
  // another. Each interp::Machine sets them while it lives.
  const interp::Machine* machine = nullptr;
  interp::Interpreter* interpreter = nullptr;
  uint32_t machines = 0;

  ThreadSettings& settings() { return entered ? *entered : own; }
  // The state of a thread that works for this one: a copy of the plain settings. A generator,
  // print options and an observer belong to one thread.
  ThreadState inherited() const {
    ThreadState state;
    state.own = entered ? *entered : own;
    state.own.generator = nullptr;
    state.own.printOptions = nullptr;
    state.own.tapeObserver = nullptr;
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
