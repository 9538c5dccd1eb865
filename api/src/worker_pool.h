// The workers of one program, for any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "api/src/shared_runtime.h"

namespace ts::api {

// Lends workers to threads. A thread takes an idle worker by an exchange of one pointer and gives
// it back the same way, so that no thread waits for another one. There are as many workers as
// threads that were in the pool at once.
class WorkerPool {
 public:
  explicit WorkerPool(std::shared_ptr<SharedRuntime> owner) : owner_(std::move(owner)) {}
  ~WorkerPool() {
    for (Slot& slot : idle_) delete slot.worker.load(std::memory_order_relaxed);
  }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  const std::shared_ptr<SharedRuntime>& owner() const { return owner_; }

  // A worker until the end of the scope.
  class Loan {
   public:
    explicit Loan(WorkerPool& pool) : pool_(pool), worker_(pool.take()) {}
    ~Loan() { pool_.giveBack(worker_); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Worker* operator->() const { return worker_; }

   private:
    WorkerPool& pool_;
    Worker* const worker_;
  };

 private:
  // More workers than slots end with their loans.
  static constexpr size_t kSlots = 64;
  struct alignas(64) Slot {  // a cache line of its own, as each is used by one thread most often
    std::atomic<Worker*> worker = nullptr;
  };

  // The slot at which a thread begins to look.
  static size_t firstSlot() {
    static std::atomic<size_t> threads = 0;
    // A cache: results do not depend on it.
    thread_local const size_t number = threads.fetch_add(1);
    return number % kSlots;
  }
  Worker* take() {
    for (size_t i = 0, first = firstSlot(); i < kSlots; ++i) {
      std::atomic<Worker*>& slot = idle_[(first + i) % kSlots].worker;
      if (slot.load(std::memory_order_relaxed) == nullptr) continue;
      if (Worker* worker = slot.exchange(nullptr, std::memory_order_acquire)) return worker;
    }
    return new Worker(owner_);
  }
  void giveBack(Worker* worker) {
    for (size_t i = 0, first = firstSlot(); i < kSlots; ++i) {
      Worker* empty = nullptr;
      if (idle_[(first + i) % kSlots].worker.compare_exchange_strong(
              empty, worker, std::memory_order_release, std::memory_order_relaxed))
        return;
    }
    delete worker;
  }

  const std::shared_ptr<SharedRuntime> owner_;
  std::array<Slot, kSlots> idle_;
};

}  // namespace ts::api
