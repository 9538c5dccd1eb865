#include "core/jit/fused_group.h"

#include <algorithm>
#include <array>

#include "core/jit/fused_call.h"
#include "core/jit/llvm.h"
#include "core/jit/loop_maker.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;
using tensor::Tensor;

namespace {

class Group final : public interp::FusedGroup {
 public:
  Group(Fusion fusion, std::shared_ptr<LoopCache> cache)
      : fusion_(std::move(fusion)), cache_(std::move(cache)) {}

  bool run(IValue* registers, const IValue* pool) override {
    if (misses_ == kMostMisses) return false;
    const bool isDone = compute(registers, pool);
    misses_ = isDone || isWaiting_ ? 0 : misses_ + 1;
    return isDone;
  }

 private:
  // The loop for arguments of some dtypes and ranks, and its code for their layouts.
  struct Variant {
    CallKey key;
    std::optional<MadeLoop> made;
    std::vector<std::pair<CallPattern, std::shared_ptr<const LoopEntry>>> codes = {};
  };
  // After so many calls in a row without a loop, the arguments are no longer read.
  static constexpr int kMostMisses = 100;
  // A fusion that meets more combinations is left to the interpreter.
  static constexpr size_t kMostVariants = 16;

  bool compute(IValue* registers, const IValue* pool) {
    FusedCall call;
    isWaiting_ = false;
    if (!call.read(fusion_, registers, pool)) return false;
    Variant* variant = variantFor(call, registers, pool);
    if (variant == nullptr || !variant->made) return false;
    if (!call.arrange(variant->made->space, vectorSize())) return false;
    const LoopEntry* entry = codeFor(*variant, call.pattern());
    isWaiting_ = entry != nullptr && !entry->isReady();
    if (entry == nullptr || isWaiting_ || entry->code() == nullptr) return false;
    std::array<Tensor, kMostOutputs> results;
    const size_t count = fusion_.outputs.size();
    call.run(entry->code(), entry->scratch(), std::span(results).first(count));
    for (const int32_t released : fusion_.released) registers[released] = IValue();
    for (size_t k = 0; k < count; ++k)
      for (const int32_t to : fusion_.outputs[k].to) registers[to] = IValue(results[k]);
    return true;
  }

  Variant* variantFor(const FusedCall& call, const IValue* registers, const IValue* pool) {
    for (Variant& variant : variants_)
      if (variant.key == call.key()) return &variant;
    if (variants_.size() == kMostVariants) return nullptr;
    Variant& made = variants_.emplace_back(Variant{call.key(), std::nullopt});
    try {
      made.made = makeLoop(fusion_, call, registers, pool);
    } catch (const tensor::Error&) {
      // The original instruction fails in the same way.
    }
    return &made;
  }
  // Null: the loop has no code.
  const LoopEntry* codeFor(Variant& variant, const CallPattern& pattern) {
    for (const auto& [known, entry] : variant.codes)
      if (known == pattern) return entry.get();
    if (variant.codes.size() == kMostVariants) return nullptr;
    FusedLoop loop = variant.made->loop;
    pattern.applyTo(loop);
    try {
      return variant.codes.emplace_back(pattern, cache_->find(loop)).second.get();
    } catch (const LlvmMissing& missing) {
      tensor::fail("{}", missing.what());
    }
  }

  Fusion fusion_;
  std::shared_ptr<LoopCache> cache_;
  std::vector<Variant> variants_;
  int misses_ = 0;
  bool isWaiting_ = false;  // the code of the last call is being made
};

}  // namespace

std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> cache) {
  return std::make_unique<Group>(std::move(fusion), std::move(cache));
}

}  // namespace ts::jit
