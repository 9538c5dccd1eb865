// The processors that run fused loops. Each writes, compiles and launches loops in its own way; the
// CPU is the first (core/jit/cpu_target.h).
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/jit/loop_arguments.h"

namespace ts::jit {

struct WrittenLoop {
  std::string text;  // equal texts are the same code
  // The bytes of scratch memory that the code needs for each element of a row, and for each column.
  int64_t scratch = 0, columnScratch = 0;
  int passes = 0;        // over the elements of a row
  bool mayFail = false;  // operators may fail: see LoopLauncher::run()
};

// The code of a loop, perhaps still in the making on another thread.
class CompiledLoop {
 public:
  virtual ~CompiledLoop() = default;
  bool isReady() const { return isReady_.load(std::memory_order_acquire); }
  // When it is ready: false if the target's compiler refuses the text.
  bool isUsable() const { return isUsable_; }
  bool mayFail() const { return mayFail_; }  // see WrittenLoop

 protected:
  explicit CompiledLoop(bool mayFail) : mayFail_(mayFail) {}
  void finish(bool isUsable) {
    isUsable_ = isUsable;
    isReady_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> isReady_{false};
  bool isUsable_ = false;
  const bool mayFail_;
};

// Launches the loops of one fusion, for one thread.
class LoopLauncher {
 public:
  virtual ~LoopLauncher() = default;
  // Chooses the pattern of the loop. May rearrange the dimensions, and replace tensors by copies
  // that live until run(). Returns false for arguments that the target leaves to the interpreter.
  virtual bool arrange(const FusedLoop& loop, LoopArguments& arguments) = 0;
  const LoopPattern& pattern() const { return pattern_; }
  // True if the loop reads each element of its arguments before it writes that of a result in the
  // same place, and not again.
  bool mayWriteInPlace() const { return mayWriteInPlace_; }
  // True if other tensors of the same layouts may take the places of those of arrange().
  bool mayRepeat() const { return mayRepeat_; }
  // Makes the results. The arguments are those of arrange(), or see mayRepeat(). replaced: the
  // memory of the only result, which then stays undefined; null: a new tensor. Code that may fail
  // gets none. Returns false if an operator fails.
  virtual bool run(const CompiledLoop& code, const LoopArguments& arguments,
                   std::span<tensor::Tensor> results, tensor::StorageImpl* replaced) = 0;

 protected:
  LoopPattern pattern_;
  bool mayWriteInPlace_ = false, mayRepeat_ = true;
};

class LoopTarget {
 public:
  virtual ~LoopTarget() = default;
  // The device of the tensors.
  virtual tensor::Device device() const = 0;
  virtual std::unique_ptr<LoopLauncher> launcher() const = 0;
  // Returns nullopt for a loop without code. The pattern is one of the launcher's, and applied.
  virtual std::optional<WrittenLoop> write(const FusedLoop& loop,
                                           const LoopPattern& pattern) const = 0;
  // The reason why write() returns nullopt.
  virtual std::string problemOf(const FusedLoop& loop, const LoopPattern& pattern) const = 0;
  // Throws LlvmMissing, unless the code is made in the background.
  virtual std::shared_ptr<const CompiledLoop> compile(const WrittenLoop& loop) = 0;
};

}  // namespace ts::jit
