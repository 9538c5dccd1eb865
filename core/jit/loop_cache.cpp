#include "core/jit/loop_cache.h"

namespace ts::jit {

std::shared_ptr<const CompiledLoop> TargetLoops::find(const FusedLoop& loop,
                                                      const LoopPattern& pattern) {
  const std::optional<WrittenLoop> written = target_->write(loop, pattern);
  if (!written) return nullptr;
  if (const auto known = loops_.find(written->text); known != loops_.end()) return known->second;
  return loops_[written->text] = target_->compile(*written);
}

TargetLoops* LoopCache::of(tensor::Device device) {
  for (TargetLoops& loops : loops_)
    if (loops.target().device() == device) return &loops;
  return nullptr;
}

}  // namespace ts::jit
