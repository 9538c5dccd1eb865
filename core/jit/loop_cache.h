// The compiled loops of an engine, by their targets and texts.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/jit/loop_target.h"

namespace ts::jit {

// The loops of one target. Repeated layers share their code. For one thread.
class TargetLoops {
 public:
  explicit TargetLoops(std::shared_ptr<LoopTarget> target) : target_(std::move(target)) {}
  const LoopTarget& target() const { return *target_; }
  // Null for a loop without code. Throws as LoopTarget::compile() does.
  std::shared_ptr<const CompiledLoop> find(const FusedLoop& loop, const LoopPattern& pattern);

 private:
  std::shared_ptr<LoopTarget> target_;
  std::unordered_map<std::string, std::shared_ptr<const CompiledLoop>> loops_;
};

// For one thread.
class LoopCache {
 public:
  // targets: at most one for each device
  explicit LoopCache(const std::vector<std::shared_ptr<LoopTarget>>& targets)
      : loops_(targets.begin(), targets.end()) {}
  // Null for a device without a target. The pointer stays valid for the life of the cache.
  TargetLoops* of(tensor::Device device);

 private:
  std::vector<TargetLoops> loops_;
};

}  // namespace ts::jit
