// The life of a debugged program: from its start to the report of its end.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace ts::session {

// Owned by the debuggee. Thread-safe.
class Lifetime {
 public:
  void start() {
    std::lock_guard lock(mutex_);
    isStarted_ = true;
  }
  bool isRunning() {
    std::lock_guard lock(mutex_);
    return isStarted_ && !isFinished_;
  }
  void askToEnd() {
    std::lock_guard lock(mutex_);
    isEnding_ = true;
  }
  // True when a request has asked the program to end.
  bool isEnding() {
    std::lock_guard lock(mutex_);
    return isEnding_;
  }
  // The program's status is the worst one of its engines.
  void noteStatus(int status) {
    std::lock_guard lock(mutex_);
    status_ = std::max(status_, status);
  }
  int status() {
    std::lock_guard lock(mutex_);
    return status_;
  }
  // The program has ended. Returns false when it had ended before.
  bool finish() {
    std::lock_guard lock(mutex_);
    return !std::exchange(isFinished_, true);
  }
  // The listener has heard of the end.
  void report() {
    std::lock_guard lock(mutex_);
    hasReported_ = true;
    reported_.notify_all();
  }
  // Waits for report(). Returns the exit status.
  int awaitReport() {
    std::unique_lock lock(mutex_);
    reported_.wait(lock, [&] { return hasReported_; });
    return status_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable reported_;
  int status_ = 0;
  bool isStarted_ = false, isFinished_ = false, isEnding_ = false, hasReported_ = false;
};

}  // namespace ts::session
