#include "debugger/session/stop_handles.h"

#include <utility>

namespace ts::session {

namespace {

constexpr size_t kMaxReferences = 1'000'000;  // of one stop
constexpr int64_t kMaxNumber = 1 << 27;

}  // namespace

int64_t StopHandles::next() {
  return (lastNumber_.fetch_add(1) % kMaxNumber + 1) * kMaxEngines + static_cast<int64_t>(engine_);
}

int64_t StopHandles::of(const stepping::StackFrame& frame) {
  const auto [entry, isNew] = handleOfFrame_.try_emplace(&frame, 0);
  if (isNew) {
    entry->second = next();
    frames_[entry->second] = const_cast<stepping::StackFrame*>(&frame);
  }
  return entry->second;
}

stepping::StackFrame* StopHandles::frame(int64_t handle) const {
  const auto entry = frames_.find(handle);
  return entry == frames_.end() ? nullptr : entry->second;
}

int64_t StopHandles::add(Reference reference) {
  if (references_.size() >= kMaxReferences) return 0;
  const int64_t handle = next();
  references_[handle] = std::move(reference);
  return handle;
}

Reference* StopHandles::reference(int64_t handle) {
  const auto entry = references_.find(handle);
  return entry == references_.end() ? nullptr : &entry->second;
}

}  // namespace ts::session
