#include "core/jit/code_maker.h"

#include <fmt/format.h>
#include <signal.h>

#include <optional>

#include "core/base/heap.h"
#include "core/jit/loaded_code.h"

namespace ts::jit {

std::string CodeMaker::keyOf(const std::string& text, const char* passes) {
  return fmt::format("JitScope {} LLVM {}\n{}\n{}\n{}", JITSCOPE_VERSION, llvmVersion(),
                     processor(), passes, text);
}

std::shared_ptr<const Object> CodeMaker::make(const std::string& text, const char* passes,
                                              const std::string& name) const {
  if (cache_ == nullptr) return load(compileModule(text, Output::Object, passes), name, "");
  const std::string key = keyOf(text, passes);
  const std::string crashPath = cache_->crashPath(key);
  if (cache_->hasCrashed(key)) {
    const std::string message = fmt::format(
        "the machine code of {} crashed in an earlier run, so the interpreter runs it; without the "
        "file {} it is compiled again",
        name, crashPath);
    if (warn_) warn_(message);
    throw CrashedBefore(message);
  }
  if (const std::optional<std::string> object = cache_->find(key)) {
    try {
      return load(*object, name, crashPath);
    } catch (const std::runtime_error&) {
      // The entry is replaced.
    }
  }
  const std::string file = compileModule(text, Output::Object, passes);
  cache_->add(key, file);
  return load(file, name, crashPath);
}

std::shared_ptr<const Object> CodeMaker::load(const std::string& file, const std::string& name,
                                              std::string crashPath) const {
  struct Registered {
    Object object;
    LoadedCode code;
    Registered(const std::string& file, const std::string& name, bool isDescribed,
               std::string crashPath)
        : object(file),
          code(name, object.code(), isDescribed ? object.withAddresses(file) : std::string(),
               std::move(crashPath)) {}
  };
  const auto registered =
      std::make_shared<const Registered>(file, name, isDescribed_, std::move(crashPath));
  return {registered, &registered->object};
}

void CodeMaker::run(std::function<void()> work) {
  if (workplace_ == Workplace::Caller) return work();
  const std::lock_guard lock(mutex_);
  if (isStopped_) return;
  if (!thread_.joinable()) {
    // Signals interrupt the other threads, which may wait in a system call.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::jthread([this](const std::stop_token& stop) { this->work(stop); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  queue_.push_back(std::move(work));
  added_.notify_one();
}

void CodeMaker::work(const std::stop_token& stop) {
  // LLVM cannot continue after an exception.
  const heap::Reserve reserve;
  std::unique_lock lock(mutex_);
  while (added_.wait(lock, stop, [&] { return !queue_.empty(); })) {
    if (stop.stop_requested()) return;
    std::function<void()> next = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    next();
    next = nullptr;
    heap::share();
    lock.lock();
  }
}

void CodeMaker::stop() {
  {
    const std::lock_guard lock(mutex_);
    isStopped_ = true;
    queue_.clear();
  }
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
}

}  // namespace ts::jit
