#include "core/jit/fused_group.h"

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <utility>

#include "core/jit/fused_call.h"
#include "core/jit/fused_inputs.h"
#include "core/jit/llvm.h"
#include "core/jit/loop_maker.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;
using tensor::Tensor;
using tensor::TensorImpl;

namespace {

class Group final : public interp::FusedGroup {
 public:
  Group(Fusion fusion, std::shared_ptr<LoopCache> loops, FusionCensus* census)
      : fusion_(std::move(fusion)), loops_(std::move(loops)), census_(census), inputs_(fusion_) {
    for (size_t i = 0; i < fusion_.inputs.size(); ++i) {
      const Fusion::Input& input = fusion_.inputs[i];
      if (inputs_.isRead(i) && input.view < 0 && isOverwritten(input.operand))
        replaceable_.emplace_back(i, input.operand);
    }
  }

  bool run(IValue* registers, const IValue* pool) override {
    if (misses_ == kMostMisses) return false;
    const bool isDone = compute(registers, pool);
    misses_ = isDone || isWaiting_ ? 0 : misses_ + 1;
    if (!isDone && census_ != nullptr) census_->refuse(refusal_);
    return isDone;
  }

 private:
  // The target of a device, and its launcher for this fusion.
  struct Processor {
    TargetLoops* loops;
    std::unique_ptr<LoopLauncher> launcher;
  };
  // The loop for arguments of a device, some dtypes and ranks, and its code for their layouts.
  struct Variant {
    CallKey key;
    std::optional<MadeLoop> loop;
    const char* refusal = "an operator fails";  // the reason against a loop
    std::vector<std::pair<LoopPattern, std::shared_ptr<const CompiledLoop>>> codes = {};
  };
  // After this number of calls in a row without a loop the group reads no arguments.
  static constexpr int kMostMisses = 100;
  // A fusion that meets more combinations is left to the interpreter.
  static constexpr size_t kMostVariants = 16;

  bool compute(IValue* registers, const IValue* pool) {
    isWaiting_ = false;
    refusal_ = "an operator fails";
    FusedInputs::Values inputs;
    try {
      if (!inputs_.read(registers, pool, inputs)) return false;
    } catch (const tensor::Error&) {
      return false;  // the original instruction fails in the same way
    }
    const std::span<const IValue* const> values(inputs.arguments.data(), fusion_.inputs.size());
    const CompiledLoop* const code = code_ != nullptr && call_.readAgain(values, inputs.moved)
                                         ? code_
                                         : findCode(values, inputs.moved, pool);
    code_ = code != nullptr && processor_->launcher->mayRepeat() ? code : nullptr;
    if (code == nullptr) return false;
    std::array<Tensor, kMostOutputs> results;
    IValue replaced;  // the value of a register, with its only reference
    tensor::StorageImpl* memory = nullptr;
    if (IValue* last = code->mayFail() ? nullptr : replaceable(registers)) {
      memory = static_cast<const TensorImpl*>(last->counted())->storage.get();
      replaced = std::move(*last);
    }
    const size_t count = call_.arguments().results;
    if (!processor_->launcher->run(*code, call_.arguments(), std::span(results).first(count),
                                   memory))
      return false;
    for (const Fusion::Kept& kept : fusion_.kept) registers[kept.to] = inputs.views[kept.input];
    std::array<IValue, kMostOutputs> outputs;
    for (size_t i = 0, k = 0; i < fusion_.outputs.size(); ++i) {
      const size_t input = (*passed_)[i];
      if (input != MadeLoop::kComputed)
        outputs[i] = *inputs.arguments[input];
      else if (memory != nullptr)
        outputs[i] = std::exchange(replaced, IValue());
      else
        outputs[i] = IValue(std::move(results[k++]));
    }
    for (const int32_t released : fusion_.released) registers[released] = IValue();
    for (size_t k = 0; k < fusion_.outputs.size(); ++k) {
      IValue& result = outputs[k];
      const std::vector<int32_t>& to = fusion_.outputs[k].to;
      for (size_t i = 1; i < to.size(); ++i) registers[to[i]] = result;
      if (!to.empty()) registers[to[0]] = std::move(result);
    }
    return true;
  }

