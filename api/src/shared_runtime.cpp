#include "api/src/shared_runtime.h"

#include "api/src/errors.h"
#include "core/autodiff/tape.h"
#include "core/interp/marker_scope.h"
#include "core/jit/object_cache.h"

namespace ts::api {

Worker::Worker(std::shared_ptr<SharedRuntime> owner)
    : owner_(std::move(owner)),
      runtime_({.profile = owner_->profile,
                .limits = {.frames = owner_->frameLimit.load(std::memory_order_relaxed)}}) {
  if (owner_->isCompiled.load(std::memory_order_relaxed))
    runtime_.compileWith({.cache = jit::userCache()});
  interpreter().setInterrupt(&isInterrupted_);
  interpreter().setHost(this);
  const std::lock_guard lock(owner_->mutex_);
  owner_->workers_.insert(this);
}

Worker::~Worker() {
  const std::lock_guard lock(owner_->mutex_);
  owner_->workers_.erase(this);
}

tensor::IValue Worker::run(const ir::Function& function, interp::Stack arguments) {
  isInterrupted_.store(false, std::memory_order_relaxed);
  const bool isRecorded = autodiff::TapeMarker::isNeeded(interpreter(), function, arguments);
  const interp::MarkerScope marked(interpreter(),
                                   isRecorded ? &autodiff::TapeMarker::instance() : nullptr);
  try {
    return interpreter().run(function, std::move(arguments));
  } catch (const interp::Exception&) {
    if (isInterrupted_.load(std::memory_order_relaxed))
      failAs(JITSCOPE_ERROR_INTERRUPTED, "the run was interrupted");
    throw;
  }
}

void Worker::print(std::string_view text) {
  if (owner_->output == nullptr) return Host::print(text);
  owner_->output(owner_->outputContext, 0, text.data(), text.size());
}

void Worker::warn(std::string_view message, std::string_view category, SourceRange at) {
  if (owner_->output == nullptr) return Host::warn(message, category, at);
  const std::string text(message);
  owner_->output(owner_->outputContext, 1, text.c_str(), text.size());
}

void Worker::interrupted() { failAs(JITSCOPE_ERROR_INTERRUPTED, "the run was interrupted"); }

void SharedRuntime::interrupt() {
  const std::lock_guard lock(mutex_);
  for (Worker* worker : workers_) worker->interrupt();
}

}  // namespace ts::api
