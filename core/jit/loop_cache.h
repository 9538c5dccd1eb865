// The compiled loops of a target, by their text.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "core/jit/loop_target.h"

namespace ts::jit {

// Repeated layers share their code. For one thread.
class LoopCache {
 public:
  explicit LoopCache(std::shared_ptr<LoopTarget> target) : target_(std::move(target)) {}
  const LoopTarget& target() const { return *target_; }
  // Null for a loop without code. Throws as LoopTarget::compile() does.
  std::shared_ptr<const CompiledLoop> find(const FusedLoop& loop, const LoopPattern& pattern);

 private:
  std::shared_ptr<LoopTarget> target_;
  std::unordered_map<std::string, std::shared_ptr<const CompiledLoop>> loops_;
};

}  // namespace ts::jit
