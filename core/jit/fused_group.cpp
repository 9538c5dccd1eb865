#include "core/jit/fused_group.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/jit/fused_call.h"
#include "core/jit/llvm.h"
#include "core/jit/loop_maker.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;
using tensor::Tensor;

const LoopCache::Entry& LoopCache::find(const FusedLoop& loop) {
  static const Entry kNone;
  const std::optional<WrittenLoop> written = writeLoop(loop, vectorSize());
  if (!written) return kNone;
  auto [found, isNew] = entries_.try_emplace(written->text);
  Entry& entry = found->second;
  if (!isNew) return entry;
  entry.scratch = written->scratch;
  try {
    entry.object =
        std::make_unique<const Object>(compileModule(written->text, Output::Object, kVectorPasses));
    entry.code = reinterpret_cast<LoopCode>(entry.object->function("fused"));
  } catch (const std::runtime_error&) {
    // The interpreter runs the operators.
  }
  return entry;
}

namespace {

class Group final : public interp::FusedGroup {
 public:
  Group(Fusion fusion, std::shared_ptr<LoopCache> cache)
      : fusion_(std::move(fusion)), cache_(std::move(cache)) {}

  bool run(IValue* registers, const IValue* pool) override {
    if (misses_ == kMostMisses) return false;
    if (!compute(registers, pool)) {
      ++misses_;
      return false;
    }
    misses_ = 0;
    return true;
  }

 private:
  // The loop for arguments of some dtypes and ranks, and its code for their layouts.
  struct Variant {
    CallKey key;
    std::optional<MadeLoop> made;
    std::vector<std::pair<CallPattern, const LoopCache::Entry*>> codes = {};
  };
  // After so many calls in a row without a loop, the arguments are no longer read.
  static constexpr int kMostMisses = 100;
  // A fusion that meets more combinations is left to the interpreter.
  static constexpr size_t kMostVariants = 16;

  bool compute(IValue* registers, const IValue* pool) {
    FusedCall call;
    if (!call.read(fusion_, registers, pool)) return false;
    Variant* variant = variantFor(call, registers, pool);
    if (variant == nullptr || !variant->made) return false;
    if (!call.arrange(variant->made->space, vectorSize())) return false;
    const LoopCache::Entry* entry = codeFor(*variant, call.pattern());
    if (entry == nullptr || entry->code == nullptr) return false;
    std::array<Tensor, kMostOutputs> results;
    const size_t count = fusion_.outputs.size();
    call.run(entry->code, entry->scratch, std::span(results).first(count));
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
  const LoopCache::Entry* codeFor(Variant& variant, const CallPattern& pattern) {
    for (const auto& [known, entry] : variant.codes)
      if (known == pattern) return entry;
    if (variant.codes.size() == kMostVariants) return nullptr;
    FusedLoop loop = variant.made->loop;
    pattern.applyTo(loop);
    return variant.codes.emplace_back(pattern, &cache_->find(loop)).second;
  }

  Fusion fusion_;
  std::shared_ptr<LoopCache> cache_;
  std::vector<Variant> variants_;
  int misses_ = 0;
};

}  // namespace

std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> cache) {
  return std::make_unique<Group>(std::move(fusion), std::move(cache));
}

}  // namespace ts::jit
