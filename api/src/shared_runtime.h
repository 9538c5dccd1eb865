// A runtime that many threads use at once, and the workers that run programs for it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "api/include/jitscope/jitscope_c.h"
#include "core/base/thread_state.h"
#include "core/runtime/runtime.h"

namespace ts::api {

// Enters the settings of a call: those of the thread, with the version of PyTorch of the runtime.
class EnteredThread {
 public:
  explicit EnteredThread(TorchProfile profile)
      : profile_(std::exchange(threadState.own.profile, profile)),
        entered_(std::exchange(threadState.entered, nullptr)) {}
  ~EnteredThread() {
    threadState.own.profile = profile_;
    threadState.entered = entered_;
  }
  EnteredThread(const EnteredThread&) = delete;
  EnteredThread& operator=(const EnteredThread&) = delete;

 private:
  const std::optional<TorchProfile> profile_;
  ThreadSettings* const entered_;
};

class SharedRuntime;

// Runs programs for one thread at a time: an interpreter with its bytecode and machine code.
class Worker final : public interp::Host {
 public:
  explicit Worker(std::shared_ptr<SharedRuntime> owner);
  ~Worker() override;

  runtime::Runtime& runtime() { return runtime_; }
  interp::Interpreter& interpreter() { return runtime_.interpreter(); }
  // Runs a function; the tape records it where it has to. Throws interp::Exception, and a Failure
  // after an interruption.
  tensor::IValue run(const ir::Function& function, interp::Stack arguments);
  // Called by any thread.
  void interrupt() { isInterrupted_.store(true, std::memory_order_relaxed); }

  // ---- interp::Host
  void print(std::string_view text) override;
  void warn(std::string_view message, std::string_view category, SourceRange at) override;
  void interrupted() override;

 private:
  const std::shared_ptr<SharedRuntime> owner_;
  std::atomic<bool> isInterrupted_ = false;
  runtime::Runtime runtime_;
};

// The settings that all threads share.
class SharedRuntime {
 public:
  explicit SharedRuntime(TorchProfile profile) : profile(profile) {}

  const TorchProfile profile;
  std::atomic<bool> isCompiled = false;
  std::atomic<uint32_t> frameLimit = interp::Limits().frames;
  // Set before programs run.
  jitscope_output output = nullptr;
  void* outputContext = nullptr;

  void interrupt();

 private:
  friend class Worker;
  std::mutex mutex_;
  std::unordered_set<Worker*> workers_;  // all that exist
};

}  // namespace ts::api
