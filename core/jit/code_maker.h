// Makes machine code from LLVM's text form.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "core/jit/llvm.h"
#include "core/jit/object.h"
#include "core/jit/object_cache.h"

namespace ts::jit {

// Where work is done: by the caller, or on a thread that starts with the first work.
enum class Workplace : uint8_t { Caller, Background };

// The code of a text has crashed in an earlier process. The interpreter runs the program instead.
class CrashedBefore final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Finds the machine code of a text in a cache, or asks LLVM and adds it. Thread-safe.
class CodeMaker {
 public:
  // cache: may be null.
  // isDescribed: gdb and perf learn of the code.
  // warn: gets the message of each CrashedBefore, on any thread.
  explicit CodeMaker(std::shared_ptr<ObjectCache> cache = nullptr,
                     Workplace workplace = Workplace::Caller, bool isDescribed = false,
                     std::function<void(const std::string&)> warn = {})
      : cache_(std::move(cache)),
        workplace_(workplace),
        isDescribed_(isDescribed),
        warn_(std::move(warn)) {}
  ~CodeMaker() { stop(); }
  CodeMaker(const CodeMaker&) = delete;
  CodeMaker& operator=(const CodeMaker&) = delete;

  // name: for readers. Throws std::runtime_error: LlvmError without LLVM, or for a text that it
  // refuses; CrashedBefore.
  std::shared_ptr<const Object> make(const std::string& text, const char* passes,
                                     const std::string& name = "a loop over tensors") const;
  // The key of a text in the cache.
  static std::string keyOf(const std::string& text, const char* passes);
  // Does work in the workplace, in order. It must not throw in the background.
  void run(std::function<void()> work);
  // Waits for the work in progress and drops the rest, and all later work, of the background.
  void stop();

  Workplace workplace() const { return workplace_; }

 private:
  // crashPath: see LoadedCode.
  std::shared_ptr<const Object> load(const std::string& file, const std::string& name,
                                     std::string crashPath) const;
  void work(const std::stop_token& stop);

  std::shared_ptr<ObjectCache> cache_;
  const Workplace workplace_;
  const bool isDescribed_;
  const std::function<void(const std::string&)> warn_;
  std::mutex mutex_;
  std::condition_variable_any added_;
  std::deque<std::function<void()>> queue_;
  bool isStopped_ = false;
  std::jthread thread_;
};

}  // namespace ts::jit
