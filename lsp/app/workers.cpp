#include "lsp/app/workers.h"

#include <utility>

#include "core/base/heap.h"

namespace ts::lsp {

namespace {

// Longer than the pause between two keystrokes, so that trimming does not slow typing down.
constexpr std::chrono::seconds kTrimEvery{5};

}  // namespace

struct Workers::Worker {
  std::function<void()> next;  // null: no work
  std::condition_variable wake;
  std::thread thread;
};

Workers::Workers(size_t most) : most_(most) {}

Workers::~Workers() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& worker : all_) worker->wake.notify_one();
  }
  for (const auto& worker : all_) worker->thread.join();
}

void Workers::run(std::function<void()> work) {
  std::unique_lock lock(mutex_);
  if (!idle_.empty()) {
    Worker& worker = *idle_.back();
    idle_.pop_back();
    worker.next = std::move(work);
    lock.unlock();
    worker.wake.notify_one();
  } else if (all_.size() < most_) {
    Worker& worker = *all_.emplace_back(std::make_unique<Worker>());
    worker.next = std::move(work);
    worker.thread = std::thread([this, &worker] { this->work(worker); });
  } else {
    waiting_.push_back(std::move(work));
  }
}

// The caller must hold the mutex.
bool Workers::mayTrim() {
  const auto now = std::chrono::steady_clock::now();
  if (now - trimmed_ < kTrimEvery) return false;
  trimmed_ = now;
  return true;
}

void Workers::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!worker.next && !waiting_.empty()) {
      worker.next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    if (worker.next) {
      const auto next = std::exchange(worker.next, nullptr);
      lock.unlock();
      next();
      heap::share();
    } else if (stopping_) {
      return;
    } else if (mayTrim()) {
      lock.unlock();
      heap::trim();
    } else {
      idle_.push_back(&worker);
      worker.wake.wait(lock, [&] { return worker.next || stopping_; });
      continue;
    }
    lock.lock();
  }
}

}  // namespace ts::lsp
