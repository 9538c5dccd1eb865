// The threads that run checks and requests.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ts::lsp {

// A pool of threads. The thread that worked last works next: its caches and its free memory are
// warm. Threads start on first use. Thread-safe.
class Workers {
 public:
  explicit Workers(size_t most);
  // Waits for all work.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Runs the work on a free thread, in the order of the calls. `work` may not throw.
  void run(std::function<void()> work);

 private:
  struct Worker;

  void work(Worker& worker);
  bool mayTrim();

  const size_t most_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> all_;
  std::vector<Worker*> idle_;
  std::deque<std::function<void()>> waiting_;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point trimmed_ = std::chrono::steady_clock::now();
};

}  // namespace ts::lsp
