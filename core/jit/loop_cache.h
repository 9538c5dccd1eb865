// The machine code of loops, by their text.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/jit/code_maker.h"
#include "core/jit/fused_loop.h"

namespace ts::jit {

// The code of a loop that the CodeMaker makes, perhaps in the background.
class LoopEntry {
 public:
  explicit LoopEntry(int64_t scratch) : scratch_(scratch) {}
  int64_t scratch() const { return scratch_; }  // see WrittenLoop
  bool isReady() const { return isReady_.load(std::memory_order_acquire); }
  // When it is ready: null if LLVM does not compile the text.
  LoopCode code() const { return code_; }
  void set(std::shared_ptr<const Object> object);

 private:
  const int64_t scratch_;
  std::atomic<bool> isReady_{false};
  std::shared_ptr<const Object> object_;
  LoopCode code_ = nullptr;
};

// Repeated layers share their code. For one thread; only the CodeMaker has another one.
class LoopCache {
 public:
  explicit LoopCache(std::shared_ptr<CodeMaker> maker = std::make_shared<CodeMaker>())
      : maker_(std::move(maker)) {}
  // Null for a loop without code. Throws LlvmMissing, unless the code is made in the background.
  std::shared_ptr<const LoopEntry> find(const FusedLoop& loop, VectorSize vectors);

 private:
  std::shared_ptr<CodeMaker> maker_;
  std::unordered_map<std::string, std::shared_ptr<LoopEntry>> entries_;
};

}  // namespace ts::jit
