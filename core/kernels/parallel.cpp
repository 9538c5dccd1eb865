// OpenBLAS and oneDNN would bring thread pools of their own, whose idle threads spin and take the
// cores from this pool and from other programs. OpenBLAS is told to use the caller's thread only.
// oneDNN is compiled for OpenMP: this file defines the functions of OpenMP's runtime that oneDNN
// calls, and the dynamic linker prefers a program's functions to libgomp's.
#include "core/kernels/parallel.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/thread_state.h"

namespace ts::kernels {
namespace {

std::atomic<int> threads = 0;  // 0: not determined yet

void rest() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits for a condition, and returns with the mutex locked. A thread that sleeps wakes up a few
// dozen microseconds late, so this one stays awake for as long, unless the threads are more than
// the cores, which another one then needs.
template <typename Condition>
std::unique_lock<std::mutex> await(std::mutex& mutex, std::condition_variable& changed,
                                   int64_t parts, Condition condition) {
  constexpr int kRounds = 2000;
  static const auto cores = static_cast<int64_t>(std::thread::hardware_concurrency());
  for (int i = 0; i < kRounds && parts <= cores && !condition(); ++i) rest();
  std::unique_lock lock(mutex);
  changed.wait(lock, condition);
  return lock;
}

// A barrier for the parts of one round.
class Barrier {
 public:
  void wait(int64_t parts) {
    std::unique_lock lock(mutex_);
    const uint64_t phase = phase_;
    if (++waiting_ == parts) {
      waiting_ = 0;
      ++phase_;
      passed_.notify_all();
      return;
    }
    lock.unlock();
    await(mutex_, passed_, parts, [&] { return phase_ != phase; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable passed_;
  int64_t waiting_ = 0;
  std::atomic<uint64_t> phase_ = 0;
};

// The part that this thread runs.
struct Part {
  int64_t index = 0, parts = 1;
  Barrier* barrier = nullptr;
  bool isWorking() const { return barrier != nullptr; }
};
// The thread's part of the pool: a nested call runs in its caller's thread.
thread_local Part current;

class Pool {
 public:
  // Runs the parts at the same time, each in a thread of its own. Only one caller can use the pool
  // at a time: others wait for it.
  void run(int64_t parts, const std::function<void(int64_t)>& part) {
    std::unique_lock owner(ownerMutex_);
    runOwned(parts, part);
  }
  // Likewise, but a caller that would have to wait runs its parts in its own thread.
  void runSoon(int64_t parts, const std::function<void(int64_t)>& part) {
    std::unique_lock owner(ownerMutex_, std::try_to_lock);
    if (owner) return runOwned(parts, part);
    for (int64_t i = 0; i < parts; ++i) part(i);
  }

 private:
  void runOwned(int64_t parts, const std::function<void(int64_t)>& part) {
    {
      std::lock_guard lock(mutex_);
      while (static_cast<int64_t>(workers_.size()) < parts - 1)
        workers_.emplace_back(
            [this, index = workers_.size() + 1] { work(static_cast<int64_t>(index)); });
      part_ = &part;
      parts_ = parts;
      inherited_ = threadState.inherited();
      left_ = parts - 1;
      failure_ = nullptr;
      ++round_;
    }
    wake_.notify_all();
    std::exception_ptr own = runPart(part, 0, parts);
    const auto lock = await(mutex_, done_, parts, [this] { return left_ == 0; });
    if (own) std::rethrow_exception(own);
    if (failure_) std::rethrow_exception(failure_);
  }

  std::exception_ptr runPart(const std::function<void(int64_t)>& part, int64_t index,
                             int64_t parts) {
    current = {index, parts, &barrier_};
    std::exception_ptr failure;
    try {
      part(index);
    } catch (...) {
      failure = std::current_exception();
    }
    current = {};
    return failure;
  }

  void work(int64_t index) {
    uint64_t seen = 0;
    while (true) {
      auto lock = await(mutex_, wake_, index + 1, [&] { return round_ != seen; });
      seen = round_;
      if (index >= parts_) continue;
      const auto* part = part_;
      const int64_t parts = parts_;
      const ThreadStateScope scope(inherited_);
      lock.unlock();
      std::exception_ptr failure = runPart(*part, index, parts);
      lock.lock();
      if (failure) failure_ = failure;
      if (--left_ == 0) done_.notify_one();
    }
  }

  std::mutex ownerMutex_, mutex_;
  std::condition_variable wake_, done_;
  Barrier barrier_;
  std::vector<std::thread> workers_;
  const std::function<void(int64_t)>* part_ = nullptr;
  int64_t parts_ = 0;
  ThreadState inherited_;
  std::atomic<int64_t> left_ = 0;
  std::atomic<uint64_t> round_ = 0;
  std::exception_ptr failure_;
};

// Never destroyed: the pool's threads sleep until the process ends.
Pool& pool() {
  static Pool* pool = new Pool;
  return *pool;
}

// OMP_NUM_THREADS, as PyTorch reads it; else the number of cores that the process may use.
int defaultThreads() {
  if (const char* text = std::getenv("OMP_NUM_THREADS")) {
    int count = 0;
    if (std::from_chars(text, text + std::strlen(text), count).ec == std::errc() && count > 0)
      return count;
  }
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

int threadCount() {
  if (threads == 0) threads = defaultThreads();
  return threads;
}

void setThreadCount(int count) { threads = std::max(1, count); }
int threadCountHere() { return current.isWorking() ? 1 : threadCount(); }

void useOneBlasThread() {
  static const bool isTold = [] {
    openblas_set_num_threads(1);
    return true;
  }();
  (void)isTold;
}

void parallelFor(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& work) {
  if (count <= 0) return;
  const int64_t most = (count + grain - 1) / std::max<int64_t>(grain, 1);
  const int64_t parts = std::min<int64_t>(threadCountHere(), most);
  if (parts == 1) {
    work(0, count);
    return;
  }
  const int64_t size = (count + parts - 1) / parts;
  pool().runSoon(parts, [&](int64_t i) {
    const int64_t begin = i * size, end = std::min(count, begin + size);
    if (begin < end) work(begin, end);
  });
}

}  // namespace ts::kernels

// ---- OpenMP's runtime, for oneDNN. A nested parallel region has one thread, as in OpenMP.

// Programs export them; libjitscope does not (its version script).
// NOLINTBEGIN(readability-identifier-naming): the runtime's own names
#pragma GCC visibility push(default)
extern "C" {

void GOMP_parallel(void (*work)(void*), void* data, unsigned count, unsigned /*flags*/) {
  using namespace ts::kernels;
  const int64_t parts = count > 0 ? count : threadCount();
  if (parts == 1 || current.isWorking()) {
    const Part outer = current;
    Barrier alone;
    current = {0, 1, &alone};
    work(data);
    current = outer;
    return;
  }
  pool().run(parts, [&](int64_t) { work(data); });
}

void GOMP_barrier() {
  if (ts::kernels::current.isWorking())
    ts::kernels::current.barrier->wait(ts::kernels::current.parts);
}

int omp_get_max_threads() { return ts::kernels::threadCount(); }
int omp_get_num_threads() { return static_cast<int>(ts::kernels::current.parts); }
int omp_get_thread_num() { return static_cast<int>(ts::kernels::current.index); }
int omp_in_parallel() { return ts::kernels::current.isWorking() ? 1 : 0; }
}
#pragma GCC visibility pop
// NOLINTEND(readability-identifier-naming)

namespace ts::kernels {

bool isOpenMpRuntime() {
  return dlsym(RTLD_DEFAULT, "GOMP_parallel") == reinterpret_cast<void*>(&GOMP_parallel);
}

}  // namespace ts::kernels
