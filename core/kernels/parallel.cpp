#include "core/kernels/parallel.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ts::kernels {
namespace {

std::atomic<int> threads = 0;  // 0: not determined yet
thread_local bool isWorking = false;
thread_local int told = 0;  // the count that was set in the libraries for this thread

class Pool {
 public:
  void run(int64_t parts, const std::function<void(int64_t)>& part) {
    // Only one caller can use the pool at a time; a second caller runs its parts in its own thread.
    std::unique_lock owner(ownerMutex_, std::try_to_lock);
    if (!owner) {
      for (int64_t i = 0; i < parts; ++i) part(i);
      return;
    }
    {
      std::lock_guard lock(mutex_);
      while (static_cast<int64_t>(workers_.size()) < parts - 1)
        workers_.emplace_back(
            [this, index = workers_.size() + 1] { work(static_cast<int64_t>(index)); });
      part_ = &part;
      parts_ = parts;
      left_ = parts - 1;
      failure_ = nullptr;
      ++round_;
    }
    wake_.notify_all();
    std::exception_ptr own = runPart(part, 0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return left_ == 0; });
    if (own) std::rethrow_exception(own);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static std::exception_ptr runPart(const std::function<void(int64_t)>& part, int64_t index) {
    isWorking = true;
    std::exception_ptr failure;
    try {
      part(index);
    } catch (...) {
      failure = std::current_exception();
    }
    isWorking = false;
    return failure;
  }

  void work(int64_t index) {
    uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return round_ != seen; });
      seen = round_;
      if (index >= parts_) continue;
      const auto* part = part_;
      lock.unlock();
      std::exception_ptr failure = runPart(*part, index);
      lock.lock();
      if (failure) failure_ = failure;
      if (--left_ == 0) done_.notify_one();
    }
  }

  std::mutex ownerMutex_, mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> workers_;
  const std::function<void(int64_t)>* part_ = nullptr;
  int64_t parts_ = 0, left_ = 0;
  uint64_t round_ = 0;
  std::exception_ptr failure_;
};

// Never destroyed: the pool's threads sleep until the process ends.
Pool& pool() {
  static Pool* made = new Pool;
  return *made;
}

void tellLibraries(int count) {
  openblas_set_num_threads(count);
  // oneDNN uses OpenMP's thread count. The function is looked up by name, because OpenMP is not
  // linked directly.
  static const auto setOpenMp =
      reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (setOpenMp) setOpenMp(count);
  told = count;
}

}  // namespace

int threadCount() {
  if (threads == 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (told != threads) tellLibraries(threads);  // OpenMP's setting is per thread
  return threads;
}

void setThreadCount(int count) {
  threads = std::max(1, count);
  tellLibraries(threads);
}

void parallelFor(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& work) {
  if (count <= 0) return;
  const int64_t most = (count + grain - 1) / std::max<int64_t>(grain, 1);
  const int64_t parts = isWorking || most == 1 ? 1 : std::min<int64_t>(threadCount(), most);
  if (parts == 1) {
    work(0, count);
    return;
  }
  const int64_t size = (count + parts - 1) / parts;
  pool().run(parts, [&](int64_t i) {
    const int64_t begin = i * size, end = std::min(count, begin + size);
    if (begin < end) work(begin, end);
  });
}

}  // namespace ts::kernels
