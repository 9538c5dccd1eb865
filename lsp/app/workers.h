// Threads that work beside the loop's.
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

// The one that has worked last works next: what it needs and what it has freed is still at hand.
// Threads start when they are needed for the first time.
class Workers {
 public:
  explicit Workers(size_t most);
  // Waits for all work.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Soon; the first come first. It may not throw.
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
  bool ends_ = false;
  std::chrono::steady_clock::time_point trimmed_ = std::chrono::steady_clock::now();
};

}  // namespace ts::lsp