  // The code for values; null: none, or it is being made.
  const CompiledLoop* findCode(std::span<const IValue* const> values,
                               std::span<const std::shared_ptr<const MovedElements>> moved,
                               const IValue* pool) {
    refusal_ = "an argument is empty, not a tensor or number, or its elements overlap";
    if (!call_.read(values, moved)) return nullptr;
    refusal_ = "the device has no loops";
    processor_ = processorOf(call_.key().device);
    if (processor_ == nullptr) return nullptr;
    refusal_ = "the operators meet too many combinations of dtypes and ranks";
    Variant* variant = variantFor(call_, values, pool);
    if (variant == nullptr) return nullptr;
    refusal_ = variant->refusal;
    if (!variant->loop) return nullptr;
    passed_ = &variant->loop->passed;
    refusal_ = "the shapes of arguments do not fit";
    if (!call_.arrange(variant->loop->space)) return nullptr;
    refusal_ = "rows are too short, or have gaps";
    LoopLauncher& launcher = *processor_->launcher;
    if (!launcher.arrange(variant->loop->loop, call_.arguments())) return nullptr;
    const CompiledLoop* code = codeFor(*variant, launcher.pattern());
    refusal_ =
        code == nullptr && census_ != nullptr ? problemOf(*variant) : "its code is not ready";
    isWaiting_ = code != nullptr && !code->isReady();
    return code == nullptr || isWaiting_ || !code->isUsable() ? nullptr : code;
  }

  // Null for a device without a target.
  Processor* processorOf(tensor::Device device) {
    if (processor_ != nullptr && processor_->loops->target().device() == device) return processor_;
    const auto entry = std::ranges::find(processors_, device, [](const Processor& processor) {
      return processor.loops->target().device();
    });
    if (entry != processors_.end()) return &*entry;
    TargetLoops* loops = loops_->of(device);
    if (loops == nullptr) return nullptr;
    return &processors_.emplace_back(Processor{loops, loops->target().launcher()});
  }

  // True for a register that becomes empty or contains a result at the end.
  bool isOverwritten(int32_t index) const {
    const auto contains = [&](const std::vector<int32_t>& registers) {
      return std::ranges::find(registers, index) != registers.end();
    };
    return contains(fusion_.released) ||
           std::ranges::any_of(fusion_.outputs, contains, &Fusion::Output::to);
  }
  // A register with the last reference to a tensor that the result can replace; else null.
  IValue* replaceable(IValue* registers) const {
    const bool passes = call_.arguments().results != fusion_.outputs.size();
    if (passes || !processor_->launcher->mayWriteInPlace()) return nullptr;
    for (const auto& [input, index] : replaceable_) {
      const TensorImpl* impl = call_.tensor(input);
      if (impl != nullptr && impl->useCount() == 1 && impl->storage->useCount() == 1 &&
          !impl->requiresGrad && impl->gradient == nullptr && call_.mayReplace(input))
        return registers + index;
    }
    return nullptr;
  }

  Variant* variantFor(const FusedCall& call, std::span<const IValue* const> values,
                      const IValue* pool) {
    for (Variant& variant : variants_)
      if (variant.key == call.key()) return &variant;
    if (variants_.size() == kMostVariants) return nullptr;
    Variant& variant = variants_.emplace_back(Variant{call.key(), std::nullopt});
    try {
      variant.loop = makeLoop(fusion_, call, values, pool, &variant.refusal);
    } catch (const tensor::Error&) {
      // The original instruction fails in the same way.
    }
    return &variant;
  }
  const char* problemOf(const Variant& variant) {
    FusedLoop loop = variant.loop->loop;
    processor_->launcher->pattern().applyTo(loop);
    problem_ = processor_->loops->target().problemOf(loop, processor_->launcher->pattern());
    return problem_.c_str();
  }
  // Null: the loop has no code.
  const CompiledLoop* codeFor(Variant& variant, const LoopPattern& pattern) {
    for (const auto& [own, code] : variant.codes)
      if (own == pattern) return code.get();
    if (variant.codes.size() == kMostVariants) return nullptr;
    FusedLoop loop = variant.loop->loop;
    pattern.applyTo(loop);
    try {
      return variant.codes.emplace_back(pattern, processor_->loops->find(loop, pattern))
          .second.get();
    } catch (const LlvmMissing& missing) {
      tensor::fail("{}", missing.what());
    }
  }

  Fusion fusion_;
  std::shared_ptr<LoopCache> loops_;
  FusionCensus* const census_;
  FusedInputs inputs_;
  std::vector<std::pair<size_t, int32_t>> replaceable_;  // inputs with their registers
  std::deque<Variant> variants_;
  std::deque<Processor> processors_;  // those of the devices so far
  FusedCall call_;                    // the last call
  Processor* processor_ = nullptr;    // that of its device
  // That of its loop.
  const std::vector<size_t>* passed_ = nullptr;
  const CompiledLoop* code_ = nullptr;  // its code; null: another call must look for it
  int misses_ = 0;
  std::string problem_;
  const char* refusal_ = "";  // the reason against a loop of the last call, if it had none
  bool isWaiting_ = false;    // the code of the last call is being made
};

}  // namespace

std::unique_ptr<interp::FusedGroup> makeGroup(Fusion fusion, std::shared_ptr<LoopCache> loops,
                                              FusionCensus* census) {
  return std::make_unique<Group>(std::move(fusion), std::move(loops), census);
}

}  // namespace ts::jit
